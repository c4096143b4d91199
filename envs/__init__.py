"""The systems, and the core that carries them."""

from .core import compile as _compile  # noqa: F401  first: it hashes the sources before they are read
