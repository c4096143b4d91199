"""The chapter "miscellaneous actions" of Wildroll."""
