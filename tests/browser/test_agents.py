"""Manage: the list of agents, what can be done to them, their editor with its test bench."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import ask, calling, change, hold_first
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person

REFUSED = "status of 422"
"""What the browser writes of a draft that the server refuses; the page says it at the field."""
GARDENER: dict[str, Any] = {
    "id": "gardener",
    "name": "Gardener",
    "role": "specialist",
    "description": "Knows plants.",
    "tags": ["roses", "soil", "jardín"],
    "examples": ["When do I prune my roses?", "What is 2 + 2?"],
}


def create(site: LiveSite, person: Person, **fields: Any) -> str:
    """Create an agent and return its id."""
    agent = {**GARDENER, **fields}
    change(site, person, "POST", "/api/agents/create", json=agent)
    return str(agent["id"])


def saved(site: LiveSite, person: Person, agent_id: str) -> dict[str, Any] | None:
    """Return the agent as the server has it, or nothing when it has none."""
    with calling(site, person) as client:
        answer = client.get(f"/api/agents/{agent_id}")
    return answer.json() if answer.is_success else None


def card(page: Page, name: str) -> Locator:
    """The agent's card in the list."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name, exact=True))


def command(page: Page, name: str, what: str) -> None:
    """Choose from the agent's menu."""
    page.get_by_role("button", name=f"Actions for {name}", exact=True).click()
    page.get_by_role("menuitem", name=what, exact=True).click()


def field(page: Page, name: str) -> Locator:
    """A field of the editor by its label."""
    return page.locator("form").get_by_label(name, exact=True)


def tags(page: Page) -> Locator:
    """Where tags are written."""
    return page.get_by_role("textbox", name="Tags", exact=True)


