"""Benchmarks: the speed of every layer (`ladder`)."""
