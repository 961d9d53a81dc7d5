"""The page of notes and lists: what is kept by talking is seen there, and the other way round."""

from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person

NOTES = "/plugins/notes"


def filled(site: LiveSite) -> Person:
    """Somebody with three notes."""
    person = site.person()
    with site.site.client(person) as client:
        for title, lines in {
            "Trip to Rome": ["tent", "map of the old town"],
            "Notas": ["La contraseña del wifi es hunter2"],
            "Shopping list": ["milk", "eggs", "bread", "two lemons"],
        }.items():
            assert client.post("/api/notes", json={"title": title, "lines": lines}).status_code == 201
    return person


def line(page: Page, text: str) -> Locator:
    """A line of the note that is open."""
    return page.locator(".note").get_by_role("listitem").filter(has_text=text)


def open_note(page: Page, title: str) -> None:
    page.get_by_role("region", name="Your notes").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()


def test_a_list_is_started_filled_ticked_off_and_changed(web: Web) -> None:
    page = web.open("/", allow=["409"])
    page.get_by_role("navigation").get_by_role("link", name="Notes", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Notes")).to_be_visible()
    expect(page.get_by_role("heading", level=2, name="No notes yet")).to_be_visible()
    assert axe(page) == []
    web.shot(page, "notes-none")
    page.get_by_role("button", name="New note").click()
    dialog = page.get_by_role("dialog", name="New note")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_have_text("Give it a title.")
    dialog.get_by_label("Title").fill("Shopping list")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name="Shopping list")).to_be_visible()
    field = page.get_by_role("textbox", name="Add a line")
    for text in ("milk", "eggs", "bread"):
        field.fill(text)
        page.keyboard.press("Enter")
        expect(line(page, text)).to_be_visible()
        expect(field).to_be_focused()
    line(page, "eggs").get_by_role("checkbox").check()
    expect(page.locator(".note-when")).to_contain_text("2 of 3 left")
    page.get_by_role("button", name="Change: milk").click()
    page.get_by_role("textbox", name="Change: milk").fill("oat milk")
    page.keyboard.press("Enter")
    expect(line(page, "oat milk")).to_be_visible()
    page.get_by_role("button", name="Change: bread").click()
    page.get_by_role("textbox", name="Change: bread").fill("cake")
    page.keyboard.press("Escape")
    expect(line(page, "bread")).to_be_visible()
    page.get_by_role("button", name="Remove: bread").click()
    expect(line(page, "bread")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(line(page, "bread")).to_be_visible()
    page.get_by_role("button", name="More about Shopping list").click()
    page.get_by_role("menuitem", name="Rename").click()
    rename = page.get_by_role("dialog", name="Rename “Shopping list”")
    rename.get_by_label("Title").fill("Food")
    rename.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=2, name="Food")).to_be_visible()
    page.get_by_role("button", name="New note").click()
    dialog.get_by_label("Title").fill("food")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("There is a note “food” already")
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.reload()
    expect(line(page, "oat milk")).to_be_visible()
    expect(line(page, "eggs").get_by_role("checkbox")).to_be_checked()


def test_a_note_is_found_by_its_words_deleted_and_restored(web: Web) -> None:
    page = web.open(NOTES, person=filled(web.site))
    search = page.get_by_role("searchbox", name="Search notes")
    search.fill("contrasena")
    expect(page.get_by_role("status").filter(has_text="1 result")).to_be_visible()
    search.fill("lemon tents")
    expect(page.get_by_role("status").filter(has_text="0 results")).to_be_visible()
    search.fill("maps")
    found = page.get_by_role("link", name="map of the old town Trip to Rome")
    found.click()
    expect(page.get_by_role("heading", level=2, name="Trip to Rome")).to_be_visible()
    search.fill("")
    page.get_by_role("button", name="More about Trip to Rome").click()
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        page.get_by_role("menuitem", name="Delete").click()
        expect(page.get_by_role("link", name="Trip to Rome")).to_have_count(0)
        page.get_by_role("navigation").get_by_role("link", name="Tasks").click()
    page.goto(NOTES)
    page.get_by_role("button", name="Deleted notes").click()
    web.shot(page, "notes-deleted")
    page.get_by_role("dialog").get_by_role("button", name="Restore Trip to Rome").click()
    expect(page.get_by_role("heading", level=2, name="Trip to Rome")).to_be_visible()
    expect(line(page, "tent")).to_be_visible()


def test_what_an_agent_changes_is_seen_at_once(web: Web) -> None:
    person = filled(web.site)
    page = web.open(NOTES, person=person)
    open_note(page, "Shopping list")
    expect(page.locator(".notes")).to_have_css("display", "grid")
    reads: list[str] = []
    page.on("request", lambda request: reads.append(request.url) if request.url.endswith("/api/notes") else None)
    with web.site.site.client(person) as client:
        for message in ("what is 12 * 12?", "what's on my shopping list?", "add honey to my shopping list"):
            said = client.post("/api/agents/execute", json={"message": message})
            assert said.status_code < 300, said.text
    expect(line(page, "honey")).to_be_visible()
    assert len(reads) == 1, "calls that change no note are no reason to read them again"


def test_the_page_fits_a_phone_and_the_dark_in_spanish(web: Web) -> None:
    person = filled(web.site)
    page = web.open(NOTES, person=person, viewport=PHONE, dark=True, locale="es-ES")
    expect(page.get_by_role("heading", level=1, name="Notas")).to_be_visible()
    assert too_wide(page) == []
    assert axe(page) == []
    web.shot(page, "notes-phone-list")
    page.get_by_role("region", name="Tus notas").get_by_role("link", name="Shopping list").click()
    expect(page.get_by_role("textbox", name="Añadir una línea")).to_be_visible()
    expect(page.get_by_role("region", name="Tus notas")).to_be_hidden()
    line(page, "eggs").get_by_role("checkbox").check()
    assert too_wide(page) == []
    assert axe(page) == []
    web.shot(page, "notes-phone-dark")
    page.get_by_role("link", name="Todas las notas").click()
    expect(page.get_by_role("region", name="Tus notas").get_by_role("link", name="Shopping list")).to_be_visible()


def test_the_page_shows_a_note_beside_the_others(web: Web) -> None:
    person = filled(web.site)
    for dark in (False, True):
        page = web.open(NOTES, person=person, dark=dark)
        web.shot(page, f"notes-list-{'dark' if dark else 'light'}")
        open_note(page, "Shopping list")
        line(page, "eggs").get_by_role("checkbox").set_checked(True)
        expect(page.locator(".note-when")).to_contain_text("3 of 4 left")
        assert axe(page) == []
        web.shot(page, f"notes-{'dark' if dark else 'light'}")
