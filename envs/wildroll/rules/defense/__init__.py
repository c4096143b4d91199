"""The chapter "defense" of Wildroll."""
