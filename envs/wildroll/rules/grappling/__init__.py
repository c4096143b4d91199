"""The chapter "grappling" of Wildroll."""
