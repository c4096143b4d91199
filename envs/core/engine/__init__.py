"""What carries a battle: record, dice, systems, decision loops, action tables, layouts."""
