"""Compiling with Numba: one `njit`, its linker, and a cache that notices every edit."""
