"""The events page: everything that happens, as it happens."""

import json
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from bailiwick.features.swarm.events import SwarmChanged
from bailiwick.kernel.events.facts import Event, MainIterated
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, ReasonCode
from browser.axe import axe
from browser.calls import ask, calling, change, hold_first
from browser.swarms import add, new_swarm
from browser.web import PHONE, Web, resize
from support.site import Person

AGENT = "peter-logical"
PAGE = 200
"""Events that are read at once."""


def happen(web: Web, person: Person, events: Sequence[Event]) -> None:
    """Store events as if the agent had worked."""
    site = web.site.site
    site.run(site.platform.stores[EventStore].append(person.user_id, events, agent=AGENT))


def rounds(first: int, count: int) -> list[Event]:
    """Return so many events that one can tell apart: `Round <number> of at most …`."""
    return [MainIterated(agent=AGENT, iteration=number, limit=90_000) for number in range(first, first + count)]


def events(page: Page) -> Locator:
    """The list."""
    return page.get_by_role("listbox", name="Events, newest last")


def rows(page: Page, text: str = "") -> Locator:
    """Rows that are drawn now and hold `text`."""
    return events(page).get_by_role("option").filter(has_text=text)


def test_what_an_agent_does_is_told_in_plain_words_as_it_happens(web: Web) -> None:
    person = web.site.person()
    page = web.open("/debug", person=person)
    expect(page.get_by_role("heading", name="Nothing has happened yet")).to_be_visible()
    ask(web.site, person, "Solve 2x + 3 = 7")
    expect(rows(page, "run began")).to_contain_text("Solve 2x + 3 = 7")
    expect(rows(page, "routed")).to_contain_text("Peter")
    expect(rows(page, "tool called")).to_be_visible()
    expect(rows(page, "run ended")).to_contain_text("Completed:")
    assert axe(page) == []


