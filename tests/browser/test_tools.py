"""Tools: what agents can do, trying it by hand, and what is missing."""

from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import change
from browser.layout import too_wide
from browser.web import PHONE, Web, go, resize


def row(page: Page, name: str) -> Locator:
    """The line of a tool."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=name, exact=True))


def test_tools_are_found_by_any_word_and_say_what_they_do_to_the_world(web: Web) -> None:
    page = web.open("/tools")
    expect(page.get_by_role("heading", name="Ships with Bailiwick")).to_be_visible()
    expect(row(page, "calculator")).to_contain_text("reads")
    expect(row(page, "deleteNote")).to_contain_text("may destroy")
    expect(row(page, "calculator").get_by_role("img", name="Peter")).to_be_visible()
    expect(page.get_by_role("list", name="Tools: Helpers").get_by_role("listitem")).not_to_have_count(0)
    page.get_by_role("searchbox", name="Search tools").fill("note delete")
    expect(row(page, "deleteNote")).to_be_visible()
    expect(row(page, "calculator")).to_have_count(0)
    page.get_by_role("searchbox", name="Search tools").fill("no such thing anywhere")
    page.get_by_role("button", name="Clear search").click()
    expect(row(page, "calculator")).to_be_visible()


def test_a_tool_is_tried_with_a_form_made_of_its_arguments(web: Web) -> None:
    page = web.open("/tools")
    page.get_by_role("link", name="calculator", exact=True).click()
    panel = page.get_by_role("dialog", name="calculator")
    form = panel.get_by_role("form", name="Try it")
    form.get_by_role("button", name="Run", exact=True).click()
    expect(form.get_by_role("alert")).to_have_text("Write something.")
    form.get_by_role("textbox", name="expression").fill("17% of 240")
    form.get_by_role("combobox", name="explain").select_option("yes")
    form.get_by_role("button", name="Run", exact=True).click()
    result = panel.get_by_role("region", name="Result")
    expect(result).to_contain_text('"result": "40.8"')
    form.get_by_role("textbox", name="expression").fill("1 / 0")
    form.get_by_role("button", name="Run again").click()
    expect(result).to_contain_text("It failed")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{web.site.url}/tools")


def test_arguments_and_failures_are_told_in_the_language_of_the_app(web: Web) -> None:
    page = web.open("/tools?tool=calculator", locale="es-ES", viewport=PHONE)
    panel = page.get_by_role("dialog", name="calculator")
    expect(panel).to_contain_text("Qué calcular, p. ej. 2x + 5 = 15.")
    panel.get_by_role("textbox", name="expression").fill("1 / 0")
    panel.get_by_role("button", name="Ejecutar", exact=True).click()
    expect(panel.get_by_text("Dividir entre cero no está definido.")).to_be_in_viewport()


def test_what_may_destroy_runs_only_after_a_person_has_said_so(web: Web) -> None:
    person = web.site.person()
    change(
        web.site,
        person,
        "POST",
        "/api/tools/addNote/call",
        json={"arguments": {"title": "Shopping", "text": "Milk"}},
    )
    page = web.open("/tools?tool=deleteNote", person=person)
    form = page.get_by_role("dialog").get_by_role("form", name="Try it")
    form.get_by_role("textbox", name="title").fill("Shopping")
    expect(form).to_contain_text("it may remove or overwrite something for good")
    expect(form.get_by_role("button", name="Run")).to_be_disabled()
    form.get_by_role("checkbox", name="I want to run it anyway").check()
    form.get_by_role("button", name="Run").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    listed = change(web.site, person, "POST", "/api/tools/listNotes/call", json={"arguments": {}})
    assert "Shopping" not in str(listed["result"])


def test_a_tool_that_is_not_there_leads_back_to_all_and_a_helper_to_the_chat_instead_of_a_trial(web: Web) -> None:
    page = web.open("/tools?tool=nothing__like_this")
    expect(page.get_by_role("heading", name="There is no such tool")).to_be_visible()
    page.get_by_role("button", name="See all tools").click()
    expect(page).to_have_url(f"{web.site.url}/tools")
    go(page, "/tools?tool=call_research_agent")
    page.get_by_role("link", name="Ask in the chat").click()
    expect(page).to_have_url(f"{web.site.url}/chat?agent=main")


def test_a_tools_panel_fits_and_can_be_used_by_everybody(web: Web) -> None:
    page = web.open("/tools?tool=run_js", viewport=PHONE, locale="es-ES")
    expect(page.get_by_role("form", name="Pruébala")).to_be_visible()
    for width, dark in ((360, True), (900, False)):
        resize(page, width, dark=dark)
        assert (width, axe(page), too_wide(page)) == (width, [], [])
