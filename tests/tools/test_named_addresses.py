"""Addresses that a text names, whatever their spelling, and none besides."""

import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.named_addresses import looked_for, named, spelled
from bailiwick.tools.web.canonical import parse_url, web_address

HOSTS = st.sampled_from(
    ["known.example", "a.known.example", "b\u00fccher.example", "xn--bcher-kva.example", "192.0.2.7"]
)
SEGMENTS = st.text(alphabet="abcXYZ019-._~()',;:@!$&*+=\u00e9\u00df%20", min_size=1, max_size=8)
QUERIES = st.one_of(st.just(""), st.text(alphabet="abc=&19.-_~/?:@", min_size=1, max_size=12).map("?{}".format))
PATHS = st.lists(SEGMENTS.filter(lambda text: text not in (".", "..")), max_size=4).map("/".join)


@st.composite
def addresses(draw):
    """Return an address in its one spelling."""
    text = f"{draw(st.sampled_from(['http', 'https']))}://{draw(HOSTS)}/{draw(PATHS)}{draw(QUERIES)}"
    return web_address(text)


@st.composite
def other_spellings(draw, address):
    """Return another way to write an address that is opened as the same one."""
    scheme, _, rest = address.partition("://")
    host, _, target = rest.partition("/")
    host = "".join(draw(st.sampled_from([each, each.upper()])) for each in host)
    port = draw(st.sampled_from(["", ":443" if scheme == "https" else ":80"]))
    path, mark, query = target.partition("?")
    escaped = "".join(
        draw(st.sampled_from([each, f"%{ord(each):02x}", f"%{ord(each):02X}"]))
        if each.isalnum() and each.isascii() and "%" not in path
        else each
        for each in path
    )
    dots = draw(st.sampled_from(["", "./", "x/../", "%2e/", "x/%2E%2e/"]))
    scheme = draw(st.sampled_from([scheme, scheme.upper()]))
    fragment = draw(st.sampled_from(["", "#top"]))
    dot = draw(st.sampled_from(["", "."]))
    return f"{scheme}://{host}{dot}{port}/{dots}{escaped}{mark}{query}{fragment}"


@given(data=st.data())
@settings(deadline=None)
def test_every_spelling_of_an_address_that_was_named_is_the_same_address(data):
    address = data.draw(addresses())
    other = data.draw(other_spellings(address))
    assert web_address(other) == address
    assert named([web_address(other)], [f"See <{address}> for more"]) == {address}
    assert web_address(web_address(other)) == web_address(other), "a spelling that is the one stays as it is"


@given(data=st.data(), more=st.text(alphabet="ab1/?=&%-_~", max_size=6).map("{}b".format))
@settings(deadline=None)
def test_nothing_is_named_by_its_beginning_or_as_part_of_something_longer(data, more):
    address = data.draw(addresses())
    try:
        longer = web_address(address + more)
    except CallFailed:
        return
    if longer != address:
        assert not named([longer], [f"See <{address}> for more"])
        assert not named([address], [f"See <{longer}> for more"])


@given(data=st.data(), text=st.text(alphabet="abc:/.@%#?[]()' \n\\\"<>\u3002=&1", max_size=40))
@settings(deadline=None)
def test_what_is_let_through_is_opened_as_one_of_the_named_addresses(data, text):
    known = [data.draw(addresses()) for _ in range(2)]
    written = data.draw(
        st.sampled_from([text, *(f"{each}{text}" for each in known), *(f"{text}{each}" for each in known)])
    )
    try:
        opened = web_address(written)
    except CallFailed:
        return  # it is refused to every caller
    if named([opened], [" ".join(f"<{each}>" for each in known)]):
        assert opened in known
        assert str(parse_url(opened)) == opened, "what is looked at is what is opened"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("See https://known.example/a.", "https://known.example/a"),
        ("(https://known.example/a)", "https://known.example/a"),
        ("[it](https://known.example/a)[that](https://known.example/b)", "https://known.example/b"),
        ("**https://known.example/a**", "https://known.example/a"),
        ("https://known.example/Foo_(bar), and more", "https://known.example/Foo_(bar)"),
        ("href='https://known.example/a'", "https://known.example/a"),
        ("https://known.example/a,https://known.example/b", "https://known.example/a"),
        ("Look at known.example/a!", "https://known.example/a"),
        ("\u00bfconoces known.example?", "https://known.example/"),
        ('{"url":"https://known.example/a"}', "https://known.example/a"),
        ("mailto:ana@b.example https://known.example", "https://known.example/"),
    ],
)
def test_addresses_are_found_in_what_people_and_pages_write(text, address):
    assert named([address], [text]) == {address}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("write to ana@known.example", "https://known.example/"),
        ("https://known.example/a?b=c", "https://known.example/a"),
        ("https://known.example.evil.example/", "https://known.example/"),
        ("https://ana:secret@known.example/", "https://known.example/"),
        ("http://known.example/", "https://known.example/"),
        ("https://known.example/a" + "b" * 5000, "https://known.example/a"),
        ("xhttps://known.example/a", "https://known.example/"),
    ],
)
def test_what_only_looks_alike_is_not_named(text, address):
    assert not named([address], [text])


def test_what_a_call_was_given_and_repeats_names_nothing():
    address = "https://evil.example/?q=secret"
    given_for_it = [f"search for {address}xx and more"]
    assert not named([address, f"{address}xx"], [f"No result for {address}xx", address], unless_in=given_for_it)
    assert named([address], ["See https://evil.example/?q=%73ecret"], unless_in=["something else"])


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("https://evil.example/a", "https://evil.example/a"),
        ("evil.example/a", "https://evil.example/a"),
        ("see evil.example", "https://evil.example/"),
        ("https:evil.example/a", None),
        ("https:\\\\evil.example", None),
        (quote("https://evil.example/a", safe=""), "https://evil.example/a"),
        (quote(quote("https://evil.example/a", safe=""), safe=""), "https://evil.example/a"),
        ({"deep": [{"er": "ftp://evil.example/a"}]}, "ftp://evil.example/a"),
        ({"https://evil.example/key": 1}, "https://evil.example/key"),
        (json.dumps({"url": "https://evil.example/a"}), "https://evil.example/a"),
        ("https://known.example/a b c", None),
        ("url=192.0.2.9/x", "https://192.0.2.9/x"),
    ],
)
def test_whatever_could_be_opened_is_seen_in_arguments(value, address):
    found = looked_for({"argument": value})
    assert found if address is None else list(found) == [address]
    assert not named(found, ["https://known.example/a"])


@pytest.mark.parametrize(
    "value", ["from:ana.b@known.example subject:hello", "3.5 of 10, i.e. some", "", 5, None, ["a b"]]
)
def test_ordinary_arguments_hold_no_addresses(value):
    assert not looked_for({"argument": value})


@pytest.mark.parametrize(
    "text", ["https://a.example:8080/", "https://u@a.example", "//a.example", "", "a b", "https://", "x.."]
)
def test_what_is_no_address_of_the_public_web_is_refused_and_stays_as_it_is(text):
    with pytest.raises(CallFailed):
        web_address(text)
    assert spelled(text) == text
