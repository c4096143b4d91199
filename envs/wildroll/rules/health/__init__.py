"""Health: wounds, damage, conditions, treatment (W1 to W10, W99 to W101)."""
