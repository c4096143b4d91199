"""The chapter "health" of Wildroll."""
