"""What a person is told about why an agent got a message."""

from playwright.sync_api import Page, expect

from browser.axe import axe
from browser.chat import composer, over, turns
from browser.layout import too_wide
from browser.web import PHONE, Web
from support.site import Person, finished


def decided(web: Web, person: Person, message: str) -> str:
    """Have a message answered and return the address that shows its decision."""
    with web.site.site.client(person) as client:
        begun = client.post("/api/agents/execute", json={"message": message}).json()
        execution = finished(client, begun["id"])
    return f"/chat/{execution['conversationId']}?decision={execution['decision']['id']}&turn={execution['id']}"


def test_a_sentence_says_why_bars_and_table_say_the_same_and_each_stage_what_it_saw(web: Web) -> None:
    person = web.site.person()
    page = web.open(decided(web, person, "Solve the equation 2x + 3 = 7"), person=person)
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

    stages = page.get_by_role("list", name="Stages, in order")
    named = ["Chosen by you", "Addressed by name", "Follow-up", "Goes on", "Small talk", "Several requests", "Intent"]
    expect(stages.get_by_role("button")).to_have_text(named)
    expect(stages.get_by_role("button", name="Intent")).to_have_attribute("aria-pressed", "true")
    stages.get_by_role("button", name="Follow-up").focus()
    expect(page.get_by_role("tooltip")).to_contain_text("Does it go on with what was said before?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No agent of this roster answered before.")).to_be_visible()


def test_small_talk_and_what_nobody_knows_are_explained_too(web: Web) -> None:
    person = web.site.person()
    page = web.open(decided(web, person, "hello"), person=person)
    expect(page.get_by_text("Cleo answers this directly: it is only a greeting or thanks.")).to_be_visible()
    page.goto(decided(web, person, "zzyzx qwrtp"))
    expect(page.get_by_text("Cleo answers because no specialist fits: none knows a word")).to_be_visible()


def test_a_message_with_two_requests_says_who_does_which_and_why(web: Web) -> None:
    page = web.open("/chat")
    composer(page).fill("What is 12 * 7? And add milk to my shopping list")
    expect(page.get_by_text("Peter and Notebook will answer, each their part")).to_be_visible()
    composer(page).press("Enter")
    over(turns(page))
    answer = turns(page)
    expect(answer).to_contain_text("84")
    expect(answer).to_contain_text("milk")
    answer.get_by_role("link", name="Cleo → Peter and Notebook").click()
    why = page.get_by_text("The message asks for several things: Peter and Notebook each do their part")
    expect(why).to_be_visible()
    parts = page.get_by_role("list", name="The requests in the message").locator("> li")
    expect(parts).to_have_count(2)
    expect(parts.nth(0)).to_contain_text("Peter got it because")
    expect(parts.nth(1)).to_contain_text("Notebook got it because")
    expect(parts.nth(1)).not_to_contain_text("12 * 7")
    assert axe(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
    assert axe(page) == []


def test_the_explanation_is_spanish_and_fits_a_phone(web: Web) -> None:
    person = web.site.person()
    address = decided(web, person, "Resuelve la ecuación 2x + 3 = 7")
    page = web.open(address, person=person, locale="es-ES", viewport=PHONE, dark=True)
    expect(page.get_by_text("Le tocó a Peter porque «Resuelve», «ecuación»")).to_be_visible()
    assert fits(page)
    assert axe(page) == []


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")
