"""Requests stay within their bounds, whatever the other side does."""

import asyncio
import datetime
import gzip
import ssl
import threading
import zlib
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from support.public_web import PUBLIC, Internet, Reply


@pytest.fixture
def internet():
    with Internet() as internet:
        yield internet


def get(internet, url, **options):
    async def story():
        return await internet.web().get(url, **options)

    return asyncio.run(story())


def failure(internet, url, **options):
    with pytest.raises(CallFailed) as failed:
        get(internet, url, **options)
    return failed.value


def test_a_page_comes_with_status_headers_and_address(internet):
    internet.page("http://shop.example/a", "¡Hola!", headers={"X-One": "1"})
    answer = get(internet, "http://shop.example/a#part", query={"q": "a b&c"})
    assert (answer.status, answer.text, answer.media_type, answer.headers["x-one"]) == (200, "¡Hola!", "text/html", "1")
    assert answer.url == "http://shop.example/a?q=a+b%26c"
    assert not answer.truncated
    (hit,) = internet.hits
    assert "cookie" not in hit.headers
    assert hit.headers["host"] == "shop.example"


def test_an_address_with_other_letters_is_reached_by_its_real_name(internet):
    internet.page("http://xn--caf-dma.example/", "café")
    assert get(internet, "http://café.example/").text == "café"


def test_redirects_are_followed_to_their_end_and_no_further_than_five(internet):
    for number in range(9):
        internet.serve(f"http://r.example/{number}", Reply(status=302, headers={"Location": f"/{number + 1}"}))
    internet.page("http://r.example/5", "end")
    assert get(internet, "http://r.example/0").url == "http://r.example/5"
    internet.serve("http://r.example/5", Reply(status=302, headers={"Location": "/6"}))
    assert "without end" in str(failure(internet, "http://r.example/0"))


def test_a_key_goes_to_the_host_it_was_meant_for_and_not_on_to_another(internet):
    internet.serve("http://one.example/", Reply(status=307, headers={"Location": "http://one.example/again"}))
    internet.serve("http://one.example/again", Reply(status=307, headers={"Location": "http://two.example/"}))
    internet.page("http://two.example/", "end")
    get(internet, "http://one.example/", headers={"X-Key": "canary"})
    assert [hit.headers.get("x-key") for hit in internet.hits] == ["canary", "canary", None]


def test_a_post_is_sent_as_json_and_leads_nowhere_else(internet):
    internet.serve("http://api.example/", Reply(b"{}", 307, {"Location": "http://two.example/"}))

    async def story():
        return await internet.web().post("http://api.example/", json={"q": "ñ"}, headers={"Authorization": "x"})

    assert asyncio.run(story()).status == 307
    (hit,) = internet.hits
    assert (hit.method, hit.body, hit.headers["authorization"]) == ("POST", b'{"q": "\\u00f1"}', "x")


def test_the_environments_proxy_is_not_used(internet, monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://10.0.0.1:3128")
    internet.page("http://shop.example/", "direct")
    assert get(internet, "http://shop.example/").text == "direct"
    assert internet.wires.asked == [(PUBLIC, 80)]


def test_a_body_is_cut_at_its_cap(internet):
    internet.page("http://big.example/", b"x" * 100_000)
    answer = get(internet, "http://big.example/", most_bytes=1000)
    assert (len(answer.body), answer.truncated) == (1000, True)


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress, lambda data: zlib.compress(data)[2:-4]])
def test_packed_bodies_are_unpacked(internet, pack):
    name = "gzip" if pack is gzip.compress else "deflate"
    internet.page("http://packed.example/", pack(b"hello " * 1000), headers={"Content-Encoding": name})
    assert get(internet, "http://packed.example/").body == b"hello " * 1000


def test_a_bomb_is_not_unpacked_beyond_the_cap(internet):
    bomb = zlib.compressobj(wbits=31)
    packed = b"".join(bomb.compress(bytes(1 << 20)) for _ in range(500)) + bomb.flush()
    internet.page("http://bomb.example/", packed, headers={"Content-Encoding": "gzip"})
    answer = get(internet, "http://bomb.example/")
    assert (len(answer.body), answer.truncated) == (2 << 20, True)


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "nonsense"])
def test_a_packing_that_was_not_asked_for_is_refused(internet, encoding):
    internet.page("http://odd.example/", b"...", headers={"Content-Encoding": encoding})
    assert failure(internet, "http://odd.example/").error_class is ErrorClass.TOOL


def test_a_broken_packing_is_refused(internet):
    internet.page("http://odd.example/", b"no gzip at all", headers={"Content-Encoding": "gzip"})
    assert "unpacked" in str(failure(internet, "http://odd.example/"))


