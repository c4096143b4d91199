"""A battle that people play: choices, typed dice, undo, and a journal that outlives a kill."""
