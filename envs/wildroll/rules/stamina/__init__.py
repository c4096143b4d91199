"""The chapter "stamina" of Wildroll."""
