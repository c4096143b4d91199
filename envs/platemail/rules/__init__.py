"""The rules of Platemail, a chapter a file."""
