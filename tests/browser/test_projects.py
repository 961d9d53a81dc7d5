"""Projects: what belongs together is put under a name, wherever it is."""

from playwright.sync_api import Page, expect

from browser.axe import axe
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person


def filled(site: LiveSite) -> Person:
    """Somebody with one thing of each kind."""
    person = site.person()
    with site.site.client(person) as client:
        client.post("/api/conversations/create", json={"agentId": "notes", "title": "About tiles"})
        client.post("/api/tasks/create", json={"title": "Buy paint"})
        client.post("/api/notes", json={"title": "Measures", "lines": ["60 cm"]})
        made = client.post("/api/documents/text", json={"title": "Plan", "content": "# Plan\n\nA kitchen."})
        assert made.status_code < 300, made.text
    return person


def put(page: Page, thing: str, project: str) -> None:
    """Choose a project in the window for a thing."""
    page.get_by_role("menuitem", name="Put into project…").click()
    dialog = page.get_by_role("dialog", name="Put into projects")
    dialog.get_by_role("checkbox", name=project).check()
    expect(page.get_by_text(f"“{thing}” is in “{project}”.", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)


def test_a_project_is_created_filled_from_everywhere_and_deleted(web: Web) -> None:
    page = web.open("/", person=filled(web.site), allow=["409"])
    page.get_by_role("navigation").get_by_role("link", name="Projects", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="No projects yet")).to_be_visible()
    assert axe(page) == []
    web.shot(page, "projects-none")
    page.get_by_role("button", name="New project").click()
    page.get_by_role("textbox", name="Name").fill("Kitchen")
    page.get_by_role("textbox", name="About").fill("The new one, by May")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=1, name="Kitchen")).to_be_visible()
    for name in ("conversations", "documents", "tasks", "notes"):
        expect(page.get_by_text(f"No {name} yet.")).to_be_visible()
    address = page.url

    page.get_by_role("button", name="Add", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add to “Kitchen”")
    dialog.get_by_role("searchbox").fill("tiles")
    dialog.get_by_role("button", name="Add “About tiles”").click()
    expect(dialog.get_by_text("Nothing is called so.")).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    expect(page.get_by_role("link", name="About tiles")).to_be_visible()

    page.goto("/tasks")
    page.get_by_role("button", name="What to do with task 1").click()
    put(page, "Buy paint", "Kitchen")
    page.goto("/plugins/notes")
    page.get_by_role("region", name="Your notes").get_by_role("link", name="Measures").click()
    page.get_by_role("button", name="More about Measures").click()
    put(page, "Measures", "Kitchen")
    page.goto("/memory/documents")
    page.get_by_role("link", name="Plan", exact=True).click()
    page.get_by_role("button", name="More about this document").click()
    put(page, "Plan", "Kitchen")

    page.goto(address)
    for title in ("About tiles", "Buy paint", "Measures", "Plan"):
        expect(page.get_by_role("link", name=title, exact=True)).to_be_visible()
    assert axe(page) == []
    web.shot(page, "project")
    page.get_by_role("searchbox", name="Find in this project").fill("paint")
    expect(page.get_by_text("No notes found.")).to_be_visible()
    expect(page.get_by_role("link", name="Buy paint", exact=True)).to_be_visible()
    page.get_by_role("searchbox", name="Find in this project").fill("")
    page.get_by_role("button", name="Take “Measures” out of the project").click()
    expect(page.get_by_role("link", name="Measures", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Measures", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="Measures")).to_be_visible()

    page.goto("/projects")
    expect(page.get_by_text("1 conversation · 1 document · 1 task · 1 note")).to_be_visible()
    page.get_by_role("button", name="What to do with “Kitchen”").click()
    page.get_by_role("menuitem", name="Delete project").click()
    expect(page.get_by_role("heading", level=2, name="No projects yet")).to_be_visible()
    page.get_by_role("button", name="Undo").last.click()
    expect(page.get_by_role("link", name="Kitchen")).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
    page.goto(address)
    expect(page.get_by_role("link", name="Plan", exact=True)).to_be_visible()
    assert too_wide(page) == []


def test_a_conversation_begins_in_a_project_and_a_new_project_for_a_thing(web: Web) -> None:
    person = filled(web.site)
    with web.site.site.client(person) as client:
        made = client.post("/api/projects", json={"name": "Kitchen"}).json()
    page = web.open(f"/projects/{made['id']}", person=person)
    page.get_by_role("link", name="New conversation").click()
    expect(page.get_by_text("In the project Kitchen")).to_be_visible()
    page.get_by_role("textbox").first.fill("What is 12 % of 340?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("40.8").first).to_be_visible()
    page.goto(f"/projects/{made['id']}")
    expect(page.get_by_role("link", name="What is 12 % of 340?")).to_be_visible()
    with web.site.site.client(person) as client:
        thing = f"task/{client.get('/api/tasks').json()['tasks'][0]['id']}"
        client.post(f"/api/projects/{made['id']}/things/{thing}/put")
    # What is done elsewhere is seen here.
    expect(page.get_by_role("link", name="Buy paint")).to_be_visible()
