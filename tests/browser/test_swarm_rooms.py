"""The rooms of a swarm as a messenger: writing, reading, naming, answering, what failed, what led to what."""

import os
import re  # noqa: TID251  (own fixed patterns)
import secrets
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.axe import axe
from browser.harm import EVERYTHING, harm
from browser.layout import too_wide
from browser.live import LiveSite
from browser.rooms import House, about, composer, mail, new_house, room_row, say
from browser.web import DESKTOP, PHONE, Web, resize
from support.postgres import TestServer

SCRIPT = """
[[rule]]
user_pattern = "(?i)take your time"
[[rule.turn]]
pace = 6
text = "I have taken my time to think about this question and the answer is that it will be warm."

[[rule]]
user_pattern = "(?i)ask ben"
[[rule.turn]]
calls = [{ tool = "send", arguments = { to = "ben", content = "Ben, how thick is the wall?", expects_reply = true } }]
[[rule.turn]]
text = "I have asked Ben."

[[rule]]
user_pattern = "how thick"
[[rule.turn]]
text = "The wall is **forty** centimetres thick."

[[rule]]
user_pattern = "poison"
[[rule.turn]]
text = "Read it at last."
fail = { class = "budget", message = "The key has no money left." }

[[turn]]
text = "I have read it."
"""


@pytest.fixture(scope="module")
def scripted(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveSite]:
    """A product whose residents say what is in the script, for all stories of this file."""
    script = tmp_path_factory.mktemp("rooms") / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    name = f"rooms_{os.getpid()}_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with LiveSite(urls, tmp_path_factory.mktemp("rooms-site"), model=f"scripted:{script}") as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def open_house(scripted: LiveSite) -> Callable[..., House]:
    """Make a swarm of somebody new."""

    def start(*names: str, paused: bool = False) -> House:
        return new_house(scripted, scripted.person(), *names, paused=paused)

    return start


def enter(web: Web, house: House, room: str, **options: object) -> Page:
    """Open a room in a browser of its own."""
    return web.open(house.address(room=room), site=house.site, person=house.person, **options)  # type: ignore[arg-type]


