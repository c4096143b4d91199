"""The chapter "movement" of Wildroll."""
