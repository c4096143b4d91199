"""Compiled, scripted agents for each system. They read only what their fighter may see."""