def test_a_mail_is_answered_while_one_looks(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben")
    page = enter(web, house, house.resident("Ben"))
    expect(page.get_by_text("Ben sleeps until somebody writes.")).to_be_visible()
    say(page, "Ben", "Ben, take your time: will it be warm?")
    expect(mail(page, "will it be warm?")).to_be_visible()
    expect(page.get_by_role("button", name="Ben is thinking")).to_be_visible()
    answer = mail(page, "the answer is that it will be warm")
    expect(answer).to_be_visible()
    expect(answer.get_by_role("button", name=re.compile("You .*will it be warm"))).to_be_visible()
    expect(page.get_by_role("button", name="Ben is thinking")).to_have_count(0)
    expect(mail(page, "Ben, take your time").first).to_contain_text("read")
    assert axe(page) == []
    web.shot(page, "swarm-room")


def test_what_was_not_read_stands_below_a_line_until_it_is_seen(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid")
    room = house.group("Cellar", "Ben", "Cid")
    page = web.open(house.address(view="mail"), site=house.site, person=house.person)
    row = room_row(page, "Cellar")
    expect(row).to_contain_text("Nothing written yet")
    house.write("Is the floor done, @Ben?", roomId=room)
    expect(row).to_contain_text("I have read it.")
    expect(row).to_contain_text("1 unread mail")
    row.click()
    expect(page.get_by_text("1 new", exact=True)).to_be_visible()
    expect(row).not_to_contain_text("unread")
    # Whoever comes back later finds nothing new.
    page.reload()
    expect(mail(page, "I have read it.")).to_be_visible()
    expect(page.get_by_text("1 new", exact=True)).to_have_count(0)


def test_mail_that_comes_while_one_reads_above_waits_behind_a_button(
    web: Web, open_house: Callable[..., House]
) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Cellar", "Ben")
    for number in range(40):
        house.write(f"Line {number} of the long list.", roomId=room)
    page = enter(web, house, room)
    expect(mail(page, "Line 39 of")).to_be_in_viewport()
    mail(page, "Line 39 of").hover()
    page.mouse.wheel(0, -600)
    expect(mail(page, "Line 39 of")).not_to_be_in_viewport()
    house.write("And one more.", roomId=room, **{"as": house.resident("Ben")})
    page.get_by_role("button", name="1 new mail").click()
    expect(mail(page, "And one more.")).to_be_in_viewport()


def test_earlier_mail_comes_when_one_goes_up(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Cellar", "Ben")
    for number in range(70):
        house.write(f"Line {number} of the long list.", roomId=room)
    page = enter(web, house, room)
    expect(mail(page, "Line 69 of")).to_be_in_viewport()
    expect(mail(page, "Line 3 of")).to_have_count(0)
    while mail(page, "Line 3 of").count() == 0:
        page.get_by_role("article").first.scroll_into_view_if_needed()
    expect(page.get_by_role("article").filter(has_text="Line")).to_have_count(70)


def test_a_member_is_named_with_the_keyboard_and_only_they_wake(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid")
    room = house.group("Cellar", "Ben", "Cid")
    page = enter(web, house, room)
    field = composer(page, "Cellar")
    field.press_sequentially("Hello @")
    names = page.get_by_role("listbox", name="Members to name")
    expect(names.get_by_role("option")).to_have_count(2)
    field.press_sequentially("c")
    expect(names.get_by_role("option", name="Cid")).to_have_attribute("aria-selected", "true")
    field.press("Enter")
    expect(field).to_have_value("Hello @Cid ")
    field.press_sequentially("is it dry?")
    field.press("Enter")
    expect(mail(page, "I have read it.")).to_have_count(1)
    expect(mail(page, "I have read it.")).to_contain_text("Cid")
    panel = about(page, "is it dry?")
    expect(panel.get_by_role("listitem").filter(has_text="Cid")).to_contain_text("read")
    expect(panel.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("unread")


def test_a_mail_is_answered_by_a_person_and_the_quote_leads_to_it(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Cellar", "Ben")
    house.write("Where is the key?", roomId=room, **{"as": house.resident("Ben")})
    for number in range(30):
        house.write(f"Line {number} of the long list.", roomId=room)
    page = enter(web, house, room)
    first = mail(page, "Where is the key?").first
    first.scroll_into_view_if_needed()
    first.hover()
    first.get_by_role("button", name="Answer this mail").click()
    expect(page.get_by_text("Answer to Ben:")).to_be_visible()
    expect(composer(page, "Cellar")).to_be_focused()
    say(page, "Cellar", "Under the mat.")
    answer = mail(page, "Under the mat.")
    expect(answer).to_be_in_viewport()
    answer.get_by_role("button", name=re.compile("Ben Where is the key")).click()
    expect(first).to_be_in_viewport()
    assert house.mails(room)[-1]["replyTo"] == house.mails(room)[0]["id"]


def test_a_person_answers_for_a_resident(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    house.write("How deep is the well?", to=house.resident("Ben"), **{"as": house.resident("Cid")})
    page = web.open(house.address(view="mail"), site=house.site, person=house.person)
    page.get_by_role("button", name="Among residents").click()
    room_row(page, "Cid · Ben").click()
    expect(mail(page, "How deep is the well?")).to_contain_text("you, for Cid")
    page.get_by_role("button", name=re.compile("^Answer for")).click()
    page.get_by_role("menuitem", name="Answer for Ben").click()
    expect(page.get_by_role("button", name="Answer for Ben")).to_be_visible()
    # It is shown before it is stored.
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/mail")):
        say(page, "Cid · Ben", "Nine metres.")
    expect(mail(page, "Nine metres.")).to_contain_text("you, for Ben")
    sent = house.mails(house.rooms()[0]["id"])[-1]
    assert (sent["sender"], sent["byPerson"]) == (house.resident("Ben"), True)


def test_a_group_is_made_and_somebody_added_by_the_keyboard_alone(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    page = web.open(house.address(), site=house.site, person=house.person)
    page.get_by_role("button", name="New group").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type("Attic")
    box = page.get_by_role("checkbox", name="Ben")
    while not box.evaluate("box => box === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Attic")).to_be_visible()
    expect(room_row(page, "Attic")).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name="Show the 2 members").press("Enter")
    dialog = page.get_by_role("dialog", name="2 members")
    dialog.get_by_role("checkbox", name="Cid").press("Space")
    dialog.get_by_role("button", name="Add 1").press("Enter")
    expect(page.get_by_role("dialog", name="3 members").get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Show the 3 members")).to_be_visible()
    assert axe(page) == []


def test_a_room_of_residents_is_joined_renamed_and_left(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    room = house.group("Roof", "Ben", "Cid", withoutMe=True)
    page = enter(web, house, room)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("button", name="Join", exact=True)).to_have_count(0)
    page.get_by_role("button", name="More about Roof").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_role("textbox", name="Name").fill("Gable")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Gable")).to_be_visible()
    page.get_by_role("button", name="More about Gable").click()
    page.get_by_role("menuitem", name="Leave").click()
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()


def test_a_paused_room_keeps_its_mail_until_it_is_resumed(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben")
    room = house.group("Cellar", "Ben")
    page = enter(web, house, room)
    page.get_by_role("button", name="More about Cellar").click()
    page.get_by_role("menuitem", name="Pause the room").click()
    expect(page.get_by_text("This room is paused: mail is kept and wakes nobody.")).to_be_visible()
    say(page, "Cellar", "Is anybody there?")
    expect(mail(page, "Is anybody there?")).to_contain_text("delivered")
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(mail(page, "I have read it.")).to_be_visible()


def test_a_dead_letter_is_delivered_again(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben")
    page = enter(web, house, house.resident("Ben"))
    say(page, "Ben", "Is this poison?")
    letter = mail(page, "Is this poison?").first
    expect(letter).to_contain_text("Ben gave up reading this")
    expect(letter).to_contain_text("The key has no money left.")
    page.get_by_role("radio", name="Mail").click()
    page.get_by_role("button", name=re.compile("^Dead letters")).click()
    found = page.get_by_role("list", name="Mail found")
    expect(found.get_by_role("listitem")).to_have_count(1)
    found.get_by_role("button", name="Deliver again to Ben").click()
    expect(page.get_by_text("No dead letters")).to_be_visible()
    room_row(page, "Ben").click()
    expect(mail(page, "Read it at last.")).to_be_visible()
    expect(letter).not_to_contain_text("gave up")


def test_all_mail_is_searched_and_leads_to_its_place(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    room = house.group("Cellar", "Ben", "Cid")
    house.write("The red pipe leaks at the joint.", roomId=room, **{"as": house.resident("Ben")})
    for number in range(60):
        house.write(f"Line {number} of the long list.", roomId=room)
    page = web.open(house.address(view="mail"), site=house.site, person=house.person)
    page.get_by_role("searchbox", name="Search all mail").fill("RED PIPE")
    found = page.get_by_role("list", name="Mail found").get_by_role("listitem")
    expect(found).to_have_count(1)
    expect(found.locator("mark")).to_have_text("red pipe")
    page.get_by_role("combobox", name="Whose mail").select_option("Ana")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_role("button", name="Clear search and filters").click()
    page.get_by_role("searchbox", name="Search all mail").fill("red pipe")
    assert axe(page) == []
    found.get_by_role("link").click()
    expect(mail(page, "The red pipe leaks")).to_be_in_viewport()


def test_one_sees_what_led_to_a_mail_and_the_turn_that_wrote_it(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben")
    page = enter(web, house, house.resident("Ana"))
    say(page, "Ana", "Please ask Ben about the wall.")
    page.get_by_role("button", name="Among residents").click()
    room_row(page, "Ana · Ben").click()
    expect(mail(page, "forty centimetres").locator("strong")).to_have_text("forty")
    panel = about(page, "forty centimetres")
    panel.get_by_role("button", name="What led to this").click()
    chain = page.get_by_role("dialog", name="What led to this").get_by_role("listitem")
    expect(chain).to_have_count(3)
    expect(chain.nth(0)).to_contain_text("Please ask Ben about the wall.")
    expect(chain.nth(2)).to_contain_text("forty")
    chain.nth(1).get_by_role("button").click()
    expect(mail(page, "Ben, how thick is the wall?").first).to_be_in_viewport()
    about(page, "forty centimetres").get_by_role("button", name="The turn that wrote it").click()
    expect(page.get_by_role("complementary", name="The mind of Ben")).to_be_visible()


def test_a_mail_that_cannot_be_sent_stays_and_is_sent_once(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Cellar", "Ben")
    page = enter(web, house, room, allow=["ERR_FAILED", "Failed to load resource"])
    expect(composer(page, "Cellar")).to_be_visible()
    posts = re.compile(r"/api/swarms/[^/]+/mail$")
    page.route(posts, lambda route: route.abort())
    say(page, "Cellar", "Does this arrive?")
    waiting = page.get_by_role("article", name="Your mail, not sent yet")
    expect(waiting.get_by_role("alert")).to_contain_text("Not sent.")
    page.unroute(posts)
    waiting.get_by_role("button", name="Send again").click()
    expect(waiting).to_have_count(0)
    expect(mail(page, "Does this arrive?")).to_have_count(1)
    assert [one["content"] for one in house.mails(room)] == ["Does this arrive?"]


def test_what_is_written_while_the_first_mail_makes_the_room_stays(web: Web, open_house: Callable[..., House]) -> None:
    house, held = open_house("Ben", paused=True), []
    page = enter(web, house, house.resident("Ben"))
    posts = re.compile(r"/api/swarms/[^/]+/mail$")
    page.route(posts, lambda route: held.append(route))
    with page.expect_request(posts):
        say(page, "Ben", "Are you there?")
    page.keyboard.type("I wonder")
    held[0].continue_()
    expect(page.get_by_role("article", name="Your mail, not sent yet")).to_have_count(0)
    expect(mail(page, "Are you there?")).to_have_count(1)
    expect(composer(page, "Ben")).to_have_value("I wonder")
    expect(composer(page, "Ben")).to_be_focused()
    page.keyboard.type(" where")
    expect(composer(page, "Ben")).to_have_value("I wonder where")


def test_what_is_written_is_kept_for_each_room(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Cellar", "Ben")
    house.group("Attic", "Ben")
    page = enter(web, house, room)
    composer(page, "Cellar").fill("Half a sentence")
    room_row(page, "Attic").click()
    expect(composer(page, "Attic")).to_have_value("")
    room_row(page, "Cellar").click()
    expect(composer(page, "Cellar")).to_have_value("Half a sentence")
    composer(page, "Cellar").fill("x" * 32_001)
    expect(page.get_by_text("This is 1 characters too long")).to_be_visible()
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_disabled()


def test_the_flow_shows_who_writes_to_whom_and_leads_to_the_mails(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    for number in range(3):
        house.write(f"Note {number} for Cid.", to=house.resident("Cid"), **{"as": house.resident("Ben")})
    house.write("And one for you.", to="person", **{"as": house.resident("Cid")})
    page = web.open(house.address(view="flow"), site=house.site, person=house.person)
    picture = page.get_by_role("group", name="Members and the mails between them")
    expect(picture.get_by_role("button")).to_have_count(4)
    expect(picture.get_by_role("button", name="Ben, 3 deliveries")).to_be_visible()
    rows = page.get_by_role("table", name="Who writes to whom").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Ben")
    expect(rows.nth(1)).to_contain_text("Cid")
    expect(rows.nth(1)).to_contain_text("3")
    # It goes on while one looks.
    house.write("One more.", to=house.resident("Cid"), **{"as": house.resident("Ben")})
    expect(rows.nth(1)).to_contain_text("4")
    picture.get_by_role("button", name=re.compile("^You")).focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(picture.get_by_role("button", name=re.compile("^Ben"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ben")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Show the mails from Ben to Cid").click()
    found = page.get_by_role("dialog", name="Ben and Cid").get_by_role("listitem")
    expect(found).to_have_count(4)
    web.shot(page, "swarm-flow")
    found.first.get_by_role("link").click()
    expect(mail(page, "One more.")).to_be_visible()


def test_the_time_of_the_flow_is_chosen_by_the_keyboard_and_played(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    house.write("Early.", to=house.resident("Cid"), **{"as": house.resident("Ben")})
    house.write("Late.", to=house.resident("Ben"), **{"as": house.resident("Cid")})
    page = web.open(house.address(view="flow"), site=house.site, person=house.person)
    expect(page.get_by_text("3 deliveries")).to_be_visible()
    begin = page.get_by_role("slider", name="Beginning of the time shown")
    begin.press("End")
    expect(page.get_by_text("3 deliveries")).to_have_count(0)
    page.get_by_role("button", name="All the time").click()
    expect(page.get_by_text("3 deliveries")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause", exact=True).last).to_be_visible()
    expect(page.get_by_role("slider", name="End of the time shown")).not_to_have_attribute("aria-valuenow", "59")


def test_everything_fits_a_phone(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", "Cid", paused=True)
    room = house.group("The cellar with a rather long name", "Ben", "Cid")
    house.write("| a | b |\n|---|---|\n| " + "word" * 40 + " | 2 |", roomId=room, **{"as": house.resident("Ben")})
    house.write("https://example.org/" + "long" * 60, roomId=room)
    page = web.open(house.address(), site=house.site, person=house.person, viewport=PHONE)
    room_row(page, "The cellar with a rather long name").tap()
    expect(mail(page, "longlong")).to_be_visible()
    assert too_wide(page) == []
    assert axe(page) == []
    say(page, "The cellar with a rather long name", "From the road.")
    sent = mail(page, "From the road.")
    expect(sent).to_be_visible()
    sent.get_by_role("button", name="About this mail").tap()
    expect(page.get_by_role("dialog", name="About this mail")).to_contain_text("unread")
    page.keyboard.press("Escape")
    web.shot(page, "swarm-room-phone")
    for view in ("flow", "mail"):
        page.goto(house.address(view=view))
        expect(page.get_by_role("region", name="Who writes to whom" if view == "flow" else "Mail")).to_be_visible()
        assert too_wide(page) == []


def test_hostile_mail_does_nothing(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Cellar", "Ben")
    house.write(EVERYTHING, roomId=room, **{"as": house.resident("Ben")})
    house.write(EVERYTHING, roomId=room)
    page = enter(web, house, room)
    expect(page.get_by_role("article")).to_have_count(2)
    assert harm(page) == []
    page.goto(house.address(view="mail"))
    expect(page.get_by_role("list", name="Mail found").get_by_role("listitem")).to_have_count(3)
    assert harm(page) == []


def test_rooms_speak_spanish(web: Web, open_house: Callable[..., House]) -> None:
    house = open_house("Ben", paused=True)
    room = house.group("Sótano", "Ben")
    house.write("¿Está seco?", roomId=room)
    page = enter(web, house, room, locale="es-ES")
    expect(page.get_by_text("espera respuesta")).to_be_visible()
    expect(page.get_by_text("entregado")).to_be_visible()
    expect(page.get_by_role("button", name="Entre residentes")).to_have_count(0)
    for dark in (False, True):
        resize(page, *DESKTOP, dark=dark)
        assert axe(page) == []
