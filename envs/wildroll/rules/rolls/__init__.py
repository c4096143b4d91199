"""The chapter "rolls" of Wildroll."""
