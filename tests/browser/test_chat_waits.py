"""A worker died in the middle of a call: the person decides what becomes of it."""

import re  # noqa: TID251  (own fixed pattern)
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.axe import axe
from browser.calls import change, submit
from browser.live import LiveSite
from browser.web import Web
from support.ledger import new_ledger, worker

SCRIPT = """
[[rule]]
user = "hold on"
[[rule.turn]]
text = "Holding. "
wait = "forever"

[[rule]]
user = "write hello"
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "hello" } }]
[[rule.turn]]
text = "Result: {result}"
"""


@pytest.mark.parametrize(
    ("button", "says", "effects"),
    [("Make the call again", "wrote hello", 2), ("Go on without repeating", "Nobody knows", 1)],
)
def test_a_call_whose_outcome_nobody_knows_is_settled_by_the_person(
    web: Web,
    start_site: Callable[..., LiveSite],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    says: str,
    effects: int,
) -> None:
    ledger = new_ledger(tmp_path, monkeypatch)
    script = tmp_path / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    model = f"scripted:{script}"
    site = start_site(model=model, concurrency=1, heartbeat_seconds=0.3, stalled_seconds=5)
    person = site.person()
    change(site, person, "POST", "/api/agents/create", json={"id": "ledger", "name": "Ledger", "tools": ["record.*"]})
    page = web.open("/chat?agent=ledger", site=site, person=person)
    # The site's own worker is busy, so that the other one takes what comes next and dies of it.
    busy = submit(site, person, "hold on", agentId="peter-logical")["id"]
    expect(page.get_by_role("link", name="hold on")).to_contain_text("running")
    page.get_by_role("textbox", name="Message to Ledger").fill("write hello into it")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/chat/[0-9a-f-]{36}"))
    database = site.site.platform.settings.database_url
    assert database is not None
    dying = worker(database.get_secret_value(), tmp_path, model, crash_at="before tool completed", stalled=5)
    assert dying.wait(60) == -signal.SIGKILL
    change(site, person, "POST", f"/api/agents/execution/{busy}/cancel")

    waiting = page.get_by_role("group", name="Waits for you")
    expect(waiting).to_be_visible(timeout=20_000)
    expect(page.get_by_text("Ledger waits for you")).to_be_visible()
    assert axe(page) == []
    waiting.get_by_role("button", name=button).click()
    expect(page.get_by_role("article").last).to_contain_text(says)
    expect(waiting).to_have_count(0)
    assert len(ledger.read_text().splitlines()) == effects
