"""The chapter "combat sequence" of Wildroll."""
