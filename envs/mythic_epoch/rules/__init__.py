"""The rules of Mythic Epoch, one file for each chapter."""
