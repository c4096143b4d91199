"""Battle records, dice, systems, decision loops, action tables, layouts of observations."""
