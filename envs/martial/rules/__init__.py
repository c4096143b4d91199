"""The rules of Martial, a chapter a file."""
