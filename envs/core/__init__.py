"""The code that systems share and no rulebook prints: dice, records, loops, interfaces."""
