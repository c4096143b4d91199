"""Scripted fighters, compiled, written over what the fighter may see."""
