"""The systems, and the core that carries them."""

from .core.compiler import compile as _compile  # noqa: F401  first: it hashes the sources before they are read
