"""The settings: appearance, models, keys, and who one is."""

import re  # noqa: TID251  (own fixed pattern)
from importlib.metadata import version
from zipfile import ZipFile

import httpx
from playwright.sync_api import Locator, Page, Response, expect

from bailiwick.people.records import UserRole
from browser.axe import axe
from browser.calls import ask, calling, hold_first
from browser.web import PHONE, Web, resize
from support.embedding_server import EmbeddingServer, serving


def section(page: Page, name: str) -> Locator:
    """A section of the page."""
    return page.get_by_role("region", name=name, exact=True)


def speaks_spanish(response: Response) -> bool:
    """Whether it answers the request that makes Spanish the language of the account."""
    return response.request.method == "PUT" and '"language":"es"' in (response.request.post_data or "")


def test_theme_and_language_hold_at_once_and_after_a_reload(web: Web) -> None:
    page = web.open("/settings")
    section(page, "Appearance").get_by_role("radio", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    section(page, "Appearance").get_by_role("radio", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "es")


def test_a_key_is_made_shown_once_works_and_ends_when_it_is_revoked(web: Web) -> None:
    page = web.open("/settings")
    keys = section(page, "API keys")
    expect(keys.get_by_text("No API keys yet")).to_have_count(0)  # the session came with a key of the tests
    keys.get_by_role("button", name="Create a key").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Create").click()
    expect(dialog.get_by_role("alert")).to_have_text("Give it a name.")
    dialog.get_by_label("Name").fill("Nightly report")
    dialog.get_by_label("Run", exact=True).uncheck()
    dialog.get_by_label("Ends to work").select_option("in 30 days")
    dialog.get_by_role("button", name="Create").click()
    expect(dialog.get_by_role("heading", name="Your new key")).to_be_visible()
    secret = dialog.locator("code").first.inner_text()
    assert axe(page) == []
    with httpx.Client(base_url=web.site.url, headers={"Authorization": f"Bearer {secret}"}, trust_env=False) as program:
        me = program.get("/api/me").json()
        assert (me["scopes"], me["credential"]) == (["read"], "key")
        dialog.get_by_role("button", name="I have copied it").click()
        made = keys.get_by_role("listitem").filter(has_text="Nightly report")
        expect(made).to_contain_text("Read")
        assert secret not in page.content()
        made.get_by_role("button", name="Revoke “Nightly report”").click()
        expect(made).to_have_count(0)
        assert program.get("/api/me").status_code == 200
        page.get_by_role("button", name="Undo").click()
        expect(made).to_have_count(1)
        made.get_by_role("button", name="Revoke “Nightly report”").click()
        with page.expect_response(lambda response: response.request.method == "DELETE"):
            page.get_by_role("button", name="Dismiss").click()
        assert program.get("/api/me").status_code == 401


def test_a_model_is_tried_and_says_how_it_went_and_search_by_meaning_how_it_is_set_up(web: Web) -> None:
    page = web.open("/settings")
    models = section(page, "Models")
    offline = models.get_by_role("listitem").filter(has_text="Offline model")
    expect(offline).to_contain_text("default")
    offline.get_by_role("button", name="Test offline").click()
    expect(offline.get_by_role("status")).to_have_text("It answers at once: it needs no provider.")
    expect(models.get_by_role("listitem").filter(has_text="claude-").first).to_contain_text("not set up")
    embedder = section(page, "Search by meaning")
    expect(embedder).to_contain_text("not set up")
    embedder.get_by_role("radio", name="Ollama").click()
    expect(embedder.get_by_text('export BAILIWICK_EMBEDDER="ollama:nomic-embed-text"')).to_be_visible()


def test_an_administrator_chooses_the_embedder_which_is_tried_first_and_takes_the_choice_back(web: Web) -> None:
    root = web.site.site.person("Root", role=UserRole.ADMIN)
    with serving(EmbeddingServer()) as server, calling(web.site, root) as calls:
        server.lists = {"/v1/models": {"data": [{"id": "tiny-embed"}]}}
        body = {"kind": "openai-compatible", "name": "vectors", "address": f"{server.url}/v1"}
        made = calls.post("/api/models/connections", json=body).json()
        try:
            page = web.open("/settings#embedder", person=root)
            embedder = section(page, "Search by meaning")
            embedder.get_by_role("button", name="vectors:tiny-embed").click()
            server.answers = [(500, {}, b"down")]
            embedder.get_by_role("button", name="Try and use it").click()
            expect(embedder.get_by_role("alert")).to_contain_text("It does not work")
            expect(embedder).to_contain_text("not set up")
            assert axe(page) == []
            embedder.get_by_role("button", name="Try and use it").click()
            expect(embedder.get_by_text("ready")).to_be_visible()
            embedder.get_by_role("button", name="Search by words only").click()
            expect(embedder.get_by_text("not set up")).to_be_visible()
        finally:
            calls.put("/api/models/embedder", json={"model": None})
            calls.delete(f"/api/models/connections/{made['id']}", params={"anyway": True})


def test_an_answer_that_fails_for_its_provider_leads_to_that_provider_in_the_settings(web: Web) -> None:
    person = web.site.person()
    with web.site.site.client(person) as client:
        made = {"id": "wanda", "name": "Wanda", "model": "anthropic:claude-x"}
        assert client.post("/api/agents/create", json=made).status_code == 201
    failed = ask(web.site, person, "Write a poem about rain", agentId="wanda")
    assert failed["failure"]["lack"]["values"]["provider"] == "anthropic"
    page = web.open(f"/chat/{failed['conversationId']}", person=person)
    expect(page.get_by_text("No key for Anthropic: connect it in the settings")).to_be_visible()
    page.get_by_role("link", name="See Anthropic in the settings").click()
    expect(page).to_have_url(f"{web.site.url}/settings#models-anthropic")
    models = section(page, "Models")
    meant = models.get_by_role("listitem").and_(page.locator("[aria-current=location]"))
    expect(meant).to_have_count(1)
    expect(meant).to_contain_text("Anthropic")
    expect(meant).to_be_in_viewport()
    expect(models.get_by_text('export ANTHROPIC_API_KEY="…"')).to_be_visible()
    sections = page.get_by_role("navigation", name="Sections")
    expect(sections.get_by_role("link", name="Models")).to_have_attribute("aria-current", "location")
    assert axe(page) == []


def test_an_address_leads_to_its_section(web: Web) -> None:
    page = web.open("/settings#keys")
    expect(section(page, "API keys").get_by_role("heading", name="API keys")).to_be_in_viewport()
    sections = page.get_by_role("navigation", name="Sections")
    expect(sections.get_by_role("link", name="API keys")).to_have_attribute("aria-current", "location")
    sections.get_by_role("link", name="About").click()
    expect(section(page, "About")).to_be_in_viewport()
    expect(page).to_have_url(f"{web.site.url}/settings#about")


def test_who_is_signed_in_and_which_version_answers_are_told_and_signing_out_ends_the_session(web: Web) -> None:
    page = web.open("/settings", person=web.site.person("Grace"))
    expect(section(page, "Account").get_by_text("Grace")).to_be_visible()
    expect(section(page, "Account").get_by_text("a session", exact=True)).to_be_visible()
    expect(section(page, "About").get_by_text(version("bailiwick-agents"))).to_be_visible()
    expect(section(page, "Keeping and logging")).to_have_count(0)  # that is for administrators
    web.allow("401")
    section(page, "Account").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.request.get(f"{web.site.url}/api/me").status == 401


def test_the_page_fits_a_phone_and_is_usable_by_everybody(web: Web) -> None:
    page = web.open("/settings", viewport=PHONE, locale="es-ES")
    expect(page.get_by_role("region", name="Modelos").get_by_role("listitem").first).to_be_visible()
    for width, dark in ((360, True), (1440, False)):
        resize(page, width, dark=dark)
        assert page.evaluate(
            "document.querySelector('main > div').scrollWidth <= document.querySelector('main').clientWidth"
        )
        assert axe(page) == []


def test_new_chats_begin_as_one_prefers_on_every_device(web: Web) -> None:
    person = web.site.person("Grace")
    page = web.open("/settings", person=person)
    defaults = section(page, "Defaults")
    defaults.get_by_role("button", name="New chats are with").click()
    page.get_by_role("option", name=re.compile("^Peter")).click()
    expect(defaults.get_by_role("status")).to_have_text("Saved")
    defaults.get_by_role("radio", name="Direct").click()
    defaults.get_by_label("Time zone").select_option("America/Lima")
    with page.expect_response(speaks_spanish):
        defaults.get_by_label("Language").select_option("Español")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ajustes")

    # Another device, whose browser speaks English.
    page = web.open("/settings", person=person)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    preferred = section(page, "Preferencias")
    expect(preferred.get_by_label("Zona horaria")).to_have_value("America/Lima")
    expect(preferred.get_by_role("radio", name="Directo")).to_be_checked()
    page.goto("/chat")
    expect(page.get_by_role("textbox", name="Mensaje para Peter")).to_be_visible()


def test_what_is_chosen_while_a_choice_is_on_its_way_keeps_both(web: Web) -> None:
    person = web.site.person()

    page = web.open("/settings", person=person)
    held = hold_first(page, "**/api/preferences", "PUT")
    defaults = section(page, "Defaults")
    with page.expect_request(lambda request: request.method == "PUT"):
        defaults.get_by_label("Time zone").select_option("America/Lima")
    defaults.get_by_label("Language").select_option("Español")
    expect(section(page, "Preferencias").get_by_label("Zona horaria")).to_have_value("America/Lima")
    with page.expect_response(speaks_spanish):
        held[0].continue_()
    with calling(web.site, person) as client:
        stored = client.get("/api/preferences").json()
    assert (stored["timezone"], stored["language"]) == ("America/Lima", "es")


def test_a_default_that_is_refused_stays_as_it_was(web: Web) -> None:
    page = web.open("/settings", allow=["503"])
    defaults = section(page, "Defaults")
    expect(defaults.get_by_label("Time zone")).to_have_value("")
    page.route("**/api/preferences", lambda route: route.fulfill(status=503, json={"detail": "Not now."}))
    defaults.get_by_label("Time zone").select_option("UTC")
    expect(page.get_by_text("Not now.").first).to_be_visible()
    expect(defaults.get_by_label("Time zone")).to_have_value("")


def test_administrators_say_how_long_data_is_kept_and_see_what_would_go(web: Web) -> None:
    page = web.open("/settings", person=web.site.site.person("Root", role=UserRole.ADMIN))
    keeping = section(page, "Keeping and logging")
    days = keeping.get_by_label("Documents nobody changed")
    days.fill("0")
    expect(keeping.get_by_role("alert")).to_have_text("A number of days from 1 to 36,500, or nothing.")
    expect(keeping.get_by_role("button", name="Save")).to_be_disabled()
    days.fill("36500")
    keeping.get_by_role("button", name="See what would go").click()
    expect(keeping.get_by_role("status")).to_contain_text(re.compile("would be deleted now"))
    keeping.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. What is too old is deleted within the hour.").first).to_be_visible()
    page.reload()
    expect(days).to_have_value("36500")
    assert axe(page) == []


def test_everything_is_taken_along_and_then_erased_under_ones_name(web: Web) -> None:
    person = web.site.person("Grace")
    page = web.open("/settings", person=person)
    account = section(page, "Account")
    with page.expect_download() as saved:
        account.get_by_role("link", name="Download").click()
    with ZipFile(saved.value.path()) as archive:
        assert archive.testzip() is None
        assert archive.namelist()
    account.get_by_role("button", name="Erase the account").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Type your name").fill("Grac")
    window.get_by_role("button", name="Erase for good").click()
    expect(window.get_by_role("alert")).to_have_text("That is not the name.")
    assert axe(page) == []
    window.get_by_label("Type your name").fill("Grace")
    web.allow("401")
    window.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    with web.site.site.client(person) as program:
        assert program.get("/api/me").status_code == 401
