"""The rules of Martial: a file or a folder for each chapter of the book, and how a battle ends."""
