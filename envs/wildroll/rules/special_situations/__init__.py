"""The chapter "special situations" of Wildroll."""
