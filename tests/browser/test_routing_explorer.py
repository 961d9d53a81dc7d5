"""The page on which one sees where messages go and why, and asks why not elsewhere."""

import re  # noqa: TID251  (own fixed pattern)

from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import ask, change
from browser.layout import too_wide
from browser.web import PHONE, Web

EQUATION = "Solve the equation 2x + 3 = 7"
STOVE = "Which quokka stove is rusty?"
"""No agent that ships knows a word of it."""


def box(page: Page) -> Locator:
    """Where one writes what somebody might say."""
    return page.get_by_role("textbox", name="A message")


def why(page: Page) -> Locator:
    """The sentence above the picture."""
    return page.get_by_role("region", name=re.compile("^Deci")).get_by_role("heading", level=2)


def stage(page: Page, name: str) -> Locator:
    """One of the stages, in order."""
    return page.get_by_role("list", name="Stages, in order").get_by_role("button", name=re.compile(f"^{name}"))


def test_what_is_typed_shows_at_once_who_gets_it_and_why(web: Web) -> None:
    page = web.open("/routing")
    box(page).fill(EQUATION)
    expect(why(page)).to_contain_text("Peter got it because “Solve”, “equation”")
    expect(page.locator("mark").filter(has_text="equation").first).to_be_visible()
    expect(stage(page, "Intent")).to_contain_text("Decided here")
    expect(stage(page, "Follow-up")).to_contain_text("Passed on")
    stage(page, "Follow-up").click()
    expect(page.get_by_text("No agent of this roster answered before.")).to_be_visible()
    # The evidence of the one bar is in sight: what adds how much.
    expect(page.get_by_role("listitem").filter(has_text="“equation” keyword").last).to_contain_text("+20%")
    assert axe(page) == []
    web.shot(page, "routing-explorer")
    # The address holds what was asked, so that it can be shown to somebody else.
    page.wait_for_url("**/routing?message=Solve*")
    page.reload()
    expect(box(page)).to_have_value(EQUATION)
    expect(why(page)).to_contain_text("Peter got it because")


def test_words_and_bars_point_at_each_other(web: Web) -> None:
    page = web.open("/routing?message=Write%20a%20poem%20about%20an%20equation")
    bars = page.get_by_role("button", name=re.compile("^(Ami|Peter)"))
    expect(bars).to_have_count(2)
    expect(page.locator("mark").filter(has_text="poem").first).to_be_visible()
    expect(page.get_by_text("Underlined: what speaks for Ami.")).to_be_visible()
    bars.filter(has_text="Peter").hover()
    expect(page.get_by_text("Underlined: what speaks for Peter.")).to_be_visible()
    expect(page.locator("mark").filter(has_text="poem")).to_have_count(0)
    page.mouse.move(0, 0)
    expect(page.locator("mark").filter(has_text="poem").first).to_be_visible()


def test_a_past_decision_is_opened_from_the_list_and_says_when_the_rules_have_changed(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, STOVE)
    page = web.open("/routing", person=person)
    page.get_by_role("button", name=STOVE).click()
    page.wait_for_url("**/routing?decision=*")
    expect(why(page)).to_contain_text("no specialist fits")
    expect(page.get_by_text("It would be decided the same now.")).to_be_visible()
    agent = {"id": "quokka", "name": "Quokka", "description": "Knows quokkas.", "tags": ["quokka"], "role": "custom"}
    change(web.site, person, "POST", "/api/agents/create", json=agent)
    expect(page.get_by_text("Now it would go to Quokka.")).to_be_visible()
    page.get_by_role("button", name="Try it now").click()
    expect(why(page)).to_contain_text("Quokka got it because “quokka” is among its words.")
    expect(box(page)).to_have_value(STOVE)
    page.go_back()
    expect(why(page)).to_contain_text("no specialist fits")
    expect(box(page)).to_have_value("")


