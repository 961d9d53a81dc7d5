"""Tasks: on the board, in the list and in the calendar, carried out by agents and judged by a person."""

import json
import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from browser.axe import axe
from browser.calls import calling, change, hold_first
from browser.layout import too_wide
from browser.live import LiveSite
from browser.tasks import card, cards, carry, column, new_task, shows
from browser.web import PHONE, Web
from support.ledger import new_ledger

MADRID = ZoneInfo("Europe/Madrid")
EQUATION = "Solve 2x + 5 = 15"
ASKING = {
    "rule": [
        {
            "user": "write it down",
            "turn": [
                {"text": "I write it down.", "calls": [{"tool": "recordApproved", "arguments": {"text": "the deed"}}]},
                {"text": "It is **written** now."},
            ],
        }
    ],
    "turn": [{"text": "{user}"}],
}


def test_a_task_is_written_on_the_board_carried_out_returned_and_accepted(web: Web, site: LiveSite) -> None:
    person = site.person()
    page = web.open("/tasks", person=person)
    page.get_by_role("button", name="Create a task").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Title").fill("Call Ana")
    page.get_by_role("dialog").get_by_role("button", name="Create", exact=True).click()
    shows(page, "To do", "Call Ana")

    line = page.get_by_role("textbox", name="Add a task to To do")
    line.fill(EQUATION)
    line.press("Enter")
    expect(card(page, EQUATION)).to_be_visible()
    expect(line).to_be_focused()
    expect(line).to_have_value("")

    card(page, EQUATION).click()
    task = page.get_by_role("dialog", name="Task 2")
    task.get_by_role("button", name="Assigned to: Cleo decides").click()
    page.get_by_role("option", name="Peter").click()
    expect(task.get_by_role("button", name="Assigned to: Peter")).to_be_visible()
    task.get_by_role("button", name="Run", exact=True).click()
    judgement = task.get_by_role("region", name="Your judgement")
    expect(judgement).to_contain_text("x = 5")
    assert axe(page) == []

    judgement.get_by_role("button", name="Return").click()
    judgement.get_by_role("button", name="Return it").click()
    expect(judgement.get_by_role("alert")).to_have_text("Say what is missing.")
    judgement.get_by_role("textbox", name="What is missing?").fill("Show the check, please.")
    judgement.get_by_role("button", name="Return it").click()
    said = task.get_by_role("region", name="Activity")
    expect(said).to_contain_text("Show the check, please.")
    runs = task.get_by_role("region", name="Runs")
    expect(runs.get_by_role("button", name="completed")).to_have_count(2)

    said.get_by_role("textbox", name="Write a comment").fill("Well *done*.")
    said.get_by_role("button", name="Comment").click()
    expect(said.locator("em")).to_have_text("done")
    judgement.get_by_role("button", name="Accept").click()
    expect(judgement).to_have_count(0)
    expect(task.get_by_role("region", name="Result")).to_contain_text("x = 5")
    page.keyboard.press("Escape")
    shows(page, "Done", EQUATION)
    expect(page.get_by_label("Figures")).to_contain_text("Done in 7 days1")


