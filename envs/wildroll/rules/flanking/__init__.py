"""The chapter "flanking" of Wildroll."""
