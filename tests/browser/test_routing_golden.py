"""Golden cases: written, brought in from a file, run, corrected and let go."""

from playwright.sync_api import expect

from browser.axe import axe
from browser.calls import calling, change
from browser.chat import over, say, turns
from browser.layout import too_wide
from browser.web import PHONE, Web

FILE = "text,agent,last_agent\nIs there fresh snow in Zermatt?,ski,\nWho is it?,nobody-we-know,\nWrite a haiku,gmail,\n"


def test_cases_are_written_brought_in_run_and_corrected(web: Web) -> None:
    person = web.site.person()
    page = web.open("/routing?tab=golden", person=person)
    expect(page.get_by_role("heading", name="No golden cases yet")).to_be_visible()
    page.get_by_role("button", name="Add a case").click()
    form = page.get_by_role("dialog", name="Add a golden case")
    form.get_by_label("Message").fill("Solve 2x + 6 = 10")
    form.get_by_role("button", name="Add a case").click()
    expect(form.get_by_text("Choose who must get it.")).to_be_visible()
    form.get_by_label("Must go to").select_option("Peter")
    assert axe(page) == []
    form.get_by_role("button", name="Add a case").click()
    cases = page.get_by_role("table", name="Golden cases")
    expect(cases.get_by_role("row").filter(has_text="Solve 2x")).to_contain_text("right")

    page.get_by_role("button", name="Import").click()
    dialog = page.get_by_role("dialog", name="Import golden cases")
    dialog.locator("input[type=file]").set_input_files(
        {"name": "cases.csv", "mimeType": "text/csv", "buffer": FILE.encode()}
    )
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.get_by_text("Line 3")).to_be_visible()
    assert axe(page) == []
    dialog.get_by_role("button", name="Import more").click()
    dialog.get_by_label("Or paste lines").fill(
        '{"text": "Is there fresh snow?", "agent": "ski"}\n{"text": "Write a haiku", "agent": "gmail"}'
    )
    expect(dialog.get_by_role("radio", name="JSON lines")).to_be_checked()
    dialog.get_by_role("button", name="Import", exact=True).click()
    dialog.get_by_role("button", name="Done").click()
    wrong = cases.get_by_role("row").filter(has_text="Write a haiku")
    expect(wrong).to_contain_text("goes to Ami")

    page.get_by_role("button", name="Run all").click()
    expect(page.get_by_text("cases go elsewhere.")).to_contain_text("1 of")
    page.get_by_role("radio", name="Failing").click()
    expect(cases.get_by_role("row")).to_have_count(2)
    assert axe(page) == []
    wrong.get_by_role("button", name="Actions for").click()
    page.get_by_role("menuitem", name="Edit").click()
    form = page.get_by_role("dialog", name="Edit the golden case")
    form.get_by_label("Must go to").select_option("Ami")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Every case is right")).to_be_visible()
    page.get_by_role("button", name="Show all cases").click()
    expect(wrong).to_contain_text("right")

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
    wrong.get_by_role("button", name="Actions for").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(wrong).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(wrong).to_have_count(1)


def test_a_right_answer_is_pinned_in_the_chat_and_can_be_let_go(web: Web) -> None:
    person = web.site.person()
    page = web.open("/chat", person=person)
    say(page, "Solve 2x + 6 = 10")
    over(turns(page))
    page.get_by_role("button", name="This was right").click()
    expect(page.get_by_text("Pinned: this message must go to Peter from now on.").first).to_be_visible()
    page.reload()
    pinned = page.get_by_role("button", name="Take back that this was right")
    expect(pinned).to_have_attribute("aria-pressed", "true")
    assert axe(page) == []
    page.goto("/routing?tab=golden")
    expect(page.get_by_role("row").filter(has_text="Solve 2x + 6 = 10")).to_contain_text("pinned from a decision")
    page.go_back()
    pinned.click()
    expect(page.get_by_role("button", name="This was right")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("The golden case is taken back.").first).to_be_visible()
    with calling(web.site, person) as client:
        assert client.get("/api/routing/golden").json()["cases"] == []


def test_an_agent_in_the_shadow_is_told_apart_and_says_what_that_means(web: Web) -> None:
    person = web.site.person()
    change(
        web.site, person, "POST", "/api/agents/create", json={"id": "gardener", "name": "Gardener", "tags": ["roses"]}
    )
    page = web.open("/agents/gardener", person=person)
    page.get_by_role("radio", name="in the shadow").click()
    expect(page.get_by_text("each decision says whether it would have won")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Gardener is saved.").first).to_be_visible()
    page.goto("/agents")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Gardener"))
    expect(card).to_contain_text("in the shadow")
    assert axe(page) == []