def test_a_call_that_waits_for_the_person_is_decided_in_the_task(
    web: Web, start_site: Callable[..., LiveSite], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = new_ledger(tmp_path, monkeypatch)
    script = tmp_path / "script.json"
    script.write_text(json.dumps(ASKING), encoding="utf-8")
    site = start_site(model=f"scripted:{script}")
    person = site.person()
    clerk = {"id": "clerk", "name": "Clerk", "instructions": "You are a clerk.", "tools": ["record.*"]}
    change(site, person, "POST", "/api/agents/create", json=clerk)
    made = new_task(site, person, "Please write it down", agentId="clerk")
    page = web.open(f"/tasks/{made['id']}", site=site, person=person)
    task = page.get_by_role("dialog", name="Task 1")
    task.get_by_role("button", name="Run", exact=True).click()
    work = task.get_by_role("region", name="At work")
    expect(work).to_contain_text("I write it down.")
    work.get_by_role("button", name="Approve", exact=True).click()
    expect(task.get_by_role("region", name="Your judgement").locator("strong")).to_have_text("written")
    assert ledger.read_text(encoding="utf-8").rstrip().endswith(" the deed")


def test_cards_are_carried_by_the_mouse_and_what_may_not_be_is_told(web: Web, site: LiveSite) -> None:
    person = site.person()
    first = new_task(site, person, "Bake the bread")
    new_task(site, person, "Eat the bread", dependsOn=[first["id"]])
    new_task(site, person, "Wash the dishes")
    page = web.open("/tasks", person=person)
    shows(page, "To do", "Bake the bread", "Eat the bread", "Wash the dishes")

    carry(page, cards(page, "To do").nth(2), cards(page, "To do").nth(0), share=0.1)
    shows(page, "To do", "Wash the dishes", "Bake the bread", "Eat the bread")
    carry(page, cards(page, "To do").nth(2), column(page, "Doing"))
    expect(page.get_by_role("status").filter(has_text="It waits for tasks that are still open.").first).to_be_visible()
    shows(page, "Doing")
    carry(page, cards(page, "To do").nth(1), column(page, "Done"))
    shows(page, "Done", "Bake the bread")
    expect(cards(page, "To do").nth(1)).not_to_contain_text("Waits for other tasks")

    page.reload()
    shows(page, "To do", "Wash the dishes", "Eat the bread")
    carry(page, cards(page, "To do").nth(1), column(page, "Doing"))
    shows(page, "Doing", "Eat the bread")
    expect(page).to_have_url(re.compile("/tasks$"))


def test_the_board_needs_no_mouse(web: Web, site: LiveSite) -> None:
    person = site.person()
    for title in ("One", "Two", "Three"):
        new_task(site, person, title)
    page = web.open("/tasks", person=person)
    told = page.locator("main p[role=status]")
    card(page, "Open task 1").focus()
    page.keyboard.press("ArrowDown")
    expect(card(page, "Open task 2")).to_be_focused()
    page.keyboard.press("Space")
    expect(told).to_have_text("Picked up task 2. To do, place 2 of 3.")
    page.keyboard.press("ArrowUp")
    expect(told).to_have_text("To do, place 1 of 3.")
    page.keyboard.press("Escape")
    expect(told).to_have_text("Task 2 stays where it was.")
    shows(page, "To do", "One", "Two", "Three")

    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(told).to_have_text("Review, place 1 of 1.")
    page.keyboard.press("Space")
    shows(page, "Review", "Two")
    expect(card(page, "Open task 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Task 2")).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="What to do with task 3").press("Enter")
    page.keyboard.type("Move to Paused")
    page.get_by_role("menuitem", name="Move to Paused").press("Enter")
    shows(page, "To do", "One")
    page.get_by_role("button", name="Paused").press("Enter")
    expect(page.get_by_role("link", name="Three")).to_be_visible()


