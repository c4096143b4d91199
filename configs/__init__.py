"""The data files: scenarios, training runs, weapons, armour, creatures."""
