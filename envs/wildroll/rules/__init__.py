"""The rules of Wildroll, a module a chapter."""
