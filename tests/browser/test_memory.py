"""The memory page: finding what is known, and correcting it."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bailiwick.features.memory.records import EntityDraft, Provenance, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from browser.axe import axe
from browser.calls import ask, change
from browser.layout import too_wide
from browser.memory import (
    command,
    contents,
    dismiss,
    find,
    known,
    observations,
    relate,
    relations,
    remember,
    rows,
    show,
)
from browser.web import PHONE, Web
from support.site import Person

ANA = {
    "Ana García": ("person", ["lives in Berlin", "prefers the train", "favourite colour is green"]),
    "Acme": ("company", ["makes packaging machines"]),
    "Córdoba": ("city", ["Ana was born there"]),
}


@pytest.fixture
def person(web: Web) -> Person:
    """Somebody whose memory holds a person, a company and a city."""
    person = web.site.person()
    remember(web.site, person, ANA, source="https://example.org/ana")
    relate(web.site, person, ("Ana García", "works at", "Acme"), ("Ana García", "is a friend of", "Marta"))
    return person


def test_an_empty_memory_says_how_to_begin(web: Web) -> None:
    page = web.open("/memory")
    expect(page.get_by_role("heading", name="Nothing is remembered yet")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="New entity").last.click()
    window = page.get_by_role("dialog", name="New entity")
    window.get_by_label("Name").fill("Ana García")
    window.get_by_label("Type").fill("person")
    window.get_by_label("Observations").fill("lives in Berlin\nprefers the train\n\n")
    window.get_by_label("Source").fill("her letter")
    assert axe(page) == []
    window.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=2, name="Ana García")).to_be_visible()
    expect(observations(page)).to_have_count(2)
    expect(observations(page, "lives in Berlin")).to_contain_text("her letter")
    expect(rows(page, "Ana García")).to_contain_text("2 observations")


def test_words_are_found_in_any_form_and_marked(web: Web, person: Person) -> None:
    page = web.open("/memory", person=person)
    find(page, "cordoba")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).locator("mark")).to_have_text("Córdoba")
    find(page, "trains berlin")
    expect(rows(page, "Ana García").locator("mark")).to_have_text(["Berlin", "train"], use_inner_text=True)
    show(page, "Ana García")
    expect(observations(page, "lives in Berlin")).to_contain_text("You")
    source = observations(page, "lives in Berlin").get_by_role("link", name="https://example.org/ana")
    expect(source).to_have_attribute("rel", "noopener noreferrer nofollow")
    assert axe(page) == []


def test_a_piece_of_a_word_is_found_exactly_and_what_is_not_there_is_said(web: Web, person: Person) -> None:
    page = web.open("/memory", person=person)
    find(page, "ckagi")
    expect(page.get_by_text("1 contains exactly “ckagi”")).to_be_visible()
    expect(rows(page)).to_contain_text("Acme")
    find(page, "quux")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    page.get_by_role("button", name="Clear search and filters").click()
    expect(rows(page)).to_have_count(3)
    page.get_by_role("combobox", name="Type").select_option("city")
    expect(rows(page)).to_have_count(1)
    page.reload()
    expect(rows(page)).to_have_text("Córdobacity·1 observation")


def test_an_observation_is_added_changed_and_deleted_with_a_way_back(web: Web, person: Person) -> None:
    page = web.open("/memory", person=person)
    show(page, "Acme")
    page.get_by_role("button", name="Add an observation").click()
    page.get_by_label("Observation", exact=True).fill("makes packaging machines")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("That is written down already.")
    page.get_by_label("Observation", exact=True).fill("sits in Zaragoza")
    page.keyboard.press("Control+Enter")
    expect(observations(page)).to_have_count(2)

    observations(page, "Zaragoza").get_by_role("button", name="More about this observation").click()
    page.get_by_role("menuitem", name="Change").click()
    page.get_by_label("Change this observation").fill("sits in Teruel")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Change this observation")).to_be_hidden()
    expect(observations(page, "Teruel")).to_be_visible()
    assert contents(web.site, person, "Acme") == ["makes packaging machines", "sits in Teruel"]

    def delete() -> None:
        observations(page, "Teruel").get_by_role("button", name="More about this observation").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(observations(page)).to_have_count(1)

    delete()
    page.get_by_role("button", name="Undo").click()
    expect(observations(page, "Teruel")).to_be_visible()
    delete()
    dismiss(page)
    expect(rows(page, "Acme")).to_contain_text("1 observation")
    assert contents(web.site, person, "Acme") == ["makes packaging machines"]


def test_an_entity_is_renamed_and_what_belongs_to_it_follows(web: Web, person: Person) -> None:
    # The name is taken at first; and who reads what is renamed meanwhile is told that it is gone.
    page = web.open("/memory", person=person, allow=["409", "404"])
    show(page, "Acme")
    command(page, "Acme", "Rename or change type")
    window = page.get_by_role("dialog")
    window.get_by_label("Name").fill("Córdoba")
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_role("alert")).to_contain_text("Another entity has this name")
    expect(window.get_by_role("button", name="Merge the two instead")).to_be_visible()
    window.get_by_label("Name").fill("Acme Packaging")
    window.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=2, name="Acme Packaging")).to_be_visible()
    expect(observations(page, "makes packaging machines")).to_be_visible()
    expect(relations(page)).to_contain_text("Ana García")
    page.reload()
    expect(page.get_by_role("heading", level=2, name="Acme Packaging")).to_be_visible()


def test_relations_lead_on_are_added_and_a_missing_end_is_created(web: Web, person: Person) -> None:
    page = web.open("/memory", person=person)
    show(page, "Ana García")
    relations(page, "Marta").get_by_role("button", name="Create it").click()
    window = page.get_by_role("dialog", name="New entity")
    expect(window.get_by_label("Name")).to_have_value("Marta")
    window.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=2, name="Marta")).to_be_visible()
    expect(relations(page)).to_contain_text("is a friend of")

    page.get_by_role("button", name="Add a relation").click()
    window = page.get_by_role("dialog", name="Add a relation")
    window.get_by_label("Relation").fill("was born in")
    window.get_by_role("combobox", name="Other entity").fill("rdob")
    expect(window.get_by_role("option", name="Córdoba")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(window.get_by_text("Reads: Marta was born in Córdoba")).to_be_visible()
    window.get_by_role("button", name="Add").click()
    relations(page, "was born in").get_by_role("link", name="Córdoba").click()
    expect(page.get_by_role("heading", level=2, name="Córdoba")).to_be_visible()
    page.get_by_role("button", name="Delete this relation: Marta was born in Córdoba").click()
    expect(relations(page)).to_have_count(0)
    dismiss(page)
    expect(page.get_by_text("It is not connected with anything yet.")).to_be_visible()


def test_two_entities_become_one_and_the_page_says_before_what_moves(web: Web, person: Person) -> None:
    remember(web.site, person, {"Ana G.": ("person", ["prefers the train", "speaks Spanish"])})
    relate(web.site, person, ("Ana G.", "likes", "Córdoba"))
    page = web.open("/memory", person=person, allow=["404"])
    show(page, "Ana García")
    command(page, "Ana García", "Merge with another")
    window = page.get_by_role("dialog", name="Merge two entities")
    window.get_by_role("combobox", name="Merge with").fill("Ana G.")
    window.get_by_role("option", name="Ana G.").click()
    preview = window.get_by_role("region", name="What moves")
    expect(preview).to_contain_text("1 observation moves")
    expect(preview).to_contain_text("speaks Spanish")
    expect(preview).to_contain_text("Ana García likes Córdoba")
    expect(preview).to_contain_text("1 is there already")
    assert axe(page) == []
    window.get_by_role("button", name="Merge").click()
    expect(observations(page, "speaks Spanish")).to_be_visible()
    expect(relations(page, "likes")).to_be_visible()
    expect(rows(page, "Ana G.")).to_have_count(0)
    assert known(web.site, person, "Ana G.") is None


def test_a_deleted_entity_comes_back_by_the_notice_or_by_the_history(web: Web, person: Person) -> None:
    page, other = web.open("/memory", person=person, allow=["404"]), web.open("/memory", person=person)
    show(page, "Acme")
    command(page, "Acme", "Delete")
    page.get_by_role("button", name="Undo").click()
    show(page, "Acme")
    command(page, "Acme", "Delete")
    expect(rows(other, "Acme")).to_be_visible()
    dismiss(page)
    expect(rows(other, "Acme")).to_have_count(0)
    page.get_by_role("radio", name="History").click()
    entry = page.get_by_role("list", name="History").locator(":scope > li").filter(has_text="You deleted").first
    expect(entry).to_contain_text("You deleted Acme")
    entry.get_by_role("button", name="Details").click()
    expect(entry.get_by_role("list", name="Removed")).to_contain_text("makes packaging machines")
    assert axe(page) == []
    entry.get_by_role("button", name="Undo").click()
    expect(rows(page, "Acme")).to_be_visible()
    expect(rows(other, "Acme")).to_be_visible()
    expect(entry).to_contain_text("undone")
    assert contents(web.site, person, "Acme") == ["makes packaging machines"]


def test_what_cannot_be_undone_says_why(web: Web, person: Person) -> None:
    remember(web.site, person, {"Bo": ("person", [])})
    bo = known(web.site, person, "Bo")
    assert bo is not None
    change(web.site, person, "POST", f"/api/knowledge/entities/{bo['id']}/observations", json={"contents": ["tall"]})
    page = web.open("/memory?tab=history", person=person, allow=["409"])
    entry = page.get_by_role("list", name="History").locator(":scope > li").filter(has_text="You added Bo")
    entry.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Something was written about “Bo” since; undo that first.").first).to_be_visible()


def test_forgetting_for_good_asks_for_the_name_and_says_where_traces_remain(web: Web, person: Person) -> None:
    page = web.open("/memory", person=person, allow=["404"])
    show(page, "Ana García")
    command(page, "Ana García", "Forget for good")
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("This cannot be undone.")
    button = window.get_by_role("button", name="Forget for good")
    expect(button).to_be_disabled()
    window.get_by_role("textbox").fill("Ana")
    expect(button).to_be_disabled()
    window.get_by_role("textbox").fill("Ana García")
    assert axe(page) == []
    button.click()
    expect(window).to_contain_text("Erased: 1 entity, 3 observations, and 2 relations.")
    expect(window).to_contain_text("No conversation holds traces of it.")
    window.get_by_role("button", name="Done").click()
    expect(rows(page)).to_have_count(2)
    assert known(web.site, person, "Ana García") is None


def test_of_two_that_contradict_one_is_kept(web: Web, person: Person) -> None:
    ana = known(web.site, person, "Ana García")
    assert ana is not None
    change(
        web.site,
        person,
        "POST",
        f"/api/knowledge/entities/{ana['id']}/observations",
        json={"contents": ["favourite colour is blue"]},
    )
    page = web.open("/memory", person=person)
    page.get_by_role("radio", name="Conflicts 1").click()
    blue = page.get_by_role("listitem").filter(has_text="favourite colour is blue")
    expect(page.get_by_text("about “favourite colour”")).to_be_visible()
    assert axe(page) == []
    blue.get_by_role("button", name="Keep this").click()
    expect(page.get_by_role("heading", name="No contradictions")).to_be_visible()
    dismiss(page)
    expect(page.get_by_role("radio", name="Conflicts", exact=True)).to_be_visible()
    assert "favourite colour is green" not in contents(web.site, person, "Ana García")
    assert "favourite colour is blue" in contents(web.site, person, "Ana García")


def test_what_an_agent_remembers_leads_to_the_run_that_wrote_it(web: Web) -> None:
    person = web.site.person()
    page = web.open("/memory", person=person)
    done = ask(web.site, person, "Remember that Ana likes green tea", agentId="main")
    assert done["status"] == "completed"
    rows(page, "Ana").get_by_role("link").click()
    expect(observations(page, "green tea")).not_to_contain_text("You")
    observations(page, "green tea").get_by_role("button", name="the run").click()
    page.wait_for_url(f"**/chat/{done['conversationId']}?turn={done['id']}")
    expect(page.get_by_text("Remember that Ana likes green tea").first).to_be_visible()


def test_what_strangers_may_have_written_is_marked_and_found(web: Web, person: Person) -> None:
    site = web.site.site
    by = Provenance(author=WrittenBy.AGENT, agent_id="research", source="https://example.org/page", tainted=True)
    found = [EntityDraft("Widget", "product", ("costs nothing at all",))]
    site.run(site.platform.stores[KnowledgeStore].create_entities(person.user_id, found, by))
    page = web.open("/memory", person=person)
    expect(rows(page)).to_have_count(4)
    page.get_by_role("button", name="From outside: 1").click()
    expect(rows(page)).to_have_count(1)
    show(page, "Widget")
    expect(observations(page, "costs nothing")).to_contain_text("from outside")
    expect(observations(page, "costs nothing")).to_contain_text("Research")
    observations(page, "costs nothing").get_by_role("button", name="from outside").focus()
    expect(page.get_by_role("tooltip")).to_contain_text("Check it before you rely on it.")
    assert axe(page) == []
    page.get_by_role("button", name="From outside only").click()
    expect(rows(page)).to_have_count(4)


def test_what_others_write_appears_by_itself(web: Web, person: Person) -> None:
    page = web.open("/memory", person=person, allow=["404"])
    show(page, "Acme")
    remember(web.site, person, {"Zebra Ltd": ("company", [])})
    expect(rows(page, "Zebra Ltd")).to_be_visible()
    acme = known(web.site, person, "Acme")
    assert acme is not None
    change(web.site, person, "POST", f"/api/knowledge/entities/{acme['id']}/observations", json={"contents": ["hires"]})
    expect(observations(page, "hires")).to_be_visible()
    change(web.site, person, "DELETE", f"/api/knowledge/entities/{acme['id']}")
    expect(page.get_by_role("heading", name="This entity is gone")).to_be_visible()


def test_the_memory_of_a_conversation_is_chosen_and_says_when_it_ends(web: Web, person: Person) -> None:
    conversation = ask(web.site, person, "What is 2 + 2?")["conversationId"]
    change(web.site, person, "PATCH", f"/api/conversations/{conversation}", json={"title": "Sums"})
    remember(web.site, person, {"Four": ("number", ["is even"])}, scope=conversation)
    page = web.open("/memory", person=person)
    expect(rows(page)).to_have_count(3)
    page.get_by_role("combobox", name="Which memory").select_option(label="Conversation: Sums")
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_text("It is forgotten in 11 hours unless something is added.")).to_be_visible()
    show(page, "Four")
    assert axe(page) == []
    page.get_by_role("link", name="Open the conversation").click()
    page.wait_for_url(f"**/chat/{conversation}*")


def test_a_file_is_looked_at_before_it_is_imported_and_taken_along_again(
    web: Web, person: Person, tmp_path: Path
) -> None:
    lines = [
        {"type": "entity", "name": "Bo", "entityType": "person", "observations": ["tall", "kind"]},
        {"type": "entity", "name": "Acme", "entityType": "company", "observations": ["hires"]},
        {"type": "relation", "from": "Bo", "to": "Acme", "relationType": "works at"},
    ]
    file = tmp_path / "memory.jsonl"
    file.write_text("\n".join([*map(json.dumps, lines), "{broken", '{"type":"note"}']), encoding="utf-8")
    page = web.open("/memory", person=person)
    page.get_by_role("button", name="Import").click()
    window = page.get_by_role("dialog", name="Import a memory")
    assert axe(page) == []
    window.locator("input[type=file]").set_input_files(file)
    for text in (
        "2 entities",
        "3 observations",
        "1 relation",
        "2 lines cannot be imported",
        "Line 4 is not valid JSON",
    ):
        expect(window.get_by_text(text)).to_be_visible()
    assert axe(page) == []
    assert known(web.site, person, "Bo") is None
    window.get_by_role("button", name="Import").click()
    expect(window.get_by_text("Added: 1 entity, 3 observations, and 1 relation.")).to_be_visible()
    window.get_by_role("button", name="Done").click()
    expect(rows(page, "Bo")).to_be_visible()
    assert contents(web.site, person, "Acme") == ["makes packaging machines", "hires"]

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as saving:
        page.get_by_role("menuitem", name="As any memory server reads it").click()
    saved = Path(saving.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0] in [json.loads(line) for line in saved]
    assert len(saved) == 7


def on_a_phone(web: Web, person: Person, path: str = "/memory", **more: object) -> Page:
    """Open a page in Spanish on a phone."""
    return web.open(path, person=person, viewport=PHONE, locale="es-ES", dark=True, **more)  # type: ignore[arg-type]


def test_on_a_phone_one_thing_is_shown_at_a_time_in_spanish(web: Web, person: Person) -> None:
    page = on_a_phone(web, person)
    entities = page.get_by_role("list", name="Entidades").get_by_role("listitem")
    expect(entities).to_have_count(3)
    assert too_wide(page) == []
    assert axe(page) == []
    entities.filter(has_text="Ana García").get_by_role("link").click()
    expect(page.get_by_role("region", name="Observaciones")).to_contain_text("lives in Berlin")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    assert too_wide(page) == []
    assert axe(page) == []
    page.get_by_role("radio", name="Grafo").click()
    expect(page.get_by_role("region", name="Grafo alrededor de Ana García")).to_contain_text("works at")
    assert too_wide(page) == []
    page.get_by_role("button", name="Volver a las entidades").click()
    page.get_by_role("radio", name="Resumen").click()
    expect(page.get_by_role("heading", name="Últimos cambios")).to_be_visible()
    assert too_wide(page) == []
    assert axe(page) == []