def test_what_waits_for_what_is_told_and_no_ring_can_be_made(web: Web, site: LiveSite) -> None:
    person = site.person()
    first = new_task(site, person, "Buy the flour")
    new_task(site, person, "Knead the dough", dependsOn=[first["id"]])
    # The browser itself notes every answer that is a refusal.
    page = web.open(f"/tasks/{first['id']}", person=person, allow=["422"])
    task = page.get_by_role("dialog", name="Task 1")
    waits = task.get_by_role("region", name="Waits for")
    expect(waits).to_contain_text("Blocks")
    waits.get_by_role("button", name="Add a task that has to be done first").click()
    waits.get_by_role("combobox", name="Find by title or number").fill("knead")
    waits.get_by_role("option", name="Knead the dough").click()
    expect(waits.get_by_role("alert")).to_contain_text("ring of tasks that wait for one another: #1 → #2 → #1")
    page.keyboard.press("Escape")

    waits.get_by_role("link", name="Knead the dough").click()
    second = page.get_by_role("dialog", name="Task 2")
    expect(second.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    second.get_by_role("button", name="Do not wait for task 1").click()
    expect(second.get_by_role("button", name="Run", exact=True)).to_be_enabled()


def test_tags_that_are_added_faster_than_they_are_saved_are_all_kept(web: Web, site: LiveSite) -> None:
    person = site.person()
    made = new_task(site, person, "Buy the flour")
    page = web.open(f"/tasks/{made['id']}", person=person)

    held = hold_first(page, f"**/api/tasks/{made['id']}", "PUT")
    task = page.get_by_role("dialog", name="Task 1")
    line = task.get_by_label("Add a tag")
    for index, tag in enumerate(("rye", "wheat", "spelt")):
        line.fill(tag)
        line.press("Enter")
        expect(task.get_by_role("button", name="Remove the tag")).to_have_count(index + 1)
    with page.expect_response(lambda answer: "spelt" in (answer.request.post_data or "")):
        held[0].continue_()
    held[0].request.response()
    with calling(site, person) as client:
        assert client.get(f"/api/tasks/{made['id']}").json()["tags"] == ["rye", "wheat", "spelt"]


def test_a_title_that_is_written_on_while_it_is_saved_stays(web: Web, site: LiveSite) -> None:
    person = site.person()
    made = new_task(site, person, "Buy the flour")
    page = web.open(f"/tasks/{made['id']}", person=person)

    held = hold_first(page, f"**/api/tasks/{made['id']}", "PUT")
    title = page.get_by_role("dialog", name="Task 1").get_by_role("textbox", name="Title")
    title.fill("Buy the sugar")
    with page.expect_request(lambda request: request.method == "PUT"):
        title.press("Enter")
    title.fill("Buy the sugar today")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        held[0].continue_()
    # What comes in later is there: so is all that came of the answer.
    change(site, person, "POST", f"/api/tasks/{made['id']}/comments", json={"content": "Brown sugar"})
    expect(page.get_by_text("Brown sugar")).to_be_visible()
    expect(title).to_have_value("Buy the sugar today")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        title.press("Enter")
    with calling(site, person) as client:
        assert client.get(f"/api/tasks/{made['id']}").json()["title"] == "Buy the sugar today"


def test_a_comment_that_is_sent_twice_at_once_is_written_once(web: Web, site: LiveSite) -> None:
    person = site.person()
    made = new_task(site, person, "Buy the flour")
    page = web.open(f"/tasks/{made['id']}", person=person)

    held = hold_first(page, "**/comments", "POST")
    activity = page.get_by_role("region", name="Activity")
    line = activity.get_by_role("textbox")
    line.fill("Two kilos of it")
    with page.expect_request("**/comments"):
        line.press("Control+Enter")
    expect(activity.get_by_role("button", name="Comment")).to_be_disabled()
    line.press("Control+Enter")
    held[0].continue_()
    held[0].request.response()
    expect(line).to_have_value("")
    expect(activity.get_by_role("listitem").filter(has_text="Two kilos of it")).to_have_count(1)
    with calling(site, person) as client:
        said = client.get(f"/api/tasks/{made['id']}").json()["comments"]
    assert [one["content"] for one in said if one["kind"] == "comment"] == ["Two kilos of it"]


def test_a_task_that_is_created_and_run_is_created_once(web: Web, site: LiveSite) -> None:
    person, held = site.person(), []
    page = web.open("/tasks?new=true", person=person)
    page.route("**/run", lambda route: held.append(route))
    window = page.get_by_role("dialog")
    title = window.get_by_role("textbox", name="Title")
    title.fill(EQUATION)
    with page.expect_request("**/run"):
        window.get_by_role("button", name="Create and run").click()
    title.press("Enter")
    expect(window.get_by_role("button", name="Create and run")).to_be_disabled()
    held[0].continue_()
    expect(page.get_by_role("dialog", name="Task 1")).to_be_visible()
    with calling(site, person) as client:
        assert [one["title"] for one in client.get("/api/tasks").json()["tasks"]] == [EQUATION]


def test_a_letter_that_is_typed_as_a_search_reaches_the_address_stays(web: Web, site: LiveSite) -> None:
    person = site.person()
    new_task(site, person, "Buy the flour")
    page = web.open("/tasks", person=person)
    search = page.get_by_role("searchbox", name="Search tasks")
    expect(search).to_be_visible()
    # The letter comes between the moment in which the address changes and the one in which the page shows it.
    page.evaluate("""() => {
      const replace = history.replaceState
      history.replaceState = function (...given) {
        replace.apply(this, given)
        if (!String(given[2]).includes('q=flo')) return
        history.replaceState = replace
        const field = document.querySelector('input[type=search]')
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'flou')
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }""")
    search.fill("flo")
    expect(page).to_have_url(re.compile(r"q=flou$"))
    expect(search).to_have_value("flou")


def test_a_deleted_task_can_be_brought_back_for_a_while(web: Web, site: LiveSite) -> None:
    person = site.person()
    for title in ("Keep me", "Throw me away"):
        new_task(site, person, title)
    page = web.open("/tasks?view=list", person=person)
    for title, again in (("Keep me", True), ("Throw me away", False)):
        row = page.get_by_role("row", name=title)
        row.get_by_role("button", name="What to do with task").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(row).to_have_count(0)
        expect(page.get_by_text(f"“{title}” is deleted.").first).to_be_visible()
        page.get_by_role("button", name="Undo" if again else "Dismiss").click()
    expect(page.get_by_role("row", name="Keep me")).to_be_visible()
    page.reload()
    expect(page.get_by_role("row", name="Keep me")).to_be_visible()
    expect(page.get_by_role("row", name="Throw me away")).to_have_count(0)


def test_the_list_and_the_calendar_show_what_the_address_asks_for(web: Web, site: LiveSite) -> None:
    person = site.person()
    today = datetime.now(MADRID).replace(hour=12, minute=0, second=0, microsecond=0)
    # In the middle of a month every neighbour is in sight.
    day = (today.replace(day=1) + timedelta(days=40)).replace(day=14)
    new_task(site, person, "Late already", dueAt=(today - timedelta(days=3)).isoformat(), priority="urgent")
    new_task(site, person, "Meet the printers", dueAt=day.isoformat(), tags=["paper"])
    new_task(site, person, "Some day", priority="low")
    page = web.open("/tasks?view=list", person=person)
    expect(page.get_by_role("row")).to_have_count(4)
    page.get_by_role("button", name="Show them").click()
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row", name="Late already")).to_contain_text("overdue")
    page.reload()
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("button", name="Due: Overdue").click()
    page.get_by_role("button", name="Due", exact=True).click()
    expect(page).to_have_url(re.compile("sort=due"))
    expect(page.get_by_role("row").nth(1)).to_contain_text("Late already")
    page.get_by_role("searchbox", name="Search tasks").fill("printers")
    expect(page.get_by_role("row")).to_have_count(2)
    assert axe(page) == []

    page.get_by_role("radio", name="Calendar").click()
    while not page.get_by_role("heading", name=f"{day:%B %Y}").is_visible():
        page.get_by_role("button", name="The month after").click()
    printers = card(page, "Meet the printers")
    after = page.locator(f"[data-day='{day + timedelta(days=2):%Y-%m-%d}']")
    carry(page, printers, after)
    expect(after).to_contain_text("Meet the printers")
    printers.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    moved = page.locator(f"[data-day='{day + timedelta(days=1):%Y-%m-%d}']")
    expect(moved).to_contain_text("Meet the printers")
    assert axe(page) == []
    found = change(site, person, "GET", "/api/tasks", params={"search": "printers"})["tasks"][0]
    assert datetime.fromisoformat(found["dueAt"]).astimezone(MADRID) == day + timedelta(days=1)


def test_on_a_phone_there_is_one_column_at_a_time_and_days_one_below_the_other(web: Web, site: LiveSite) -> None:
    person = site.person()
    tomorrow = datetime.now(MADRID) + timedelta(days=1)
    new_task(site, person, "Llamar a Ana", dueAt=tomorrow.isoformat())
    new_task(site, person, "Comprar pan", status="doing")
    page = web.open("/tasks", person=person, viewport=PHONE, locale="es-ES")
    expect(card(page, "Llamar a Ana")).to_be_visible()
    expect(card(page, "Comprar pan")).to_have_count(0)
    page.get_by_role("button", name="1 En curso").click()
    expect(card(page, "Comprar pan")).to_be_visible()
    page.get_by_role("button", name="Qué hacer con la tarea 2").click()
    page.get_by_role("menuitem", name="Mover a En revisión").click()
    page.get_by_role("button", name="1 En revisión").click()
    expect(card(page, "Comprar pan")).to_be_visible()
    assert too_wide(page) == []
    assert axe(page) == []
    page.get_by_role("radio", name="Calendario").click()
    if f"{tomorrow:%m}" != f"{datetime.now(MADRID):%m}":
        page.get_by_role("button", name="El mes siguiente").click()
    expect(page.get_by_role("link", name="Llamar a Ana")).to_be_visible()
    assert too_wide(page) == []
