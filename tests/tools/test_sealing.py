"""Keys and seals: what one key sealed for one credential of one user opens nowhere else."""

import base64
import os
import stat
from pathlib import Path

import pytest

from bailiwick.kernel.errors import WrongKey
from bailiwick.tools.credentials import Sealed
from bailiwick.tools.sealing import Key, KeyRing, seal, unseal

KEY, OTHER = Key.new(), Key.new()
VALUE = "canary ñ 🔑\nsecond line"


def test_what_is_sealed_opens_again_and_looks_different_each_time():
    one, two = seal(KEY, "user", "id", VALUE), seal(KEY, "user", "id", VALUE)
    assert unseal([OTHER, KEY], "user", "id", one) == unseal([KEY], "user", "id", two) == VALUE
    assert one.content != two.content
    assert b"canary" not in one.content


@pytest.mark.parametrize(("user", "credential"), [("other", "id"), ("user", "other"), ("id", "user"), ("user|id", "")])
def test_a_seal_that_was_moved_to_another_row_does_not_open(user, credential):
    with pytest.raises(WrongKey, match="not sealed for it"):
        unseal([KEY], user, credential, seal(KEY, "user", "id", VALUE))


def test_another_key_is_named_as_missing_and_opens_nothing():
    sealed = seal(KEY, "user", "id", VALUE)
    with pytest.raises(WrongKey, match=KEY.id):
        unseal([OTHER], "user", "id", sealed)
    with pytest.raises(WrongKey, match="not sealed"):
        unseal([OTHER], "user", "id", Sealed(OTHER.id, sealed.content))


@pytest.mark.parametrize("position", [0, 11, 12, 20, -1])
def test_a_changed_byte_is_noticed(position):
    sealed = seal(KEY, "user", "id", VALUE)
    content = bytearray(sealed.content)
    content[position] ^= 1
    with pytest.raises(WrongKey, match="not sealed"):
        unseal([KEY], "user", "id", Sealed(KEY.id, bytes(content)))


@pytest.mark.parametrize("content", [b"", b"x" * 12, b"x" * 27])
def test_what_is_too_short_to_be_sealed_is_refused(content):
    with pytest.raises(WrongKey):
        unseal([KEY], "user", "id", Sealed(KEY.id, content))


def test_neither_a_key_nor_a_ring_shows_itself(tmp_path: Path):
    ring = KeyRing(tmp_path / "credentials.key", KEY.text)
    for shown in (repr(KEY), str(KEY), repr(ring), str(vars(type(ring)))):
        assert KEY.text not in shown
        assert repr(KEY.content) not in shown


BAD = {
    "short": base64.b64encode(os.urandom(16)).decode(),
    "long": base64.b64encode(os.urandom(33)).decode(),
    "not base64": "this is no key at all, is it? no!!",
    "zeros": base64.b64encode(bytes(32)).decode(),
    "a pattern": base64.b64encode(b"\x01\x80" * 16).decode(),
    "an example": base64.b64encode(b"example-key-change-me-0123456789").decode(),
    "empty": "  ",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_bad_key_from_the_environment_is_refused_by_name(tmp_path: Path, text):
    with pytest.raises(WrongKey, match="BAILIWICK_CREDENTIAL_KEY") as refused:
        KeyRing(tmp_path / "credentials.key", text).read()
    assert not text.strip() or text not in str(refused.value)


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_bad_key_in_the_file_is_refused_by_the_files_name(tmp_path: Path, text):
    file = tmp_path / "credentials.key"
    file.write_text(f"# a comment\n{text}\n")
    with pytest.raises(WrongKey, match=r"credentials\.key"):
        KeyRing(file, None).read()


def test_the_file_is_written_for_its_owner_alone_and_read_again(tmp_path: Path):
    file = tmp_path / "home" / "credentials.key"
    ring = KeyRing(file, None)
    assert ring.read() == []
    ring.write([OTHER, KEY])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert ring.read() == [OTHER, KEY]
    assert not ring.open_to_others
    assert [path.name for path in file.parent.iterdir()] == ["credentials.key"]
    file.chmod(0o644)
    assert ring.open_to_others


def test_keys_from_the_environment_may_be_several_and_the_file_is_left_alone(tmp_path: Path):
    ring = KeyRing(tmp_path / "credentials.key", f"{KEY.text}, {OTHER.text}")
    assert ring.read() == [KEY, OTHER]
    assert not list(tmp_path.iterdir())


def test_a_key_may_be_written_in_the_alphabet_of_addresses(tmp_path: Path):
    text = base64.urlsafe_b64encode(KEY.content).decode().rstrip("=")
    assert KeyRing(tmp_path / "x", text).read() == [KEY]
