"""Compilation with Numba: the njit decorator, the linker, the cache."""
