"""The chapter "positioning actions" of Wildroll."""
