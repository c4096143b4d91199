"""The guard of the table: keys, the name of the host, and requests of other pages."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

ROLES = ("gm", "red", "blue")
"""The game master, and the players of red and of blue."""
LOCAL = ("127.0.0.1", "localhost", "::1")
KEY_HEADER = "x-quintain-key"
OWN_SITES = ("same-origin", "none")
"""The words of a browser for a request of this page, and for an address that somebody typed."""
ONLY_OWN_PAGE = "only the page of the table may do that"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers of every answer: no other page may frame, read or extend this one."""


class RefusedError(Exception):
    """A request that is refused, with its status.

    Attributes:
        status: the HTTP status.
    """

    def __init__(self, status: int, text: str) -> None:
        """Refuse with a status and a sentence."""
        super().__init__(text)
        self.status = status


def new_keys() -> dict[str, str]:
    """A fresh key for each role."""
    return {role: secrets.token_urlsafe(18) for role in ROLES}


@dataclass(frozen=True)
class Guard:
    """The rules by which requests are let in.

    Attributes:
        host: the address that the server listens at.
        keys: the key of each role.
    """

    host: str
    keys: dict[str, str] = field(default_factory=new_keys)

    @property
    def is_local(self) -> bool:
        """Whether only this computer can reach the server."""
        return self.host in LOCAL

    def role_of(self, headers: Mapping[str, str]) -> str:
        """The role of the one who asks; without a key, on this computer alone, the game master.

        Raises:
            RefusedError: the key is wrong or missing, the name of the host is foreign, or a browser
                says that another page asks.
        """
        self._check_host(headers.get("host", ""))
        if headers.get("sec-fetch-site", OWN_SITES[0]) not in OWN_SITES:
            raise RefusedError(403, ONLY_OWN_PAGE)
        given = headers.get(KEY_HEADER, "")
        if not given and self.is_local:
            return "gm"
        for role, key in self.keys.items():
            if hmac.compare_digest(given.encode(), key.encode()):
                return role
        raise RefusedError(403, "this link is not valid any more: ask for a new one")

    def check_change(self, headers: Mapping[str, str]) -> None:
        """Refuse a command that another page sends in the name of this one.

        Raises:
            RefusedError: it does not come from this page.
        """
        origin, host = headers.get("origin"), headers.get("host", "")
        is_own = origin is None or origin.partition("://")[2] == host
        if not is_own or headers.get("content-type", "").partition(";")[0] != "application/json":
            raise RefusedError(403, ONLY_OWN_PAGE)

    def _check_host(self, host: str) -> None:
        """Refuse foreign names for this computer, by which other pages could reach it."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        if self.is_local and name.strip("[]") not in LOCAL:
            raise RefusedError(403, "open the table at localhost")
