"""The chapter "offensive actions" of Wildroll."""
