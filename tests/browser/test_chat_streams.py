"""Answers that come slowly: read as they come, stopped, left and found again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.axe import axe
from browser.chat import ask, composer, over, say, turns
from browser.hold import Hold
from browser.live import LiveSite
from browser.web import Web

WORDS = 60
MIDDLE = "word30"
"""Where stories keep the slow answer while they do something in the middle of it."""
LINES = "\n\n".join(f"Line{number}." for number in range(100))
SCRIPT = f"""
[[rule]]
user = "slowly"
[[rule.turn]]
text = "I look it up first. "
calls = [{{ tool = "calculator", arguments = {{ expression = "12% of 340" }} }}]
[[rule.turn]]
pace = 60
text = "{" ".join(f"word{number}" for number in range(WORDS))} the end."

[[rule]]
user = "at length"
[[rule.turn]]
pace = 20
text = '''{LINES}'''

[[rule]]
user = "think and wait"
[[rule.turn]]
thinking = "Twelve percent of a number is a sum, and sums are the calculator's."
text = "I work it out. "
calls = [{{ tool = "calculator", arguments = {{ expression = "12% of 340" }} }}]
pace = 40
wait = "forever"

[[rule]]
user = "think it over"
[[rule.turn]]
thinking = "Twelve percent of a number is a sum, and sums are the calculator's."
calls = [{{ tool = "calculator", arguments = {{ expression = "12% of 340" }} }}]
pace = 40
[[rule.turn]]
thinking = "There it is."
text = "The sum is {{result}}"
pace = 40

[[rule]]
user = "wait"
[[rule.turn]]
text = "I shall wait. "
wait = "forever"

[[rule]]
user = "fail"
[[rule.turn]]
fail = {{ class = "authentication", message = "The key was refused; set another one.", times = 100 }}

[[rule]]
user = "attack"
[[rule.turn]]
text = '''ATTACK'''

[[turn]]
text = "Done with it: {{user}}"
"""
ATTACK = """
<script>document.title = 'taken'</script><img src=x onerror="document.title = 'taken'">

