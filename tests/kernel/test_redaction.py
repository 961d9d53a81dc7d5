"""Secrets are taken out of texts, however they are written there."""

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest

from bailiwick.kernel.redaction import redactor

SECRET = 'canary/7+x & "Grün"=?~<z>'


@pytest.mark.parametrize(
    "write",
    [
        lambda secret: secret,
        lambda secret: quote(secret, safe=""),
        lambda secret: quote(secret),
        quote_plus,
        lambda _: "canary%2f7%2bx%20%26%20%22Gr%c3%bcn%22%3d%3f~%3cz%3e",
        json.dumps,
        lambda secret: json.dumps(secret, ensure_ascii=False),
        html.escape,
        lambda secret: secret.encode().hex(),
        lambda secret: secret.encode().hex().upper(),
        lambda secret: base64.b64encode(secret.encode()).decode(),
        lambda secret: base64.urlsafe_b64encode(secret.encode()).decode().rstrip("="),
    ],
)
def test_a_secret_is_taken_out_in_every_writing(write):
    written = write(SECRET)
    cleaned = redactor([SECRET])(f"before {written} after")
    assert cleaned.startswith("before ")
    assert cleaned.endswith(" after")
    assert "…" in cleaned
    assert len(cleaned) < 30


@pytest.mark.parametrize("before", ["", "u", "us", "user", "user:", "user@example.org:"])
@pytest.mark.parametrize("after", ["", "x", "xy", "xyz"])
def test_base64_of_a_longer_text_does_not_give_the_secret_away(before, after):
    encoded = base64.b64encode(f"{before}{SECRET}{after}".encode()).decode()
    cleaned = redactor([SECRET])(f"Basic {encoded}")
    rest = cleaned.removeprefix("Basic ").replace("…", "")
    assert "…" in cleaned
    # What is left are the texts around it, and at most the two characters of base64 that the secret shares with them.
    assert len(rest) <= len(base64.b64encode(f"{before}{after}".encode())) + 8


def test_a_secret_of_several_lines_is_taken_out_line_by_line():
    lines = ["-----BEGIN KEY-----", "c2VjcmV0LWxpbmUtb25l", "c2VjcmV0LWxpbmUtdHdv", "end"]
    redact = redactor(["\n".join(lines) + "\n"])
    assert redact(f"found {lines[1]} and {lines[2]}") == "found … and …"
    assert redact("\n".join(lines)) == "…"
    assert redact("this is the end") == "this is the end"


def test_the_longest_secret_goes_first():
    assert redactor(["abcd", "abcdefgh"])("x abcdefgh y abcd z") == "x … y … z"


def test_texts_without_a_secret_are_left_alone():
    redact = redactor(["a-long-secret", "abc", "", None])
    assert redact("abc and a-short one") == "abc and a-short one"


def test_a_secret_that_is_half_a_character_is_no_reason_to_fail():
    assert redactor(["half \ud800 a character"])("x half \ud800 a character y") == "x … y"
