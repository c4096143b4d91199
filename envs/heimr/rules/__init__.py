"""The rules of Heimr: a file or a folder for each chapter of the book, and how a battle ends."""
