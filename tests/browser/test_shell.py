"""The frame of the app: what holds on every page."""

import re  # noqa: TID251  (own fixed pattern)
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import axe
from browser.calls import ask, change
from browser.chat import composer
from browser.documents import LEASE, bring
from browser.layout import too_wide
from browser.live import LiveSite
from browser.memory import known, relate, remember
from browser.swarms import add, new_swarm
from browser.tasks import new_task
from browser.web import DESKTOP, PHONE, Web, go
from support.site import Person

AGENT = "peter-logical"
NARROWEST = 360


@dataclass(frozen=True)
class Home:
    """Somebody who has used the product for a while."""

    person: Person
    conversation_id: str
    decision_id: str
    execution_id: str
    entity_id: str
    swarm_id: str
    document_id: str
    task_id: str
    schedule_id: str


@pytest.fixture(scope="module")
def home(site: LiveSite) -> Home:
    """Threads, runs, an agent of one's own, a failure."""
    person = site.person("Ada")
    change(
        site,
        person,
        "POST",
        "/api/agents/create",
        json={
            "id": "quokka-keeper",
            "name": "Quokka keeper",
            "tags": ["quokka", "marsupial"],
            "icon": "paw-print",
            "description": "Knows everything about small marsupials that smile, and where to find them on an island.",
        },
    )
    done = ask(site, person, "Solve 2x + 3 = 7")
    ask(site, person, "What is 12% of 340?", agentId=AGENT)
    ask(site, person, "Remember that the marsupials need a very long shopping list " * 6)
    change(site, person, "PATCH", f"/api/conversations/{done['conversationId']}", json={"title": "Sums of the week"})
    remember(site, person, {"Quokka": ("animal", ["smiles"]), "Rottnest": ("island", [])}, source="https://example.org")
    relate(site, person, ("Quokka", "lives on", "Rottnest"))
    quokka = known(site, person, "Quokka")
    assert quokka is not None
    swarm = new_swarm(site, person, "Find every quokka of the island and tell each from the others", name="Quokkas")
    for name in ("Ben", "Dora"):
        add(site, person, swarm["id"], name, parentId=f"ana@{swarm['id']}")
    lease = bring(site, person, "lease.md", LEASE, tags=["home"])
    ids = (done["conversationId"], done["decision"]["id"], done["id"], quokka["id"], swarm["id"], lease["id"])
    task = new_task(
        site,
        person,
        "Count the quokkas of the island, by beach and by hour",
        agentId=AGENT,
        tags=["island"],
        description="# How\n\nWalk around it **once**.",
        dueAt="2026-01-15T09:00:00Z",
        priority="urgent",
    )
    new_task(site, person, "Write it all up", dependsOn=[task["id"]])
    daily = {"type": "message", "message": "How many quokkas smile today?"}
    count = {"name": "The daily count of all quokkas", "cron": "30 7 * * 1-5", "timezone": "Australia/Perth"}
    schedule = change(site, person, "POST", "/api/schedules", json={**count, "action": daily})
    return Home(person, *ids, task["id"], schedule["id"])


def settled(page: Page) -> None:
    """Wait until a page shows what it is about and nothing is on its way."""
    # A panel beside the page hides what is behind it where there is no room for both.
    expect(page.get_by_role("heading", level=1, include_hidden=True)).to_be_visible()
    page.wait_for_function("() => !document.querySelector('[aria-busy=true], .animate-pulse-soft.bg-hover')")


def address(path: str, home: Home) -> str:
    """Fill the ids of `home` into an address."""
    return path.format(
        conversation=home.conversation_id,
        decision=home.decision_id,
        execution=home.execution_id,
        entity=home.entity_id,
        swarm=home.swarm_id,
        document=home.document_id,
        task=home.task_id,
        schedule=home.schedule_id,
    )


