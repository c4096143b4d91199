"""The systems and their shared core."""

from .core.compiler import compile as _compile  # noqa: F401  first: it hashes the sources before they are read
