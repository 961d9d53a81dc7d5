"""Passwords: which are taken, and how they are kept."""

import asyncio
import os
from collections.abc import Iterable

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode

LEAST = 10
"""Characters of a password."""
MOST = 200
LOOKED_AT = 72
"""Characters by which it is judged how soon a password would be guessed."""
STRONG_ENOUGH = 3
"""Of 4, by zxcvbn: guessing offline, against a slow hash, takes more than 10^8 tries."""
ORDINARY = ("bailiwick", "contraseña", "contrasena", "clave", "hola", "teamo", "barcelona", "madrid", "secreto")
"""Words that people take where the lists of zxcvbn, which are English, do not look."""
ITERATIONS = 2
LANES = 1
KIB = 19 << 10
"""Argon2id with 19 MiB and two passes, as OWASP's Password Storage Cheat Sheet has it."""
AT_ONCE = 2
"""Hashes that are made side by side; each takes a core for some 60 ms."""
NOBODYS = b"$argon2id$v=19$m=19456,t=2,p=1$g6IvazZgqTj5h6gMJS54cg$CfgLiPWbCl59t7kRpSj2S7ASnlTQmfyRij9bfpzcyVA"
"""What a password is compared with where there is none, so that both take as long."""


async def checked(password: str, words: Iterable[str]) -> str:
    """Return a password that may be taken; `words` are the person's own, which others would try first.

    Raises `InvalidInput` for one that is short, or in the lists of passwords that were found out, or soon guessed.
    """
    if len(password) < LEAST:
        raise InvalidInput(Reason.of(ReasonCode.SHORT_PASSWORD, least=LEAST), field="password")
    if await asyncio.to_thread(_score, password, [*words, *ORDINARY]) < STRONG_ENOUGH:
        raise InvalidInput(Reason.of(ReasonCode.GUESSABLE_PASSWORD), field="password")
    return password


def _score(password: str, words: list[str]) -> int:
    from zxcvbn import zxcvbn  # its lists of words take memory that most processes never need

    return zxcvbn(password[:LOOKED_AT], user_inputs=[part for word in words for part in (word, *word.split())])["score"]


class Hashes:
    """Makes and compares hashes, a few at once."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def make(self, password: str) -> bytes:
        """Return the hash of a password, with its salt and parameters."""
        async with self._turns:
            return await asyncio.to_thread(_hash, password)

    async def fits(self, password: str, kept: bytes | None) -> bool:
        """Whether a password is the one of a hash; never, and no sooner known, without one."""
        async with self._turns:
            return await asyncio.to_thread(_fits, password, kept or NOBODYS) and kept is not None


def _hash(password: str) -> bytes:
    made = Argon2id(salt=os.urandom(16), length=32, iterations=ITERATIONS, lanes=LANES, memory_cost=KIB)
    return made.derive_phc_encoded(password.encode()).encode()


def _fits(password: str, kept: bytes) -> bool:
    try:
        Argon2id.verify_phc_encoded(password.encode("utf-8", "surrogatepass"), kept.decode())
    except InvalidKey:
        return False
    return True
