"""Only public addresses can be reached, however another one is spelled."""

import asyncio
import itertools
import os
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.web.addresses import is_public, own_networks
from bailiwick.tools.web.network import resolve
from support.public_web import PUBLIC, Internet, Reply
from support.spellings import PRIVATE, SPELLINGS

FLOW = ["get", "redirect", "post", "fetch"]


@pytest.mark.parametrize("text", PRIVATE)
def test_an_address_inside_is_not_public(text):
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", [PUBLIC, "8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::65"])
def test_an_address_outside_is_public_unless_this_machine_is_in_its_network(text):
    address = ip_address(text)
    assert is_public(address)
    assert not is_public(address, [ip_network(text)])
    wide = ip_network(f"{text}/{'24' if address.version == 4 else '64'}", strict=False)
    assert not is_public(address, [ip_network("10.0.0.0/8"), wide])


def test_the_machines_own_networks_are_known():
    networks = own_networks()
    assert ip_network("127.0.0.0/8") in networks
    assert all(network.prefixlen >= 8 for network in networks)


@pytest.fixture
def internet():
    with Internet() as internet:
        yield internet


async def attempt(internet, flow, url):
    """Try to reach `url` one way and return the failure; nothing when something came back."""
    web = internet.web(own=own_networks)
    try:
        match flow:
            case "get":
                await web.get(url)
            case "post":
                await web.post(url, json={})
            case "redirect":
                internet.serve("http://start.example/", Reply(status=302, headers={"Location": url}))
                await web.get("http://start.example/")
            case _:
                await fetch_tool(web).run(context(), {"url": url})
    except CallFailed as failure:
        return failure
    return None


def fetch_tool(web):
    from bailiwick_skills.web.tools import web_tools  # the tools need sympy's questions too; only here

    return web_tools(web)[0]


def context():
    from bailiwick.tools.records import ToolContext

    return ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c")


@pytest.mark.parametrize("flow", FLOW)
def test_no_spelling_of_an_inner_address_is_ever_connected_to(internet, flow):
    async def resolved(host, port):
        answers = {
            "start.example": [PUBLIC],
            "example.org": [PUBLIC],
            "private.example": ["10.0.0.7"],
            "mixed.example": [PUBLIC, "127.0.0.1"],
            "mapped.example": ["::ffff:10.0.0.1"],
        }
        # Numbers in every spelling are read by the real resolver, which sends no query for them.
        return answers[host] if host in answers else await resolve(host, port)

    internet._resolve = resolved

    async def story():
        for url in SPELLINGS:
            failure = await attempt(internet, flow, url)
            # Redirected to, "http:/127.0.0.1/" is a path of the host that said so.
            if flow != "redirect" or url.startswith("//") or url.partition("://")[2][:1] not in ("", "/"):
                assert failure is not None, url
                assert failure.error_class in (ErrorClass.NETWORK, ErrorClass.VALIDATION), url
            inner = [host for host, _ in internet.wires.asked if host != PUBLIC]
            assert inner == [], url

    asyncio.run(story())
    assert all(hit.url.startswith("http://start.example/") for hit in internet.hits)
    assert (len(internet.hits) > 0) == (flow == "redirect")


def test_what_is_open_what_is_closed_and_what_does_not_exist_sound_alike(internet):
    internet.names |= {"a.example": ["10.0.0.1"], "b.example": [PUBLIC]}

    async def story():
        web = internet.web(dead=[PUBLIC])
        sentences = set()
        for name in ("a.example", "b.example", "c.example"):
            with pytest.raises(CallFailed) as failed:
                await web.get(f"http://{name}/")
            sentences.add((str(failed.value).replace(name, "X"), failed.value.error_class))
        assert len(sentences) == 1

    asyncio.run(story())


def test_a_name_that_changes_its_mind_is_used_as_it_was_checked(internet):
    turns = itertools.cycle([[PUBLIC], ["127.0.0.1"]])
    internet.page("http://flip.example/", "public")
    internet.names["flip.example"] = lambda: next(turns)

    async def story():
        web = internet.web(own=own_networks)
        assert (await web.get("http://flip.example/")).body == b"public"
        with pytest.raises(CallFailed):
            await web.get("http://flip.example/")
        assert (await web.get("http://flip.example/")).status == 200

    asyncio.run(story())
    assert internet.wires.asked == [(PUBLIC, 80)] * 2


def test_a_public_address_of_this_machine_itself_is_not_reached(internet):
    internet.page("http://me.example/", "mine")

    async def story():
        with pytest.raises(CallFailed):
            await internet.web(own=lambda: [ip_network("93.184.216.0/24")]).get("http://me.example/")

    asyncio.run(story())
    assert internet.wires.asked == []


def test_a_service_that_an_administrator_configured_may_be_private_and_nothing_else(internet):
    internet.page("http://search.internal:8888/search", "{}", kind="application/json")
    internet.serve(
        "http://search.internal:8888/away", Reply(status=302, headers={"Location": "http://other.internal/"})
    )
    internet.names |= {"search.internal": ["10.1.2.3"], "other.internal": ["10.1.2.4"]}

    async def story():
        web = internet.web(settings={"searxng_url": "http://search.internal:8888"})
        assert (await web.get("http://search.internal:8888/search", configured=True)).json() == {}
        for url, configured in (
            ("http://search.internal:8888/search", False),
            ("http://search.internal/search", True),
            ("http://other.internal/", True),
            ("http://search.internal:8888/away", True),
        ):
            with pytest.raises(CallFailed):
                await web.get(url, configured=configured)
        with pytest.raises(CallFailed):
            await fetch_tool(web).run(context(), {"url": "http://search.internal:8888/search"})

    asyncio.run(story())
    assert {host for host, _ in internet.wires.asked} == {"10.1.2.3"}


def test_with_inner_addresses_on_this_very_machine_nothing_arrives():
    unshare = shutil.which("unshare")
    if os.name != "posix" or os.geteuid() != 0 or unshare is None or shutil.which("ip") is None:
        pytest.skip("needs root, unshare and ip for a network of its own")
    done = subprocess.run(
        [unshare, "-n", sys.executable, "-m", "support.reach_inside"],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > len(SPELLINGS)