def test_the_smallest_change_is_proven_and_becomes_a_release_with_one_press(web: Web) -> None:
    person = web.site.person()
    page = web.open("/routing", person=person)
    box(page).fill(STOVE)
    expect(why(page)).to_contain_text("no specialist fits")
    page.get_by_role("combobox", name="Ask why not").select_option("Ski")
    answer = page.get_by_role("region", name="Should somebody else get it?")
    expect(answer).to_contain_text("The smallest change")
    expect(answer).to_contain_text("Proven")
    expect(answer.get_by_role("listitem")).to_have_text(re.compile("^Give Ski the tag “(quokka|stove|rusty)”$"))
    assert axe(page) == []
    web.shot(page, "routing-why-not")
    answer.get_by_role("button", name="Make it a candidate release").click()
    page.wait_for_url("**/routing?tab=releases&release=*")
    number = re.search(r"release=(?:%22)?(\d+)", page.url)
    assert number is not None
    expect(page.get_by_role("button", name="Publish", exact=True)).to_be_visible()
    change(web.site, person, "POST", f"/api/routing/releases/{number[1]}/publish", json={})
    # It was published elsewhere: the page says so, and no window comes up for it.
    page.wait_for_url("**/routing?tab=releases")
    expect(page.get_by_text(f"Release {number[1]}", exact=True).first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("navigation", name="Parts of routing").get_by_role("link", name="Explorer").click()
    box(page).fill(STOVE)
    expect(why(page)).to_contain_text("Ski got it because")


def test_what_no_change_can_do_is_said(web: Web) -> None:
    page = web.open("/routing?message=hello&whyNot=ski")
    answer = page.get_by_role("region", name="Should somebody else get it?")
    expect(answer).to_contain_text("No change of tags, keywords or examples can do it")
    expect(answer).to_contain_text("small talk")
    expect(answer.get_by_role("button", name="Make it a candidate release")).to_have_count(0)
    answer.get_by_role("button", name="Close").click()
    expect(answer).not_to_contain_text("small talk")


def test_lint_leads_to_the_field_that_is_odd(web: Web) -> None:
    person = web.site.person()
    agent = {"id": "quokka", "name": "Quokka", "tags": ["quokka", "QUOKKA"], "role": "custom", "languages": ["en"]}
    change(web.site, person, "POST", "/api/agents/create", json=agent)
    ask(web.site, person, "Where do I see a quokka?")
    page = web.open("/routing?tab=lint&agent=quokka", person=person)
    odd = page.get_by_role("region", name="Quokka")
    expect(odd).to_contain_text("Tag “QUOKKA” is the same as")
    gets = page.get_by_role("table", name="Recent messages by agent")
    expect(gets.get_by_role("row").filter(has_text="Quokka")).to_contain_text("1")
    assert axe(page) == []
    odd.get_by_role("link", name="Change it (tags of Quokka)").first.click()
    page.wait_for_url("**/agents/quokka#field-tags")
    expect(page.get_by_role("textbox", name="Tags")).to_be_focused()


def test_savings_say_how_much_was_routed_without_a_model(web: Web) -> None:
    person = web.site.person()
    page = web.open("/routing?tab=savings", person=person)
    expect(page.get_by_role("heading", name="No message has been routed yet")).to_be_visible()
    ask(web.site, person, EQUATION)
    expect(page.get_by_text("of the last 1 message was decided by rules")).to_be_visible()
    expect(page.get_by_role("heading", name="Nothing to save")).to_be_visible()
    page.get_by_role("button", name=re.compile("^As a table: Where messages went")).click()
    expect(page.get_by_role("row", name=re.compile("Intent Peter 1"))).to_be_visible()
    assert axe(page) == []


def test_the_explorer_is_spanish_and_fits_a_phone(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, "Resuelve la ecuación 2x + 3 = 7")
    page = web.open("/routing", person=person, locale="es-ES", viewport=PHONE, dark=True)
    page.get_by_role("button", name="Resuelve la ecuación").click()
    expect(why(page)).to_contain_text("Le tocó a Peter porque «Resuelve», «ecuación»")
    assert too_wide(page) == []
    assert axe(page) == []
    web.shot(page, "routing-explorer-phone")
    page.get_by_role("button", name="Todas las decisiones").click()
    expect(page.get_by_role("textbox", name="Un mensaje")).to_be_visible()
    expect(page.get_by_role("button", name="Resuelve la ecuación")).to_be_visible()
