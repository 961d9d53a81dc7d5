"""Misroutes: the wrong agent answered, the right one does it now, and the rules are put right."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.axe import axe
from browser.calls import ask, change
from browser.chat import answered, over, say, turns
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web

ROSES = "When do I prune my roses in March?"


def test_the_right_agent_answers_at_once_and_the_rules_learn_it(web: Web, start_site: Callable[..., LiveSite]) -> None:
    site = start_site(routing_examples=True)
    person = site.person()
    gardener = {"id": "gardener", "name": "Gardener", "description": "Looks after plants.", "tags": ["garden"]}
    change(site, person, "POST", "/api/agents/create", json=gardener)
    page = web.open("/chat", site=site, person=person)
    say(page, ROSES)
    over(turns(page))
    page.get_by_role("button", name="Wrong agent").click()
    expect(page.get_by_text("Who should have got it?")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("dialog", name="Wrong agent").get_by_role("button", name="Gardener").click()
    expect(answered(page, "Gardener")).to_have_count(1)
    over(turns(page))
    expect(turns(page)).to_have_count(1)
    page.get_by_role("button", name="Teach the router").click()
    report = page.get_by_role("list", name="Reported messages").get_by_role("listitem").first
    expect(report).to_contain_text(ROSES)
    expect(page.get_by_text("The router has learned it: this message goes to Gardener now.")).to_be_visible()
    assert axe(page) == []


def test_a_report_is_completed_becomes_a_candidate_and_is_taken_back(web: Web) -> None:
    person = web.site.person()
    change(web.site, person, "PATCH", "/api/routing/state", json={"autoPublish": False})
    decision = ask(web.site, person, ROSES)["decision"]["id"]
    change(
        web.site, person, "POST", f"/api/routing/decisions/{decision}/misroute", json={"note": "Neither knows roses"}
    )
    page = web.open("/routing?tab=misroutes", person=person)
    expect(page.get_by_text("nobody said who")).to_be_visible()
    page.get_by_label("Who should have got it?").select_option("Ami")
    page.get_by_role("button", name="See what would put it right").click()
    expect(page.get_by_text("With this, Ami gets the message:").first).to_be_visible()
    assert axe(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
    page.get_by_role("button", name="Make it a candidate release").first.click()
    expect(page.get_by_role("heading", name="waits")).to_be_visible()
    expect(page.get_by_text(f"“{ROSES}” is for Ami").first).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("heading", name="No misroutes")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Neither knows roses")).to_be_visible()
