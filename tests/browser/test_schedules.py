"""Schedules: written by hand, shown in words, switched, run and looked back at."""

import re  # noqa: TID251  (own fixed patterns)
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import change
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person

MADRID = "Europe/Madrid"


def new_schedule(site: LiveSite, person: Person, name: str, **more: Any) -> dict[str, Any]:
    """Schedule a message, every day at nine unless told otherwise, and return the schedule."""
    times = {} if "everySeconds" in more else {"cron": "0 9 * * *"}
    action = {"type": "message", "message": "What is 2 + 2?"}
    fields = {"name": name, "timezone": MADRID, "action": action, **times, **more}
    return change(site, person, "POST", "/api/schedules", json=fields)


def row(page: Page, name: str) -> Locator:
    """The line of a schedule."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=name))


def test_a_schedule_is_written_in_words_and_switched_off_and_on(web: Web, site: LiveSite) -> None:
    person = site.person()
    page = web.open("/schedules", person=person)
    page.get_by_role("button", name="Create a schedule").click()
    form = page.get_by_role("dialog", name="New schedule")
    form.get_by_role("button", name="Create", exact=True).click()
    expect(form.get_by_role("alert")).to_have_text(["Give it a name.", "Write the message."])
    form.get_by_role("textbox", name="Name").fill("News of the morning")
    form.get_by_role("combobox", name="Rhythm").select_option("On some days of the week")
    form.get_by_role("button", name="Wednesday").click()
    form.get_by_label("At", exact=True).fill("08:30")
    preview = form.get_by_role("region", name="The next times")
    expect(preview).to_contain_text("Every Monday and Wednesday at 08:30 AM")
    expect(preview.get_by_role("listitem")).to_have_count(10)
    assert {text[:3] for text in preview.get_by_role("listitem").all_inner_texts()} == {"Mon", "Wed"}
    form.get_by_role("textbox", name="Message").fill("What is new?")
    assert axe(page) == []
    form.get_by_role("button", name="Create", exact=True).click()

    mine = row(page, "News of the morning")
    expect(mine).to_contain_text("Every Monday and Wednesday at 08:30 AM")
    expect(mine).to_contain_text("Sends a message to the agent that fits best")
    expect(mine).to_contain_text("It has not run yet")
    switch = mine.get_by_role("switch", name="Let “News of the morning” run by itself")
    with page.expect_response("**/api/schedules/*/pause"):
        switch.click()
    expect(switch).not_to_be_checked()
    expect(mine).to_contain_text("Paused")
    page.reload()
    expect(switch).not_to_be_checked()
    with page.expect_response("**/api/schedules/*/resume"):
        switch.click()
    expect(mine).not_to_contain_text("Paused")
    assert change(site, person, "GET", "/api/schedules")["schedules"][0]["status"] == "active"


def test_a_change_of_the_clocks_and_a_wrong_pattern_are_told_while_one_writes(web: Web, site: LiveSite) -> None:
    page = web.open("/schedules/new", person=site.person())
    form = page.get_by_role("dialog", name="New schedule")
    form.get_by_role("combobox", name="Rhythm").select_option("By a pattern")
    pattern = form.get_by_role("textbox", name="Pattern")
    pattern.fill("61 2 * * *")
    preview = form.get_by_role("region", name="The next times")
    expect(preview.get_by_role("listitem")).to_have_count(0)
    expect(preview).to_contain_text("no cron pattern")
    pattern.fill("30 2 * * *")
    form.get_by_role("button", name="Begin and end").click()
    form.get_by_label("Not before (optional)").fill("2027-03-27T00:00")
    expect(preview).to_contain_text("The clocks go forward just before.")
    expect(preview.get_by_role("listitem").nth(1)).to_contain_text("Mar 28, 2027, 03:00 AM")
    form.get_by_role("combobox", name="Time zone").fill("Mars/Olympus")
    expect(preview).to_contain_text("Say when")


def test_what_a_schedule_did_leads_to_where_it_was_done(web: Web, site: LiveSite) -> None:
    person = site.person()
    asks = new_schedule(
        site, person, "Sums", action={"type": "message", "message": "What is 12% of 340?", "agentId": "peter-logical"}
    )
    new_schedule(
        site,
        person,
        "Equations",
        everySeconds=7200,
        action={"type": "task", "title": "Solve 2x + 5 = 15", "agentId": "peter-logical"},
    )
    page = web.open(f"/schedules/{asks['id']}", person=person)
    sums = page.get_by_role("dialog", name="Sums")
    sums.get_by_role("button", name="Run now").click()
    history = sums.get_by_role("region", name="What it did")
    expect(history.get_by_role("listitem")).to_contain_text("completed · by hand")
    history.get_by_role("button", name="Open the conversation").click()
    expect(page.get_by_role("article").last).to_contain_text("40.8")

    page.goto("/schedules")
    row(page, "Equations").get_by_role("button", name="What to do with “Equations”").click()
    page.get_by_role("menuitem", name="Run now").click()
    page.get_by_role("link", name="Equations").click()
    page.get_by_role("dialog", name="Equations").get_by_role("link", name="Open the task").click()
    expect(page.get_by_role("dialog", name="Task 1").get_by_role("region", name="Your judgement")).to_contain_text(
        "x = 5"
    )
    expect(page).to_have_url(re.compile("/tasks/"))


def test_a_schedule_is_changed_and_deleted_and_can_be_brought_back(web: Web, site: LiveSite) -> None:
    person = site.person()
    made = new_schedule(site, person, "Nightly", cron="0 2 1 * *", missed="skip")
    page = web.open("/schedules", person=person)
    row(page, "Nightly").get_by_role("button", name="What to do with “Nightly”").click()
    page.get_by_role("menuitem", name="Edit").click()
    form = page.get_by_role("dialog", name="Nightly")
    expect(form.get_by_role("combobox", name="Rhythm")).to_have_value("monthly")
    form.get_by_role("combobox", name="Day").select_option("the last day")
    form.get_by_role("combobox", name="Times that were missed").select_option("Make up for them once")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("region", name="When", exact=True)).to_contain_text(
        "On the last day of each month at 02:00 AM"
    )
    expect(form).to_contain_text("Make up for them once")
    form.get_by_role("button", name="Close").click()

    for undone in (True, False):
        row(page, "Nightly").get_by_role("button", name="What to do with “Nightly”").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(page.get_by_role("heading", name="Nothing is scheduled yet")).to_be_visible()
        page.get_by_role("button", name="Undo" if undone else "Dismiss").first.click()
        if undone:
            expect(row(page, "Nightly")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Nothing is scheduled yet")).to_be_visible()
    assert change(site, person, "GET", "/api/schedules")["schedules"] == [], made["id"]


def test_times_are_said_in_spanish_on_a_phone(web: Web, site: LiveSite) -> None:
    person = site.person()
    new_schedule(site, person, "Resumen", cron="30 8 * * 1-5")
    new_schedule(site, person, "Nieve", everySeconds=1800)
    page = web.open("/schedules", person=person, viewport=PHONE, locale="es-ES")
    expect(row(page, "Resumen")).to_contain_text("De lunes a viernes a las 08:30")
    expect(row(page, "Nieve")).to_contain_text("Cada 30 minutos")
    assert too_wide(page) == []
    page.get_by_role("link", name="Nieve").click()
    expect(
        page.get_by_role("dialog", name="Nieve").get_by_role("list", name="Las próximas veces").get_by_role("listitem")
    ).to_have_count(5)
    assert too_wide(page) == []
    assert axe(page) == []