def test_events_from_before_are_there_in_order_and_in_spanish(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, "Resuelve 2x + 3 = 7")
    page = web.open("/debug", person=person, locale="es-ES", dark=True)
    kinds = page.get_by_role("listbox", name="Eventos").get_by_role("option")
    expect(kinds.filter(has_text="fin de la ejecución")).to_be_visible()
    told = kinds.all_inner_texts()
    began = next(index for index, text in enumerate(told) if "empieza la ejecución" in text)
    routed = next(index for index, text in enumerate(told) if "enrutado" in text)
    ended = next(index for index, text in enumerate(told) if "fin de la ejecución" in text)
    assert began < routed < ended
    expect(page.get_by_role("heading", name="Eventos", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "es"  # as the browser of somebody new speaks
    assert axe(page) == []


def test_kinds_agent_and_run_are_chosen_and_stay_in_the_address(web: Web) -> None:
    person = web.site.person()
    execution = ask(web.site, person, "Solve 2x + 3 = 7")
    page = web.open("/debug", person=person)
    expect(rows(page, "run ended")).to_be_visible()
    page.get_by_role("button", name="Kinds: Every kind").click()
    page.get_by_role("checkbox", name="Tools", exact=True).check()
    expect(rows(page, "run ended")).to_have_count(0)
    expect(rows(page, "tool called")).to_have_count(1)
    page.get_by_role("checkbox", name="tool called").uncheck()
    page.keyboard.press("Escape")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("tool answered")
    assert page.url.endswith("?kind=agent.tool_result")
    page.reload()
    expect(rows(page)).to_have_count(1)

    page.goto(f"/debug?execution={execution['id']}")
    expect(rows(page, "run ended")).to_be_visible()
    # What comes live is filtered as what was stored.
    other = ask(web.site, person, "Solve 5x = 10", agentId=AGENT)
    expect(page.get_by_text(f"Run {execution['id'][-6:]}", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove the filter").click()
    expect(rows(page, other["id"][-6:]).first).to_be_visible()
    page.get_by_role("combobox", name="Agent").select_option(AGENT)
    expect(rows(page, "handed over")).to_have_count(1)
    expect(rows(page, "run ended")).to_have_count(2)
    expect(rows(page, "conversation changed")).to_have_count(0)


def test_a_pause_holds_events_back_and_says_how_many(web: Web) -> None:
    person = web.site.person()
    happen(web, person, rounds(1, 3))
    page = web.open("/debug", person=person)
    expect(rows(page)).to_have_count(3)
    page.keyboard.press("Space")
    happen(web, person, rounds(4, 2))
    expect(page.get_by_text("Paused. 2 events wait.")).to_be_visible()
    expect(rows(page)).to_have_count(3)
    page.get_by_role("button", name="Go on").click()
    expect(rows(page)).to_have_count(5)


def test_search_finds_what_happened_long_ago(web: Web) -> None:
    person = web.site.person()
    execution = ask(web.site, person, "Remember the quokka")
    happen(web, person, rounds(1, PAGE + 50))
    page = web.open("/debug", person=person)
    expect(rows(page, f"Round {PAGE + 50} of")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search in the data")).to_be_focused()
    page.keyboard.type("QUOKKA")
    expect(rows(page, "run began")).to_contain_text("Remember the quokka")
    expect(rows(page, "Round")).to_have_count(0)
    page.keyboard.press("Control+A")
    page.keyboard.type("no such thing")
    expect(page.get_by_role("heading", name="No event matches")).to_be_visible()
    page.get_by_role("button", name="Remove the filters").click()
    expect(rows(page, "Round").first).to_be_visible()
    assert execution["status"] == "completed"


def test_an_event_is_read_in_full_with_the_keyboard(web: Web) -> None:
    person = web.site.person()
    execution = ask(web.site, person, "Solve 2x + 3 = 7")
    page = web.open("/debug", person=person)
    expect(rows(page, "run ended")).to_be_visible()
    events(page).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    detail = page.get_by_role("dialog")
    expect(detail.get_by_role("heading", name="run ended")).to_be_visible()
    expect(detail.get_by_label("Data")).to_contain_text('"status": "completed"')
    expect(detail.get_by_text(execution["id"])).to_be_visible()
    expect(detail.get_by_role("link", name="Open in chat")).to_have_attribute(
        "href", f"/chat/{execution['conversationId']}?turn={execution['id']}"
    )
    expect(detail.get_by_role("link", name="See in the graph")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("ArrowUp")
    expect(detail.get_by_role("heading", name="run ended")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(detail.get_by_role("heading", name="run ended")).to_be_visible()
    page.keyboard.press("Escape")
    expect(detail).to_have_count(0)
    expect(events(page)).to_be_focused()


def test_the_reader_is_moved_along_only_at_the_end(web: Web) -> None:
    person = web.site.person()
    happen(web, person, rounds(1, 100))
    page = web.open("/debug", person=person)
    expect(rows(page, "Round 100 of")).to_be_in_viewport()
    happen(web, person, rounds(101, 1))
    expect(rows(page, "Round 101 of")).to_be_in_viewport()
    events(page).hover()
    page.mouse.wheel(0, -1200)
    expect(rows(page, "Round 101 of")).not_to_be_in_viewport()
    there = rows(page, "Round 60 of")
    expect(there).to_be_in_viewport()
    before = there.bounding_box()
    happen(web, person, rounds(102, 7))
    fresh = page.get_by_role("button", name="7 new events")
    expect(fresh).to_be_visible()
    assert there.bounding_box() == before
    fresh.click()
    expect(rows(page, "Round 108 of")).to_be_in_viewport()
    expect(fresh).to_have_count(0)


def test_earlier_events_are_read_back_to_the_first_without_a_jump(web: Web) -> None:
    person = web.site.person()
    happen(web, person, rounds(1, PAGE + 30))
    page = web.open("/debug", person=person)
    expect(rows(page, f"Round {PAGE + 30} of")).to_be_visible()
    events(page).focus()
    page.keyboard.press("Home")
    first = rows(page, "Round 31 of")
    expect(first).to_be_in_viewport()
    expect(page.get_by_role("button", name="Load earlier events")).to_be_in_viewport()
    before = first.bounding_box()
    page.get_by_role("button", name="Load earlier events").click()
    expect(page.get_by_text(f"{PAGE + 30} events", exact=True).first).to_be_visible()
    expect(first).to_be_in_viewport()  # rows are put there before the next picture is drawn, which may be yet to come
    assert first.bounding_box() == before
    page.keyboard.press("Home")
    events(page).focus()
    page.keyboard.press("Home")
    expect(rows(page, "Round 1 of")).to_be_in_viewport()
    expect(page.get_by_text("This is the first stored event.")).to_be_attached()


def test_earlier_events_are_read_after_those_that_came_live(web: Web) -> None:
    person = web.site.person()
    happen(web, person, rounds(1, PAGE))
    page = web.open("/settings", person=person)
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    # More than a page of them is there already when the list is first looked at.
    happen(web, person, rounds(PAGE + 1, PAGE + 50))
    page.get_by_role("link", name="Events").first.click()
    expect(rows(page, f"Round {2 * PAGE + 50} of")).to_be_in_viewport()
    events(page).focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Load earlier events").click()
    expect(page.get_by_text(f"{2 * PAGE + 50} events", exact=True).first).to_be_visible()


def test_the_view_is_cleared_and_nothing_is_lost(web: Web) -> None:
    person = web.site.person()
    happen(web, person, rounds(1, 3))
    page = web.open("/debug", person=person)
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.get_by_text("Everything is still stored.")).to_be_visible()
    happen(web, person, rounds(4, 1))
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Show all").click()
    expect(rows(page)).to_have_count(4)


def test_what_is_shown_is_saved_as_json_lines(web: Web, tmp_path: Path) -> None:
    person = web.site.person()
    happen(web, person, rounds(1, 3))
    page = web.open("/debug", person=person)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename.endswith(".jsonl")
    download.value.save_as(tmp_path / "events.jsonl")
    saved = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    with calling(web.site, person) as client:
        assert saved == client.get("/api/debug/events").json()["events"][::-1]


def test_statistics_count_what_is_stored_and_lead_to_it(web: Web) -> None:
    person = web.site.person()
    page = web.open("/debug", person=person)
    ask(web.site, person, "Solve 2x + 3 = 7")
    counts = page.get_by_role("region", name="Stored, by kind")
    ended = counts.get_by_role("button", name="run ended")
    expect(ended).to_contain_text("1")
    ask(web.site, person, "Solve 2x + 3 = 9")
    expect(ended).to_contain_text("2")
    counts.get_by_role("button", name="As a table").click()
    expect(counts.get_by_role("row", name="run ended 2")).to_be_visible()
    rate = page.get_by_role("region", name="Events a second")
    expect(rate).not_to_contain_text("at most 0/s")
    rate.get_by_role("button", name="As a table").click()
    expect(rate.get_by_role("row", name="10 s", exact=False).first).to_be_visible()
    counts.get_by_role("button", name="As a chart").click()
    ended.click()
    expect(rows(page)).to_have_count(2)
    assert page.url.endswith("?kind=done")


def test_the_page_fits_a_phone(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, "Solve 2x + 3 = 7")
    page = web.open("/debug", person=person, viewport=PHONE)
    expect(rows(page, "run ended")).to_be_visible()
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_role("dialog").get_by_text("Stored, by kind")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Close").click()
    rows(page, "run ended").click()
    expect(page.get_by_role("dialog").get_by_label("Data")).to_be_visible()
    for width in (PHONE[0], 360):
        resize(page, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_ten_thousand_events_are_there_and_few_are_drawn(web: Web) -> None:
    person = web.site.person()
    page = web.open("/debug", person=person)
    expect(page.get_by_role("heading", name="Nothing has happened yet")).to_be_visible()
    for first in range(1, 10_201, 850):
        happen(web, person, rounds(first, 850))
        expect(rows(page, f"Round {first + 849} of")).to_be_in_viewport()
    expect(page.get_by_text("10,000 events")).to_be_visible()
    assert rows(page).count() < 100
    # The oldest were let go of here; they are read from the store.
    events(page).focus()
    page.keyboard.press("Home")
    expect(rows(page, "Round 201 of")).to_be_in_viewport()
    page.get_by_role("button", name="Pause and load earlier events").click()
    expect(page.get_by_text("10,200 events")).to_be_visible()
    events(page).focus()
    page.keyboard.press("Home")
    expect(rows(page, "Round 1 of")).to_be_in_viewport()


def test_swarms_and_residents_are_told_by_name_and_what_is_gone_by_what_it_was(web: Web) -> None:
    person = web.site.person()
    swarm = new_swarm(web.site, person, "Keep the light burning.", name="Lighthouse")["id"]
    gone = str(uuid4())
    happen(web, person, [SwarmChanged(swarm=gone, change="stopped", status="stopped", reason="")])
    page = web.open("/debug", person=person)
    expect(rows(page, "Lighthouse was begun")).to_be_visible()
    expect(rows(page, "A swarm was stopped")).to_be_visible()
    ben = add(web.site, person, swarm, "Ben")
    expect(rows(page, "Ben moved in")).to_be_visible()
    change(web.site, person, "POST", f"/api/swarms/{swarm}/residents/{ben}/pause")
    expect(rows(page, "Ben was paused")).to_be_visible()
    told = " ".join(rows(page).all_inner_texts())
    assert not [one for one in (swarm, gone, ben) if one in told]


EVERYTHING_SAID = """
const said = (window.said = [])
new MutationObserver(() => said.push(document.body?.innerText ?? ''))
  .observe(document, { childList: true, subtree: true, characterData: true })
"""


def test_a_spanish_page_waits_for_its_reasons_rather_than_say_them_in_english(web: Web) -> None:
    person = web.site.person()
    paused = Reason.of(ReasonCode.PAUSED)
    rests = SwarmChanged(swarm=str(uuid4()), change="paused", status="paused", reason=paused.text(), why=paused)
    happen(web, person, [rests])
    page = web.open(None, person=person, locale="es-ES")
    page.add_init_script(EVERYTHING_SAID)
    held = hold_first(page, "**/assets/reasons.es-*", "GET")
    with page.expect_response("**/api/overview*"):
        page.goto("/debug")
    held[0].continue_()
    expect(page.get_by_role("option").filter(has_text=paused.text("es"))).to_be_visible()
    said = page.evaluate("window.said")
    assert any(paused.text("es") in each for each in said)
    assert not any(paused.text() in each for each in said)