@pytest.mark.parametrize(
    "paths",
    [
        ("/", "/chat", "/chat/{conversation}", "/chat/{conversation}?decision={decision}"),
        ("/agents", "/agents/new", "/agents/quokka-keeper", "/architecture", "/architecture?execution={execution}"),
        ("/tools", "/tools?tool=calculator", "/tools/servers", "/tools/credentials"),
        ("/approvals", "/debug", "/settings", "/figures"),
        ("/tasks", "/tasks?view=list", "/tasks?view=calendar&month=2026-01", "/tasks/{task}", "/tasks?new=true"),
        ("/schedules", "/schedules/{schedule}", "/schedules/new"),
        ("/swarm", "/swarm/{swarm}", "/swarm/{swarm}?resident=ana%40{swarm}"),
        ("/swarm/{swarm}?view=flow", "/swarm/{swarm}?view=waits", "/swarm/{swarm}?view=mail"),
        ("/memory", "/memory?tab=history", "/memory?entity={entity}", "/memory?entity={entity}&view=graph"),
        (
            "/routing?decision={decision}",
            "/routing?message=Solve%20it&whyNot=ski",
            "/routing?tab=lint",
            "/routing?tab=savings",
        ),
        ("/memory/documents", "/memory/documents?q=notice", "/memory/documents/{document}"),
    ],
    ids=lambda paths: paths[0],
)
def test_every_page_can_be_used_by_everybody_at_every_width(web: Web, home: Home, paths: tuple[str, ...]) -> None:
    page = web.open(address(paths[0], home), person=home.person)
    for path in paths:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        if path != paths[0]:
            go(page, address(path, home))
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        settled(page)
        assert (path, axe(page)) == (path, [])
        assert (path, too_wide(page)) == (path, [])
        page.emulate_media(color_scheme="dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        for width in (NARROWEST, PHONE[0]):
            page.set_viewport_size({"width": width, "height": PHONE[1]})
            page.wait_for_function("width => document.documentElement.clientWidth === width", arg=width)
            assert (path, width, too_wide(page)) == (path, width, [])
        assert (path, axe(page)) == (path, [])


def test_the_palette_finds_agents_conversations_and_runs_with_the_keyboard_alone(web: Web, home: Home) -> None:
    page = web.open("/settings", person=home.person)
    settled(page)
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search and commands")
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("quokka")
    best = palette.get_by_role("option", name="Quokka keeper")
    expect(best).to_have_attribute("aria-selected", "true")
    # A screen reader is told of the option that Enter takes.
    expect(palette.get_by_role("combobox")).to_have_attribute("aria-activedescendant", best.get_attribute("id") or "")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/chat.*agent=quokka-keeper"))

    page.keyboard.press("Control+k")
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("sums of the")
    expect(palette.get_by_role("option", name="Sums of the week")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(home.conversation_id))

    page.keyboard.press("Control+k")
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("2x + 3 = 7")
    run = palette.get_by_role("group", name="Runs").get_by_role("option", name="Solve 2x + 3 = 7")
    expect(run).to_be_visible()
    for _ in range(palette.get_by_role("option").count()):
        if run.get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{home.conversation_id}.*turn={home.execution_id}"))

    page.keyboard.press("Control+k")
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("events")
    expect(palette.get_by_role("option", name="Events", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(palette).to_have_count(0)


def test_a_page_that_loads_behind_the_palette_takes_none_of_its_letters(web: Web, home: Home) -> None:
    page = web.open("/settings", person=home.person)
    settled(page)
    palette = page.get_by_role("dialog", name="Search and commands")
    page.get_by_role("button", name="Search or jump to").click()
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("quokka")
    expect(palette.get_by_role("option", name="Quokka keeper")).to_have_attribute("aria-selected", "true")
    held: list[Route] = []
    page.route("**/assets/**", lambda route: held.append(route))
    with page.expect_request("**/assets/**"):
        page.keyboard.press("Enter")
    page.keyboard.press("Control+k")
    expect(palette.get_by_role("combobox")).to_be_focused()
    for route in held:
        route.continue_()
    page.unroute("**/assets/**")
    composer = page.locator("textarea")
    expect(composer).to_be_attached()
    page.keyboard.type("sums of the")
    expect(palette.get_by_role("combobox")).to_have_value("sums of the")
    expect(composer).to_have_value("")

    # Chosen with the mouse or by a key: the page that was asked for has the focus, not the button that was pressed.
    page.keyboard.press("Escape")
    expect(palette).to_have_count(0)
    page.goto("/settings")
    page.get_by_role("button", name="Search or jump to").click()
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("quokka")
    palette.get_by_role("option", name="Quokka keeper").click()
    expect(composer).to_be_focused()


def test_what_cannot_be_found_can_be_asked(web: Web) -> None:
    page = web.open("/")
    page.get_by_role("button", name="Search or jump to").click()
    page.get_by_role("combobox").fill("wombats in the garden")
    page.get_by_role("option", name="Ask: “wombats in the garden”").click()
    expect(page.get_by_role("article")).to_contain_text("wombats in the garden")


def test_language_and_theme_are_remembered(web: Web) -> None:
    page = web.open("/settings")
    settled(page)
    page.get_by_role("banner").get_by_role("button", name="Language").click()
    page.get_by_role("menuitem", name="Español").click()
    expect(page.get_by_role("heading", name="Ajustes", level=1)).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="Tema").click()
    page.get_by_role("menuitem", name="Oscuro").click()
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_role("heading", name="Ajustes", level=1)).to_be_visible()
    expect(html).to_have_attribute("lang", "es")
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Inicio").first.click()
    expect(page.get_by_role("link", name="Ver el grafo")).to_be_visible()


def test_from_loading_to_an_answer_without_a_mouse(web: Web) -> None:
    page = web.open("/")
    settled(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="What do you want to ask?")
    for _ in range(5):
        page.keyboard.press("Tab")
        if field.evaluate("field => field === document.activeElement"):
            break
    expect(field).to_be_focused()
    page.keyboard.type("Solve 2x + 3 = 7")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/chat"))
    expect(page.get_by_role("textbox", name="Message to Cleo")).to_be_focused()
    if page.get_by_role("textbox", name="Message to Cleo").input_value():
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Peter answered")).to_be_attached()
    expect(page.get_by_role("article").get_by_text("x = 2").first).to_be_visible()
    # The field is ready for the next one.
    page.keyboard.type("Solve 5x = 10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Peter answered")).to_have_count(2)


def test_every_page_is_reached_with_the_keyboard(web: Web) -> None:
    page = web.open("/")
    settled(page)
    for name in ("Home", "Chat", "Agents", "Architecture", "Events", "Settings"):
        link = page.get_by_role("navigation", name="Main navigation").first.get_by_role("link", name=name, exact=True)
        link.press("Enter")
        expect(link).to_have_attribute("aria-current", "page")
        settled(page)
        if name == "Chat":  # one can write at once
            expect(composer(page)).to_be_focused()


def test_an_address_that_leads_nowhere_says_so_and_leads_home(web: Web) -> None:
    page = web.open("/no-such-page", allow=["status of 404"])
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("link", name="Go home").click()
    settled(page)
    assert page.url == f"{web.site.url}/"


def test_signing_out_ends_the_session(web: Web) -> None:
    page = web.open("/", allow=["status of 401"])
    settled(page)
    page.get_by_role("button", name="Signed in as").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.goto("/chat")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
