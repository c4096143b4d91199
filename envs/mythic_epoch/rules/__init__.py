"""The rules of Mythic Epoch, a file a chapter."""