def endless(line):
    """Write a line again and again until the other side leaves."""

    def write(file):
        try:
            while True:
                file.write(line)
        except OSError:
            pass

    return write


def drip(over):
    """Begin a page and send a byte of it now and then."""

    def write(file):
        file.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        try:
            while not over.wait(0.05):
                file.write(b"x")
                file.flush()
        except OSError:
            pass

    return write


RAW = {
    "endless headers": endless(b"X-Header: value\r\n"),
    "an endless header": endless(b"x" * 65_536),
    "no HTTP at all": lambda file: file.write(b"220 smtp.example ESMTP\r\n"),
    "nothing": lambda file: None,
    "a body cut short": lambda file: file.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"),
    "two lengths": lambda file: file.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"),
    "a broken chunk": lambda file: file.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
}


@pytest.mark.parametrize("raw", RAW.values(), ids=RAW.keys())
def test_a_server_that_speaks_no_proper_http_is_left(internet, raw):
    internet.serve("http://odd.example/", Reply(raw=raw))
    failed = failure(internet, "http://odd.example/", seconds=10)
    assert failed.error_class is ErrorClass.NETWORK
    assert "odd.example" in str(failed)


def test_an_endless_body_is_cut(internet):
    def write(file):
        file.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        endless(b"x" * 65_536)(file)

    internet.serve("http://endless.example/", Reply(raw=write))
    answer = get(internet, "http://endless.example/")
    assert (len(answer.body), answer.truncated) == (2 << 20, True)


def test_a_server_that_drips_is_left_when_the_time_is_over(internet):
    over = threading.Event()
    internet.serve("http://slow.example/", Reply(raw=drip(over)))
    failed = failure(internet, "http://slow.example/", seconds=0.5)
    over.set()
    assert failed.error_class is ErrorClass.TIMEOUT


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("ñ".encode(), "text/plain", "ñ"),
        ("ñ".encode("cp1252"), "text/plain", "ñ"),
        ("ñ".encode("cp1252"), "text/plain; charset=ISO-8859-1", "ñ"),
        ("“ñ”".encode("cp1252"), "text/plain; charset=latin1", "“ñ”"),
        ("日本".encode("shift_jis"), 'text/html; charset="Shift_JIS"', "日本"),
        ("<meta charset=euc-kr>한국".encode("euc-kr"), "text/html", "<meta charset=euc-kr>한국"),
        ("ñ".encode("utf-16"), "text/plain", "ñ"),
        (b"\xef\xbb\xbf\xc3\xb1", "text/plain; charset=iso-8859-1", "ñ"),
        ("ñ".encode(), "text/plain; charset=nonsense", "ñ"),
        ("ñ".encode(), "text/plain; charset=zip", "ñ"),
        (b"abc", "text/plain; charset=unicode_escape", "abc"),
        (b"abc", "text/plain; charset=punycode", "abc"),
        (b"abc", "text/plain; charset=undefined", "abc"),
        ("日".encode()[:2], "text/plain; charset=utf-8", "\ufffd"),
    ],
)
def test_text_is_read_in_its_own_character_set(internet, body, kind, text):
    internet.page("http://text.example/", body, kind=kind)
    assert get(internet, "http://text.example/").text == text


def test_a_text_that_was_cut_within_a_character_is_still_read_as_what_it_is(internet):
    internet.page("http://text.example/", "日本".encode() * 100, kind="text/plain")
    assert get(internet, "http://text.example/", most_bytes=302).text == "日本" * 50


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b"\xff"])
def test_what_is_not_json_is_said_to_be_none(internet, body):
    internet.page("http://api.example/", body, kind="application/json")
    with pytest.raises(CallFailed, match=r"api\.example"):
        get(internet, "http://api.example/").json()


def certificate(folder: Path, name: str) -> ssl.SSLContext:
    """Return what a server for `name` needs; its certificate is in the folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


def test_a_certificate_is_checked_against_the_name_and_not_the_address(internet, tmp_path):
    internet.secure(certificate(tmp_path, "safe.example"))
    internet.page("http://safe.example/", "sealed")
    internet.page("http://other.example/", "not for you")
    trust = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))

    async def story():
        assert (await internet.web(tls=trust).get("https://safe.example/")).text == "sealed"
        for web, url in (
            (internet.web(tls=trust), "https://other.example/"),
            (internet.web(tls=None), "https://safe.example/"),  # the product's own
        ):
            with pytest.raises(CallFailed, match="certificate"):
                await web.get(url)

    asyncio.run(story())
    assert len(internet.hits) == 1


def test_an_address_that_is_too_long_or_none_is_refused(internet):
    for url in ("", "hello", "http://" + "x" * 5000, "http://a b/", "http://x/\ny", "https://", "http://exa\0mple/"):
        assert failure(internet, url).error_class is ErrorClass.VALIDATION
