"""Sealing: AES-256-GCM under a ring of keys that is kept outside the database."""

import base64
import binascii
import hashlib
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bailiwick.kernel.errors import WrongKey
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.credentials import Sealed

KEY_BYTES = 32
NONCE_BYTES = 12
"""Random for every sealing; NIST SP 800-38D, section 8.2.2."""
FEWEST_DISTINCT = 16
"""Distinct byte values in a key; 32 random bytes have fewer with a chance below one in a million million."""
MOST_KEYS = 20
HEADING = (
    "# What opens the credentials in Bailiwick's database, newest key first. Keep it secret, and keep a copy:\n"
    "# without it they cannot be opened. `bailiwick credentials rotate` replaces the key.\n"
)
VARIABLE = "BAILIWICK_CREDENTIAL_KEY"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the ring; never printed."""

    content: bytes = field(repr=False)

    @classmethod
    def new(cls) -> "Key":
        """Draw a key."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def parse(cls, text: str, place: str) -> "Key":
        """Read a key as it is written. Raises `WrongKey`, naming `place`, if it is short, garbled or guessable."""
        try:
            content = base64.b64decode(
                text.strip().replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True
            )
        except (binascii.Error, ValueError):
            content = b""
        if len(content) != KEY_BYTES:
            raise WrongKey(Reason.of(ReasonCode.KEY_NOT_BASE64, place=place))
        if len(set(content)) < FEWEST_DISTINCT or (content.isascii() and content.decode().isprintable()):
            raise WrongKey(Reason.of(ReasonCode.KEY_GUESSABLE, place=place))
        return cls(content)

    @property
    def id(self) -> str:
        """Which key it is, told by a hash of it."""
        return hashlib.sha256(b"bailiwick credential key\0" + self.content).hexdigest()[:12]

    @property
    def text(self) -> str:
        """Return it as it is written."""
        return base64.b64encode(self.content).decode()


class KeyRing:
    """The keys of this installation: in a file that is made at first use, or given by the environment.

    Read anew at every use, so that several processes follow a rotation.
    """

    def __init__(self, file: Path, given: str | None) -> None:
        """`given` are keys in base64, newest first, separated by commas; with it the file is not looked at."""
        self._file = file
        self._given = given

    @property
    def given(self) -> bool:
        """Whether the environment gives the keys, so that only an administrator can change them."""
        return self._given is not None

    @property
    def place(self) -> str:
        """Where the keys are."""
        return VARIABLE if self.given else str(self._file)

    def read(self) -> Sequence[Key]:
        """Return the keys, newest first; none before the first use. Raises `WrongKey`."""
        if self._given is not None:
            texts = self._given.replace(",", " ").split()
            if not texts:
                raise WrongKey(Reason.of(ReasonCode.KEYS_EMPTY, variable=VARIABLE))
        else:
            texts = self._lines()
        if len(texts) > MOST_KEYS:
            raise WrongKey(Reason.of(ReasonCode.KEYS_TOO_MANY, most=MOST_KEYS, place=self.place))
        return [Key.parse(text, self.place) for text in texts]

    def _lines(self) -> list[str]:
        try:
            lines = self._file.read_text(encoding="ascii").splitlines()
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise WrongKey(
                Reason.of(ReasonCode.KEYS_UNREADABLE, place=str(self._file), problem=type(error).__name__)
            ) from None
        texts = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        if not texts:
            raise WrongKey(Reason.of(ReasonCode.KEYS_ABSENT, place=str(self._file)))
        return texts

    def write(self, keys: Sequence[Key]) -> None:
        """Make these the keys, newest first, durably and readable by the owner only."""
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = self._file.with_name(f".{self._file.name}.{secrets.token_hex(8)}")
        text = HEADING + "".join(f"{key.text}\n" for key in keys)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._file)
        finally:
            new.unlink(missing_ok=True)
        # The name too has to outlive a power cut; systems that cannot open a folder keep it by themselves.
        with suppress(OSError):
            folder = os.open(self._file.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    @property
    def open_to_others(self) -> bool:
        """Whether other accounts of this machine may read the file."""
        try:
            return os.name == "posix" and not self.given and bool(self._file.stat().st_mode & 0o077)
        except FileNotFoundError:
            return False


def seal(key: Key, user_id: str, credential_id: str, value: str) -> Sealed:
    """Seal a value for one user and credential."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    content = AESGCM(key.content).encrypt(nonce, value.encode(), _bound_to(user_id, credential_id))
    return Sealed(key.id, nonce + content)


def unseal(keys: Sequence[Key], user_id: str, credential_id: str, sealed: Sealed) -> str:
    """Return what was sealed for this user and credential.

    Raises `WrongKey`: the key is not on the ring, or what is stored was not sealed by it for this user and credential.
    """
    key = next((key for key in keys if key.id == sealed.key_id), None)
    if key is None:
        raise WrongKey(Reason.of(ReasonCode.KEY_NOT_HERE, key=sealed.key_id))
    nonce, content = sealed.content[:NONCE_BYTES], sealed.content[NONCE_BYTES:]
    try:
        return AESGCM(key.content).decrypt(nonce, content, _bound_to(user_id, credential_id)).decode()
    except (InvalidTag, ValueError):
        raise WrongKey(Reason.of(ReasonCode.SEALED_FOR_ANOTHER)) from None


def _bound_to(user_id: str, credential_id: str) -> bytes:
    return f"{user_id}|{credential_id}".encode()
