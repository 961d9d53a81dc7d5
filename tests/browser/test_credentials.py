"""Credentials: stored, replaced, deleted, sealed anew, and never shown."""

from playwright.sync_api import Locator, Page, expect

from bailiwick.people.records import UserRole
from bailiwick.tools.credential_actions import Credentials
from browser.axe import axe
from browser.calls import change, hold_first
from browser.layout import too_wide
from browser.web import PHONE, Web

SECRET = "BSA-canary-3f9a7c"
KEY = "-----BEGIN KEY-----\nMIIcanaryline\n-----END KEY-----\n"


def line(page: Page, name: str) -> Locator:
    """The line of a credential."""
    return page.get_by_role("list", name="Credentials").get_by_role("listitem").filter(has_text=name)


def test_a_credential_is_stored_used_by_name_and_never_shown_again(web: Web) -> None:
    page = web.open("/tools/credentials")
    expect(page.get_by_role("heading", name="No credentials yet")).to_be_visible()
    page.get_by_role("button", name="Add a credential").click()
    dialog = page.get_by_role("dialog", name="Add a credential")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_have_count(2)
    dialog.get_by_role("button", name="brave").click()
    expect(dialog).to_contain_text("Brave Search: webSearch uses it.")
    dialog.get_by_label("Value", exact=True).fill(SECRET)
    expect(dialog.get_by_label("Value", exact=True)).to_have_attribute("type", "password")
    dialog.get_by_role("textbox", name="Description").fill("Key of the search API")
    assert axe(page) == []
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(line(page, "brave")).to_contain_text("Key of the search API")
    expect(line(page, "brave")).to_contain_text("never used")
    page.reload()
    expect(line(page, "brave")).to_be_visible()
    assert SECRET not in page.content()

    page.get_by_role("button", name="Replace the value of brave").click()
    dialog = page.get_by_role("dialog", name="Replace brave")
    expect(dialog.get_by_label("New value")).to_have_value("")
    dialog.get_by_role("textbox", name="Description").fill("Another key")
    dialog.get_by_role("button", name="Save").click()
    expect(line(page, "brave")).to_contain_text("Another key")


def test_a_key_of_several_lines_is_taken_whole_and_covered(web: Web) -> None:
    person = web.site.person()
    page = web.open("/tools/credentials", person=person)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", KEY)
    page.get_by_role("button", name="Add a credential").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("signing-key")
    dialog.get_by_label("Value", exact=True).focus()
    page.keyboard.press("Control+v")
    expect(dialog.get_by_label("Value", exact=True)).to_have_value(KEY)
    expect(dialog.get_by_label("Value", exact=True)).to_have_css("-webkit-text-security", "disc")
    dialog.get_by_role("button", name="Save").click()
    expect(line(page, "signing-key")).to_be_visible()
    secrets = web.site.site.platform[Credentials].secrets_for(person.user_id)
    assert web.site.site.run(secrets.open("signing-key")) == KEY


def test_a_credential_that_is_stored_late_leaves_a_window_that_was_opened_since(web: Web) -> None:
    page = web.open("/tools/credentials")
    held = hold_first(page, "**/api/credentials", "POST")
    page.get_by_role("button", name="Add a credential").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("brave")
    dialog.get_by_label("Value", exact=True).fill(SECRET)
    with page.expect_request(lambda request: request.method == "POST"):
        dialog.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Add a credential").click()
    dialog.get_by_role("textbox", name="Name").fill("another")
    held[0].continue_()
    # What is behind a window is hidden from roles.
    expect(page.locator("main li").filter(has_text="brave")).to_be_attached()
    expect(dialog.get_by_role("textbox", name="Name")).to_have_value("another")


def test_a_name_that_is_taken_is_said_at_the_name(web: Web) -> None:
    person = web.site.person()
    change(web.site, person, "POST", "/api/credentials", json={"name": "brave", "value": SECRET})
    page = web.open("/tools/credentials", person=person, allow=["409"])
    page.get_by_role("button", name="Add a credential").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("brave")
    dialog.get_by_label("Value", exact=True).fill("another value")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("You have a credential of this name.")


def test_deleting_can_be_undone_and_what_others_do_appears_by_itself(web: Web) -> None:
    person = web.site.person()
    page = web.open("/tools/credentials", person=person)
    expect(page.get_by_role("heading", name="No credentials yet")).to_be_visible()
    stored = change(web.site, person, "POST", "/api/credentials", json={"name": "tavily", "value": SECRET})
    expect(line(page, "tavily")).to_contain_text("web search")
    page.get_by_role("button", name="Delete tavily").click()
    expect(line(page, "tavily")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(line(page, "tavily")).to_be_visible()
    page.get_by_role("button", name="Delete tavily").click()
    with page.expect_response(lambda answer: answer.request.method == "DELETE" and stored["id"] in answer.url):
        page.get_by_role("button", name="Dismiss").click()
    assert change(web.site, person, "GET", "/api/credentials")["credentials"] == []


def test_an_administrator_seals_all_with_a_new_key_and_reads_what_came_of_it(web: Web) -> None:
    person = web.site.site.person("Root", role=UserRole.ADMIN)
    change(web.site, person, "POST", "/api/credentials", json={"name": "brave", "value": SECRET})
    page = web.open("/tools/credentials", person=person)
    page.get_by_role("button", name="Rotate the key").click()
    rotation = page.get_by_role("region", name="Key that seals them")
    expect(rotation.get_by_role("status")).to_contain_text("Done. The key is now")
    expect(rotation.get_by_role("status")).to_contain_text("sealed anew")
    secrets = web.site.site.platform[Credentials].secrets_for(person.user_id)
    assert web.site.site.run(secrets.open("brave")) == SECRET


def test_a_member_is_not_offered_what_only_an_administrator_may_do(web: Web) -> None:
    page = web.open("/tools/credentials")
    expect(page.get_by_role("button", name="Add a credential")).to_be_visible()
    expect(page.get_by_role("button", name="Rotate the key")).to_have_count(0)


def test_the_page_fits_a_phone_and_can_be_used_by_everybody(web: Web) -> None:
    person = web.site.site.person("Root", role=UserRole.ADMIN)
    for name in ("brave", "a-credential-with-a-name-that-is-as-long-as-names-may-ever-be-64"):
        body = {"name": name[:64], "value": SECRET, "description": "For everything " * 10}
        change(web.site, person, "POST", "/api/credentials", json=body)
    page = web.open("/tools/credentials", person=person, viewport=(360, PHONE[1]), dark=True, locale="es-ES")
    expect(page.get_by_role("list", name="Credenciales").get_by_role("listitem")).to_have_count(2)
    assert axe(page) == []
    assert too_wide(page) == []
