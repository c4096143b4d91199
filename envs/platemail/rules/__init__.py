"""The rules of Platemail, one file for each chapter."""
