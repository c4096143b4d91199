"""The chapter "common actions" of Wildroll."""
