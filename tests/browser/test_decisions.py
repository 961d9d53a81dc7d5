"""What a person is told about why an agent got a message."""

from playwright.sync_api import Page, expect

from api.site import Person, finished
from browser.axe import axe
from browser.desk import PHONE, Desk


def decided(desk: Desk, person: Person, message: str) -> str:
    """Have a message answered and return the address that shows its decision."""
    with desk.site.site.client(person) as client:
        begun = client.post("/api/agents/execute", json={"message": message}).json()
        execution = finished(client, begun["id"])
    return f"/chat/{execution['conversationId']}?decision={execution['decision']['id']}&turn={execution['id']}"


def test_a_sentence_says_why_and_bars_and_table_say_the_same(desk: Desk) -> None:
    person = desk.site.person()
    page = desk.open(decided(desk, person, "Solve the equation 2x + 3 = 7"), person=person)
    expect(page.get_by_text("Peter got it because “Solve”, “equation”")).to_be_visible()
    expect(page.locator("mark").filter(has_text="equation").first).to_be_visible()
    bar = page.get_by_role("button", name="Peter chosen", exact=False)
    expect(bar).to_contain_text("100%")
    bar.click()
    expect(page.get_by_role("listitem").filter(has_text="“equation” keyword").last).to_contain_text("+20%")
    page.get_by_role("radio", name="Tags and words").click()
    expect(bar).not_to_contain_text("%")
    expect(page.get_by_role("listitem").filter(has_text="“equation” tag").last).to_contain_text("+2")
    page.get_by_role("button", name="As a table").click()
    table = page.get_by_role("table", name="What speaks for each agent")
    expect(table.get_by_role("row").filter(has_text="equation").first).to_contain_text("Peter")
    assert axe(page) == []


def test_each_stage_says_what_it_saw(desk: Desk) -> None:
    person = desk.site.person()
    page = desk.open(decided(desk, person, "Solve the equation 2x + 3 = 7"), person=person)
    stages = page.get_by_role("list", name="Stages, in order")
    named = ["Chosen by you", "Follow-up", "Small talk", "Several requests", "Intent"]
    expect(stages.get_by_role("button")).to_have_text(named)
    expect(stages.get_by_role("button", name="Intent")).to_have_attribute("aria-pressed", "true")
    stages.get_by_role("button", name="Follow-up").focus()
    expect(page.get_by_role("tooltip")).to_contain_text("Does it go on with what was said before?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No agent of this roster answered before.")).to_be_visible()


def test_small_talk_and_what_nobody_knows_are_explained_too(desk: Desk) -> None:
    person = desk.site.person()
    page = desk.open(decided(desk, person, "hello"), person=person)
    expect(page.get_by_text("Cleo answers this directly: it is only a greeting or thanks.")).to_be_visible()
    page.goto(decided(desk, person, "zzyzx qwrtp"))
    expect(page.get_by_text("Nobody fits: no agent knows a word of this message.")).to_be_visible()


def test_the_explanation_is_spanish_and_fits_a_phone(desk: Desk) -> None:
    person = desk.site.person()
    address = decided(desk, person, "Resuelve la ecuación 2x + 3 = 7")
    page = desk.open(address, person=person, locale="es-ES", viewport=PHONE, dark=True)
    expect(page.get_by_text("Le tocó a Peter porque «Resuelve», «ecuación»")).to_be_visible()
    assert fits(page)
    assert axe(page) == []


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")