[click](javascript:document.title='taken') ![beacon](https://evil.example/beacon.png)

| <svg onload=alert(1)> | [x](data:text/html,<script>alert(1)</script>) |
|---|---|
| `<b>` | https://fine.example |

$\\\\href{javascript:alert(1)}{x}$ the end.
"""
PETER = "/chat?agent=peter-logical"
AWAY = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "status of 503",
)
"""What a browser complains of while the server is away."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model that says what the script says."""
    script = tmp_path_factory.mktemp("streams") / "script.toml"
    script.write_text(SCRIPT.replace("ATTACK", ATTACK), encoding="utf-8")
    return f"scripted:{script}"


@pytest.fixture(scope="module")
def slow(start_shared_site: Callable[..., LiveSite], model: str) -> LiveSite:
    """A product with that model; each story is about somebody new."""
    return start_shared_site(model=model)


def whole(page: Page) -> None:
    """Wait for the end of the slow answer and see that each word is there once."""
    turn = turns(page).first
    over(turn)
    said = turn.inner_text()
    assert [said.count(f"word{number} ") for number in range(WORDS)] == [1] * WORDS
    assert said.count("the end.") == 1


def test_an_answer_goes_on_where_it_was_when_the_page_is_loaded_again(web: Web, slow: LiveSite, hold: Hold) -> None:
    hold.at(MIDDLE)
    page = web.open(PETER, site=slow)
    say(page, "Tell me slowly", "Peter")
    expect(turns(page)).to_contain_text("word5 ")
    page.reload()
    expect(turns(page)).to_contain_text("word8 ")
    # Also what was said and done before it came into the middle.
    expect(turns(page)).to_contain_text("I look it up first.")
    expect(turns(page).get_by_role("button", name="calculator")).to_be_visible()
    expect(page.get_by_role("button", name="Stop the answer")).to_be_visible()
    expect(turns(page)).not_to_contain_text(MIDDLE)
    hold.go_on()
    whole(page)
    page.reload()
    whole(page)


@pytest.mark.parametrize(("viewport", "dark"), [((1440, 900), False), ((390, 844), True)])
def test_thoughts_are_a_line_that_opens_and_arguments_grow_in_the_line_of_their_tool(
    web: Web, slow: LiveSite, viewport: tuple[int, int], dark: bool
) -> None:
    page = web.open(PETER, site=slow, viewport=viewport, dark=dark)
    say(page, "Please think and wait", "Peter")
    turn = turns(page).first
    expect(turn).to_contain_text("calculator running12% of 340")
    web.shot(page, f"thinking-{viewport[0]}")
    turn.get_by_role("button", name="Thoughts").click()
    expect(turn).to_contain_text("Twelve percent of a number is a sum, and sums are the calculator's.")
    turn.get_by_role("button", name="calculator").click()
    expect(turn.get_by_role("group", name="Arguments")).to_have_text('{"expression":"12% of 340"}')
    web.shot(page, f"thinking-open-{viewport[0]}")
    assert axe(page) == []
    page.get_by_role("button", name="Stop the answer").click()
    over(turn)
    say(page, "Now think it over", "Peter")
    last = turns(page).last
    expect(last).to_contain_text("The sum is")
    over(last)
    expect(last.get_by_role("button", name="Thoughts")).to_have_count(2)
    web.shot(page, f"thinking-over-{viewport[0]}")


def test_an_answer_goes_on_when_the_server_is_started_again(
    web: Web, start_site: Callable[..., LiveSite], model: str, hold: Hold
) -> None:
    hold.at(MIDDLE)
    slow = start_site(model=model)
    page = web.open(PETER, site=slow, allow=AWAY)
    say(page, "Tell me slowly", "Peter")
    expect(turns(page)).to_contain_text("word5 ")
    slow.restart()
    hold.go_on()
    expect(turns(page)).to_contain_text("the end.", timeout=30_000)
    whole(page)


def test_who_reads_stays_there_while_an_interrupted_answer_is_begun_anew(
    web: Web, start_site: Callable[..., LiveSite], model: str
) -> None:
    slow = start_site(model=model)
    page = web.open(PETER, site=slow, allow=AWAY)
    say(page, "Tell me at length", "Peter")
    expect(turns(page)).to_contain_text("Line60.")
    page.mouse.move(800, 400)
    page.mouse.wheel(0, -600)
    expect(page.get_by_role("button", name="Jump to the latest")).to_be_visible()
    places = page.evaluate_handle(
        """() => {
            const box = [...document.querySelectorAll('div')].find(
                one => getComputedStyle(one).overflowY === 'auto' && one.contains(document.querySelector('article')))
            const places = new Set()
            const look = () => { places.add(Math.round(box.scrollTop)); requestAnimationFrame(look) }
            requestAnimationFrame(look)
            return places
        }"""
    )
    slow.restart()
    over(turns(page))
    expect(turns(page)).to_contain_text("Line99.")
    assert len(places.evaluate("places => [...places]")) == 1


def test_escape_stops_the_answer_and_what_was_said_stays(web: Web, slow: LiveSite) -> None:
    page = web.open(PETER, site=slow)
    say(page, "Please wait", "Peter")
    expect(turns(page)).to_contain_text("I shall wait.")
    expect(page.get_by_text("Peter is answering")).to_be_visible()
    assert axe(page) == []
    composer(page, "Peter").press("Escape")
    expect(page.get_by_text("You stopped this answer.")).to_be_visible()
    expect(turns(page)).to_contain_text("I shall wait.")
    expect(page.get_by_role("button", name="Stop the answer")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("You stopped this answer.")).to_be_visible()
    expect(turns(page)).to_contain_text("I shall wait.")


def test_escape_closes_what_is_open_before_it_stops_anything(web: Web, slow: LiveSite) -> None:
    page = web.open("/chat?agent=peter-logical&mode=supervised", site=slow)
    say(page, "Please wait", "Peter")
    expect(turns(page)).to_contain_text("I shall wait.")
    composer(page, "Peter").type("@to")
    expect(page.get_by_role("option", name="Toby")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    expect(page.get_by_role("button", name="Stop the answer")).to_be_visible()
    page.get_by_role("button", name="Stop the answer").click()
    expect(page.get_by_text("You stopped this answer.")).to_be_visible()


def test_a_second_message_waits_its_turn_and_then_is_answered(web: Web, slow: LiveSite) -> None:
    page = web.open(PETER, site=slow)
    say(page, "Please wait", "Peter")
    expect(turns(page)).to_contain_text("I shall wait.")
    say(page, "Next, please", "Peter")
    expect(turns(page).last).to_contain_text("Queued: it begins when what runs before it is done.")
    page.get_by_role("button", name="Stop the answer").click()
    over(turns(page).last)
    expect(turns(page).last).to_contain_text("Done with it: Next, please")


def test_a_failure_says_what_happened_and_can_be_tried_again(web: Web, slow: LiveSite) -> None:
    page = web.open(PETER, site=slow)
    say(page, "Now fail", "Peter")
    expect(turns(page)).to_contain_text("Peter could not answer.")
    expect(turns(page)).to_contain_text("The key was refused; set another one.")
    expect(turns(page).get_by_role("link", name="See the models")).to_be_visible()
    assert axe(page) == []
    turns(page).get_by_role("button", name="Edit and send again").click()
    page.get_by_role("textbox", name="Your message").fill("Go on then")
    page.keyboard.press("Enter")
    expect(turns(page)).to_contain_text("Done with it: Go on then")
    expect(turns(page)).to_have_count(1)


def test_a_second_browser_sees_an_answer_come(web: Web, slow: LiveSite, hold: Hold) -> None:
    hold.at(MIDDLE)
    person = slow.person()
    first = web.open(PETER, site=slow, person=person)
    say(first, "Hello", "Peter")
    over(turns(first))
    second = web.open(first.url, site=slow, person=person)
    expect(turns(second)).to_have_count(1)
    say(first, "Tell me slowly", "Peter")
    expect(turns(second).last).to_contain_text("word3 ")
    expect(turns(second).last).not_to_contain_text("the end.")
    hold.go_on()
    expect(turns(second).last).to_contain_text("the end.")


def test_a_reader_who_went_up_is_left_there_until_they_jump_to_the_latest(web: Web, slow: LiveSite, hold: Hold) -> None:
    hold.at(MIDDLE)
    page = web.open(PETER, site=slow, viewport=(1440, 420))
    say(page, "Tell me slowly", "Peter")
    expect(turns(page)).to_contain_text("word5 ")
    heading = page.get_by_text("Tell me slowly").last
    turns(page).hover()
    page.mouse.wheel(0, -4000)
    expect(heading).to_be_in_viewport()
    hold.go_on()
    expect(turns(page)).to_contain_text("word50 ")
    expect(heading).to_be_in_viewport()
    page.get_by_role("button", name="Jump to the latest").click()
    over(turns(page))
    expect(page.get_by_role("group", name="About this answer")).to_be_in_viewport()


def long_thread(web: Web, site: LiveSite) -> Page:
    """Open a thread that is longer than the page, and go up in it."""
    person = site.person()
    lines = "\n\n".join(f"Line {n}" for n in range(12))
    for _ in range(3):
        thread = ask(site, person, lines, agentId="peter-logical")["conversationId"]
    page = web.open(f"/chat/{thread}", site=site, person=person, viewport=(1440, 420))
    expect(turns(page)).to_have_count(3)
    page.mouse.move(800, 200)
    page.mouse.wheel(0, -300)
    expect(page.get_by_role("button", name="Jump to the latest")).to_be_visible()
    return page


def test_what_shrinks_above_a_reader_does_not_move_what_they_read(web: Web, slow: LiveSite) -> None:
    page = long_thread(web, slow)
    moved = turns(page).evaluate_all(
        """async turns => {
            const [first, last] = [turns[0], turns.at(-1)]
            const before = last.getBoundingClientRect().top
            await new Promise(requestAnimationFrame)
            first.style.height = `${first.offsetHeight - 40}px`
            for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
            return last.getBoundingClientRect().top - before
        }"""
    )
    assert abs(moved) <= 1


def test_the_latest_is_the_end_of_the_text_also_where_room_is_kept_for_what_shrank(web: Web, slow: LiveSite) -> None:
    page = long_thread(web, slow)
    below = turns(page).evaluate_all(
        """async turns => {
            const [first, last] = [turns[0], turns.at(-1)]
            first.style.height = `${first.offsetHeight - 90}px`
            for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
            document.querySelector('[aria-label="Jump to the latest"]').click()
            for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
            return last.parentElement.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
        }"""
    )
    assert below < 50
    expect(page.get_by_role("group", name="About this answer").last).to_be_in_viewport()


def test_an_answer_that_attacks_is_only_text(web: Web, slow: LiveSite) -> None:
    page = web.open(PETER, site=slow)
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    say(page, "<img src=x onerror=alert(1)> attack [x](javascript:alert(1))", "Peter")
    turn = turns(page)
    over(turn)
    expect(turn).to_contain_text("<script>document.title = 'taken'</script>")
    expect(turn.locator("img, script, iframe, svg[onload]")).to_have_count(0)
    beacon = turn.get_by_role("link", name="beacon")
    expect(beacon).to_have_attribute("href", "https://evil.example/beacon.png")
    expect(beacon).to_have_attribute("rel", "noopener noreferrer nofollow")
    links = [link.get_attribute("href") or "" for link in turn.get_by_role("link").all()]
    assert not [link for link in links if link.startswith(("javascript:", "data:"))]
    assert (dialogs, "taken" in page.title()) == ([], False)