def save(page: Page) -> None:
    """Save and wait until that is said."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)


# the list


def test_the_list_shows_who_there_is_and_finds_by_words_and_filters(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    create(web.site, person, id="old", name="Retired", status="archived")
    page = web.open("/agents", person=person)
    expect(card(page, "Peter")).to_contain_text("Specialist · built-in")
    expect(card(page, "Retired")).to_have_count(0)
    page.get_by_role("searchbox", name="Search agents").fill("JARDIN")
    expect(page.get_by_role("list", name="Agents").get_by_role("listitem")).to_have_count(1)
    expect(card(page, "Gardener")).to_be_visible()
    page.get_by_role("searchbox", name="Search agents").fill("")
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Status", exact=True).select_option("archived")
    page.keyboard.press("Escape")
    expect(page.get_by_role("list", name="Agents").get_by_role("listitem")).to_have_count(1)
    expect(card(page, "Retired")).to_be_visible()
    page.get_by_role("button", name="Status: archived").click()
    expect(card(page, "Peter")).to_be_visible()


def test_the_chosen_view_is_remembered_and_the_table_sorts(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, "What is 2 + 2?", agentId="peter-logical")
    page = web.open("/agents", person=person)
    page.get_by_role("button", name="Table", exact=True).click()
    page.reload()
    table = page.get_by_role("table", name="Agents")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Ami")
    table.get_by_role("button", name="Runs").click()
    expect(table.get_by_role("columnheader", name="Runs")).to_have_attribute("aria-sort", "descending")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Peter")
    expect(table.get_by_role("row").nth(1)).to_contain_text("100%")


def test_a_thousand_agents_are_drawn_only_where_they_are_seen(web: Web) -> None:
    person = web.site.person()
    agents = [{"id": f"a{n}", "name": f"Agent {n}", "tags": [f"word{n}"]} for n in range(1000)]
    change(web.site, person, "POST", "/api/agents/import", json={"agents": agents})
    page = web.open("/agents", person=person)
    expect(page.get_by_text("1,011 agents")).to_be_visible()
    for view in ("Cards", "Table"):
        page.get_by_role("button", name=view, exact=True).click()
        page.keyboard.press("End")
        expect(page.get_by_role("link", name="Agent 999", exact=True)).to_be_visible()
        drawn = page.get_by_role("link", name="Agent ")
        assert drawn.count() < 60
        page.keyboard.press("Home")
        expect(page.get_by_role("link", name="Ami", exact=True)).to_be_visible()


def test_several_agents_are_paused_at_once_and_the_supervisor_is_left_as_it_is(web: Web) -> None:
    person = web.site.person()
    page = web.open("/agents", person=person)
    for name in ("Cleo", "Peter", "Ski"):
        page.get_by_role("checkbox", name=f"Select {name}").check()
    page.get_by_role("toolbar").get_by_role("button", name="Pause").click()
    expect(card(page, "Peter")).to_contain_text("paused")
    expect(card(page, "Ski")).to_contain_text("paused")
    expect(page.get_by_text("1 agent was left as it is: Cleo.").first).to_be_visible()
    assert saved(web.site, person, "cleo-supervisor")["status"] == "active"  # type: ignore[index]


def test_a_deleted_agent_can_be_brought_back_until_the_notice_is_gone(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page, other = web.open("/agents", person=person), web.open("/agents", person=person)
    command(page, "Gardener", "Delete")
    expect(card(page, "Gardener")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(card(page, "Gardener")).to_be_visible()
    assert saved(web.site, person, "gardener") is not None
    command(page, "Gardener", "Delete")
    expect(card(other, "Gardener")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    expect(card(other, "Gardener")).to_have_count(0)
    assert saved(web.site, person, "gardener") is None


def test_an_agent_that_ships_is_not_deleted_but_reset_with_a_way_back(web: Web) -> None:
    person = web.site.person()
    change(web.site, person, "PUT", "/api/agents/ski", json={"name": "Skier"})
    page = web.open("/agents", person=person)
    page.get_by_role("button", name="Actions for Skier").click()
    expect(page.get_by_role("menuitem", name="Delete")).to_have_count(0)
    page.get_by_role("menuitem", name="Reset to how it shipped").click()
    expect(card(page, "Ski")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(card(page, "Skier")).to_be_visible()
    assert saved(web.site, person, "ski")["name"] == "Skier"  # type: ignore[index]


def test_a_temporary_agent_counts_down_and_is_kept(web: Web) -> None:
    person = web.site.person()
    change(web.site, person, "POST", "/api/agents/register", json={"name": "Errand", "tags": ["errand"]})
    page = web.open("/agents", person=person)
    expect(card(page, "Errand")).to_contain_text("Expires in 29 min")
    card(page, "Errand").get_by_role("button", name="Keep").click()
    expect(card(page, "Errand")).to_contain_text("yours")
    expect(card(page, "Errand")).not_to_contain_text("Expires in")


def test_an_agent_made_elsewhere_appears_by_itself(web: Web) -> None:
    person = web.site.person()
    page = web.open("/agents", person=person)
    expect(card(page, "Peter")).to_be_visible()
    create(web.site, person)
    expect(card(page, "Gardener")).to_be_visible()


# import and export


def test_an_import_shows_what_would_happen_before_it_does(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents", person=person, allow=[REFUSED])
    page.get_by_role("button", name="Import").click()
    bundle = [
        {**GARDENER, "name": "Gardener the second"},
        {"id": "fresh", "name": "Fresh", "tags": ["the"], "nickname": "x"},
        {"id": "broken", "name": "Broken", "temperature": 9},
        {"id": "export", "name": "Reserved"},
    ]
    page.get_by_label("Or paste JSON").fill(json.dumps({"agents": bundle}))
    page.get_by_role("button", name="Look at it").click()
    preview = page.get_by_role("dialog")
    lines = preview.get_by_role("listitem")
    expect(lines.nth(0)).to_contain_text("replaces Gardener")
    expect(lines.nth(1)).to_contain_text("new")
    expect(lines.nth(1)).to_contain_text("stop words")
    expect(lines.nth(1)).to_contain_text("nickname")
    expect(lines.nth(2)).to_contain_text("temperature: At most 2.")
    expect(lines.nth(3)).to_contain_text("choose another id")
    assert saved(web.site, person, "fresh") is None
    preview.get_by_role("checkbox", name="Import Gardener the second").uncheck()
    preview.get_by_role("button", name="Import 1 agent").click()
    expect(preview.get_by_text("1 agent was added.")).to_be_visible()
    assert saved(web.site, person, "fresh") is not None
    assert saved(web.site, person, "gardener")["name"] == "Gardener"  # type: ignore[index]


def test_what_is_exported_can_be_imported_again_from_the_file(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents", person=person)
    with page.expect_download() as download:
        command(page, "Gardener", "Export")
    assert download.value.suggested_filename == "gardener.json"
    file = Path(download.value.path())
    assert [agent["id"] for agent in json.loads(file.read_text())["agents"]] == ["gardener"]
    change(web.site, person, "DELETE", "/api/agents/gardener")
    expect(card(page, "Gardener")).to_have_count(0)
    page.get_by_role("button", name="Import").click()
    page.locator("input[type=file]").set_input_files(
        {"name": "gardener.json", "mimeType": "application/json", "buffer": file.read_bytes()}
    )
    page.get_by_role("button", name="Import 1 agent").click()
    page.get_by_role("button", name="Done").click()
    expect(card(page, "Gardener")).to_be_visible()
    assert saved(web.site, person, "gardener")["tags"] == GARDENER["tags"]  # type: ignore[index]


def test_a_file_that_is_no_bundle_says_what_it_is(web: Web) -> None:
    page = web.open("/agents")
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Or paste JSON").fill("{not json")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not JSON")


# the editor


def test_a_new_agent_is_tried_before_it_is_created(web: Web) -> None:
    person = web.site.person()
    page = web.open("/agents", person=person)
    page.get_by_role("link", name="Create agent").click()
    field(page, "Name").fill("Señora Jardín")
    expect(field(page, "Id")).to_have_value("senora-jardin")
    tags(page).press_sequentially("zinnias,")
    expect(page.get_by_role("list", name="Tags").get_by_role("listitem")).to_have_count(1)
    bench = page.get_by_role("complementary", name="Beside the agent")
    bench.get_by_label("Say something, see the decision").fill("How do I water zinnias?")
    expect(bench.get_by_text("Señora Jardín gets it.")).to_be_visible()
    assert saved(web.site, person, "senora-jardin") is None
    page.get_by_role("button", name="Create agent").click()
    page.wait_for_url("**/agents/senora-jardin")
    expect(page.get_by_role("heading", name="Señora Jardín", level=1)).to_be_visible()
    assert saved(web.site, person, "senora-jardin")["tags"] == ["zinnias"]  # type: ignore[index]


def test_the_bench_tries_all_examples_at_once_and_decides_with_what_is_written_and_not_with_what_is_saved(
    web: Web,
) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    bench = page.get_by_role("complementary", name="Beside the agent")
    bench.get_by_role("button", name="Try all 2 examples").click()
    expect(bench.get_by_text("1 of 2 reach it")).to_be_visible()
    expect(bench.get_by_role("button", name="What is 2 + 2?")).to_contain_text("goes to Peter")
    bench.get_by_label("Say something, see the decision").fill("Tell me about xylophones")
    expect(bench.get_by_text("Gardener gets it.")).to_have_count(0)
    tags(page).fill("xylophones")
    page.keyboard.press("Enter")
    expect(bench.get_by_text("Gardener gets it.")).to_be_visible()
    assert saved(web.site, person, "gardener")["tags"] == GARDENER["tags"]  # type: ignore[index]


def test_what_the_server_refuses_stands_at_its_line_as_one_types(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person, allow=[REFUSED])
    page.get_by_role("button", name="Add to Patterns").click()
    page.get_by_role("textbox", name="Patterns: line 1").fill("(?=roses)x")
    expect(page.get_by_text("lookaround").first).to_be_visible()
    expect(page.get_by_role("link", name="What it is for needs attention")).to_be_visible()
    page.get_by_role("textbox", name="Patterns: line 1").fill("roses")
    expect(page.get_by_role("link", name="What it is for needs attention")).to_have_count(0)
    field(page, "Temperature").fill("7")
    expect(page.get_by_text("At most 2.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("1 field needs attention").first).to_be_visible()
    assert saved(web.site, person, "gardener")["temperature"] == 0.7  # type: ignore[index]


def test_warnings_stand_at_their_field_and_refuse_nothing(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    tags(page).fill("the")
    page.keyboard.press("Enter")
    expect(page.get_by_text("made of stop words").filter(visible=True)).to_be_visible()
    save(page)
    assert "the" in saved(web.site, person, "gardener")["tags"]  # type: ignore[index]


def test_tool_patterns_show_what_they_match_now(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person, allow=[REFUSED])
    page.get_by_role("button", name="Add to Tool patterns").click()
    page.get_by_role("textbox", name="Tool patterns: line 1").fill("getCurrent.*")
    expect(page.get_by_text("1 tool: getCurrentDateTime")).to_be_visible()
    page.get_by_role("textbox", name="Tool patterns: line 1").fill("[")
    expect(page.get_by_text("is not valid").first).to_be_visible()
    page.get_by_role("textbox", name="Tool patterns: line 1").fill("no_such_tool")
    expect(page.get_by_text("Matches no tool now.")).to_be_visible()
    page.get_by_role("button", name="Pick tools").click()
    page.get_by_role("checkbox", name="calculator").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Tool patterns: line 2")).to_have_value("calculator")
    expect(page.get_by_text("It can use 1 tool", exact=True)).to_be_visible()


def test_leaving_with_unsaved_changes_asks_first(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    field(page, "Name").fill("Botanist")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("dialog", name="Leave without saving?").get_by_role("button", name="Stay").click()
    expect(field(page, "Name")).to_have_value("Botanist")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("button", name="Save and leave").click()
    expect(page).to_have_url(f"{web.site.url}/")
    assert saved(web.site, person, "gardener")["name"] == "Botanist"  # type: ignore[index]


def test_ctrl_s_saves_only_what_was_changed_here(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    field(page, "Name").fill("Botanist")
    with page.expect_request(lambda request: request.method == "PUT") as sent:
        page.keyboard.press("Control+s")
    assert sent.value.post_data_json == {"name": "Botanist"}
    expect(page.get_by_role("heading", name="Botanist", level=1)).to_be_visible()


def test_what_is_written_while_an_agent_is_saved_stays_and_is_saved_next(web: Web) -> None:
    person, saves = web.site.person(), []
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)

    held = hold_first(page, "**/api/agents/gardener", "PUT")
    page.on("request", lambda request: saves.append(request.post_data_json) if request.method == "PUT" else None)
    field(page, "Name").fill("Botanist")
    with page.expect_request(lambda request: request.method == "PUT"):
        page.keyboard.press("Control+s")
    page.keyboard.press("Control+s")
    page.keyboard.type(" Royal")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        held[0].continue_()
    expect(page.get_by_role("heading", name="Botanist", level=1)).to_be_visible()
    expect(field(page, "Name")).to_have_value("Botanist Royal")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("heading", name="Botanist Royal", level=1)).to_be_visible()
    assert saves == [{"name": "Botanist"}, {"name": "Botanist Royal"}]


def test_a_change_made_elsewhere_is_announced_and_both_can_be_kept(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    field(page, "Name").fill("Mine")
    change(web.site, person, "PUT", "/api/agents/gardener", json={"name": "Theirs", "description": "Theirs too."})
    notice = page.get_by_role("alert").filter(has_text="Somebody else changed this agent")
    expect(notice).to_contain_text("name and description")
    notice.get_by_role("button", name="Keep mine").click()
    expect(field(page, "Description")).to_have_value("Theirs too.")
    expect(field(page, "Name")).to_have_value("Mine")
    save(page)
    now = saved(web.site, person, "gardener")
    assert now is not None
    assert (now["name"], now["description"]) == ("Mine", "Theirs too.")
    field(page, "Name").fill("Mine again")
    change(web.site, person, "PUT", "/api/agents/gardener", json={"name": "Theirs again"})
    notice.get_by_role("button", name="Load theirs").click()
    expect(field(page, "Name")).to_have_value("Theirs again")


def test_an_agent_that_is_deleted_elsewhere_can_be_created_again(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    field(page, "Name").fill("Phoenix")
    change(web.site, person, "DELETE", "/api/agents/gardener")
    page.get_by_role("button", name="Create it again").click()
    page.get_by_role("button", name="Create agent").click()
    expect(page.get_by_role("heading", name="Phoenix", level=1)).to_be_visible()
    assert saved(web.site, person, "gardener")["name"] == "Phoenix"  # type: ignore[index]


def test_the_supervisor_keeps_its_role_and_stays_active(web: Web) -> None:
    page = web.open("/agents/cleo-supervisor")
    expect(field(page, "Role")).to_be_disabled()
    expect(page.get_by_role("radio", name="paused")).to_have_count(0)
    page.get_by_role("button", name="Actions for Cleo").click()
    expect(page.get_by_role("menuitem", name="Export")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Duplicate")).to_have_count(0)


def test_figures_lead_to_the_thread_of_a_run(web: Web) -> None:
    person = web.site.person()
    run = ask(web.site, person, "What is 2 + 2?", agentId="peter-logical")
    page = web.open("/agents/peter-logical", person=person)
    page.get_by_role("radio", name="Figures").click()
    beside = page.get_by_role("complementary", name="Beside the agent")
    expect(beside.get_by_role("definition").first).to_have_text("1")
    beside.get_by_role("button", name="As a table").click()
    expect(beside.get_by_role("table").get_by_role("row")).to_have_count(15)
    beside.get_by_role("link", name="What is 2 + 2?").click()
    page.wait_for_url(f"**/chat/{run['conversationId']}*")


def test_words_are_edited_by_keyboard_alone(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents/gardener", person=person)
    chips = page.get_by_role("list", name="Tags").get_by_role("listitem")
    tags(page).focus()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name="jardín", exact=True)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect(chips).to_have_text(["roses", "jardín"])
    expect(page.get_by_role("button", name="jardín", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(tags(page)).to_have_value("jardín")
    page.keyboard.type("es")
    page.keyboard.press("Enter")
    expect(chips).to_have_text(["roses", "jardínes"])


def test_a_hostile_name_is_only_text(web: Web) -> None:
    person = web.site.person()
    hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
    create(web.site, person, name=hostile, description=hostile, tags=[hostile])
    page = web.open("/agents", person=person)
    page.on("dialog", lambda dialog: web.complaints.append(f"a dialog opened: {dialog.message}"))
    expect(card(page, hostile)).to_be_visible()
    page.get_by_role("link", name=hostile).click()
    expect(page.get_by_role("heading", name=hostile, level=1)).to_be_visible()
    assert page.locator("main img").count() == 0


# everybody


def test_nothing_serious_is_found_by_axe(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    page = web.open("/agents", person=person)
    expect(card(page, "Gardener")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("checkbox", name="Select Gardener").check()
    assert axe(page) == []
    page.get_by_role("link", name="Gardener", exact=True).click()
    bench = page.get_by_role("complementary", name="Beside the agent")
    bench.get_by_label("Say something, see the decision").fill("my roses")
    expect(bench.get_by_text("Gardener gets it.")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Icon: robot").click()
    expect(page.get_by_role("listbox")).to_be_visible()
    assert axe(page) == []


def test_a_phone_shows_all_of_it_in_spanish_and_dark(web: Web) -> None:
    person = web.site.person()
    create(web.site, person)
    for width in (PHONE[0], 360):
        page = web.open("/agents", person=person, viewport=(width, PHONE[1]), dark=True, locale="es-ES")
        expect(page.get_by_role("heading", name="Agentes", level=1)).to_be_visible()
        page.get_by_role("button", name="Tabla", exact=True).click()
        page.get_by_role("searchbox", name="Buscar agentes").fill("gardener")
        page.get_by_role("link", name="Gardener", exact=True).click()
        page.get_by_role("button", name="Banco de pruebas").click()
        drawer = page.get_by_role("dialog", name="Banco de pruebas y cifras")
        drawer.get_by_label("Di algo y mira la decisión").fill("roses")
        expect(drawer.get_by_text("Le llega a Gardener.")).to_be_visible()
        assert axe(page) == []
        page.keyboard.press("Escape")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
