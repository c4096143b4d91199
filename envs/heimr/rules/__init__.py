"""The rules of Heimr, a module a chapter."""
