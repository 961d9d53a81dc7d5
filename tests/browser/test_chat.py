"""The chat: who is asked, who answers and why, and what one can do about it."""

import re  # noqa: TID251  (own fixed pattern)
from pathlib import Path

from playwright.sync_api import Route, expect

from browser.axe import axe
from browser.chat import answered, ask, composer, executions, over, say, turns
from browser.web import PHONE, Web
from support.files import pdf, png

SOLVE = "Solve the equation 2x + 6 = 10"
THREAD = re.compile(r"/chat/[0-9a-f-]{36}")


def test_a_question_goes_to_who_knows_it_and_the_thread_says_why(web: Web) -> None:
    page = web.open("/chat")
    composer(page).fill(SOLVE)
    expect(page.get_by_text("Peter will answer · matched solve, equation")).to_be_visible()
    assert axe(page) == []
    composer(page).press("Enter")
    expect(page).to_have_url(THREAD)
    turn = turns(page)
    over(turn)
    expect(answered(page, "Peter")).to_be_attached()
    expect(turn).to_contain_text("x = 2")
    why = turn.get_by_role("link", name="Cleo → Peter")
    expect(why).to_contain_text("matched solve, equation")
    expect(why).to_contain_text("0 model calls")
    why.click()
    details = page.get_by_role("complementary", name="Details")
    expect(details.get_by_text("Peter got it because")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?decision=[0-9a-f-]{36}$"))
    assert axe(page) == []
    details.get_by_role("button", name="Close").click()
    expect(details).to_have_count(0)


def test_choosing_an_agent_is_direct_and_the_switch_supervises_in_a_thread_of_its_own(web: Web) -> None:
    page = web.open("/chat")
    page.get_by_role("button", name=re.compile("Cleo decides")).click()
    page.get_by_role("option", name=re.compile("^Peter")).click()
    expect(page.get_by_text("You talk to Peter directly.")).to_be_visible()
    say(page, "12 * 12", "Peter")
    over(turns(page))
    expect(turns(page)).to_contain_text("144")
    expect(turns(page).get_by_role("link", name="chosen by you")).to_be_visible()
    expect(page.get_by_text("Peter answers directly")).to_be_visible()
    direct = page.url

    page.get_by_role("switch", name="Supervision by Cleo").click()
    expect(page.get_by_text("Peter answers, and Cleo looks at the answer.")).to_be_visible()
    say(page, "13 * 13", "Peter")
    over(turns(page))
    expect(page.get_by_text("Peter answers, Cleo supervises")).to_be_visible()
    expect(turns(page)).to_have_count(1)
    expect(turns(page)).to_contain_text("169")
    assert page.url != direct

    page.get_by_role("switch", name="Supervision by Cleo").click()
    expect(page).to_have_url(direct)
    expect(turns(page)).to_contain_text("144")


def test_a_tool_call_opens_to_what_it_was_given_and_returned_also_after_a_reload(web: Web) -> None:
    page = web.open("/chat?agent=peter-logical")
    say(page, "What is 12% of 340?", "Peter")
    over(turns(page))
    for _ in range(2):
        call = turns(page).get_by_role("button", name="calculator")
        expect(call).to_have_attribute("aria-expanded", "false")
        call.click()
        expect(turns(page).get_by_role("group", name="Arguments")).to_contain_text("340")
        expect(turns(page).get_by_role("group", name="Result")).to_contain_text("40.8")
        page.reload()


def test_a_question_that_is_edited_takes_the_place_of_all_that_came_after_it(web: Web) -> None:
    person = web.site.person()
    page = web.open("/chat?agent=peter-logical", person=person)
    for message in ("1 + 1", "2 + 2"):
        say(page, message, "Peter")
        over(turns(page).filter(has_text=message))
    # ↑ in an empty field edits the last message.
    composer(page, "Peter").press("ArrowUp")
    editor = page.get_by_role("textbox", name="Your message")
    expect(editor).to_have_value("2 + 2")
    editor.fill("3 + 3")
    editor.press("Enter")
    over(turns(page).filter(has_text="3 + 3"))
    expect(turns(page)).to_have_count(2)
    expect(page.get_by_text("2 + 2", exact=True)).to_have_count(0)

    turns(page).first.hover()
    turns(page).first.get_by_role("button", name="Edit and send again").click()
    expect(page.get_by_text("The 1 turn after it is replaced as well.")).to_be_visible()
    editor.fill("5 + 5")
    page.get_by_role("button", name="Send again", exact=True).click()
    over(turns(page).filter(has_text="5 + 5"))
    expect(turns(page)).to_have_count(1)
    page.reload()
    expect(turns(page)).to_have_count(1)
    assert [one["superseded"] for one in executions(web.site, person)] == [False, True, True, True]


def test_a_question_that_is_edited_and_refused_keeps_its_new_words(web: Web) -> None:
    page = web.open("/chat?agent=peter-logical", allow=["status of 409"])
    say(page, "2 + 2", "Peter")
    over(turns(page))
    page.route(
        "**/api/agents/execute",
        lambda route: route.fulfill(status=409, json={"title": "Paused", "detail": "Come back later."}),
    )
    composer(page, "Peter").press("ArrowUp")
    editor = page.get_by_role("textbox", name="Your message")
    editor.fill("2 + 2 + 3")
    editor.press("Enter")
    expect(page.get_by_text("Come back later.").first).to_be_visible()
    expect(editor).to_have_value("2 + 2 + 3")
    page.unroute("**/api/agents/execute")
    editor.press("Enter")
    over(turns(page).filter(has_text="2 + 2 + 3"))
    expect(turns(page)).to_contain_text("7")


def test_an_earlier_answer_is_tried_again_only_when_what_it_replaces_is_agreed_to(web: Web) -> None:
    person = web.site.person()
    first = ask(web.site, person, "1 + 1", agentId="peter-logical")
    ask(web.site, person, "2 + 2", agentId="peter-logical")
    page = web.open(f"/chat/{first['conversationId']}", person=person)
    turns(page).first.hover()
    turns(page).first.get_by_role("button", name="Try again", exact=True).click()
    asked = page.get_by_role("dialog", name="Replace 1 later turn?")
    assert axe(page) == []
    asked.get_by_role("button", name="Cancel").click()
    expect(turns(page)).to_have_count(2)
    turns(page).first.get_by_role("button", name="Try again", exact=True).click()
    asked.get_by_role("button", name="Replace and try again").click()
    expect(turns(page)).to_have_count(1)
    over(turns(page))


def test_thumbs_and_a_wrong_agent_are_kept_and_can_be_taken_back(web: Web) -> None:
    page = web.open("/chat")
    say(page, SOLVE)
    over(turns(page))
    page.get_by_role("button", name="Good answer").click()
    page.get_by_role("button", name="Wrong agent").click()
    expect(page.get_by_text("Who should have got it?")).to_be_visible()
    assert axe(page) == []
    page.get_by_label("Only note it; keep this answer").check()
    page.get_by_role("button", name="Toby").click()
    expect(page.get_by_role("button", name="Ask Toby now")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Wrong agent")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Good answer")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Wrong agent").click()
    expect(page.get_by_text("Noted: this was for Toby")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Good answer").click()
    expect(page.get_by_role("button", name="Good answer")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Wrong agent")).to_have_attribute("aria-pressed", "false")


def test_another_agent_tries_again_in_a_supervised_thread_where_it_stands(web: Web) -> None:
    page = web.open("/chat")
    say(page, SOLVE)
    over(turns(page))
    thread = page.url
    page.get_by_role("button", name="Try again with another agent").click()
    page.get_by_role("menuitem", name="Toby").click()
    expect(answered(page, "Toby")).to_be_attached()
    over(turns(page))
    expect(turns(page)).to_have_count(1)
    assert page.url == thread


def test_another_agent_tries_again_in_its_own_direct_thread(web: Web) -> None:
    page = web.open("/chat?agent=ami-creative")
    say(page, "Hello", "Ami")
    over(turns(page))
    thread = page.url
    page.get_by_role("button", name="Try again with another agent").click()
    page.get_by_role("menuitem", name="Peter").click()
    expect(page.get_by_text("Peter answers directly")).to_be_visible()
    over(turns(page))
    expect(answered(page, "Peter")).to_be_attached()
    assert page.url != thread


def test_somebody_is_addressed_with_the_keyboard_alone(web: Web) -> None:
    page = web.open("/chat")
    composer(page).focus()
    page.keyboard.type("a poem")
    page.keyboard.press("Home")
    page.keyboard.type("@pet")
    option = page.get_by_role("option", name="Peter")
    expect(option).to_have_attribute("aria-selected", "true")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_text("For Peter")).to_be_visible()
    page.keyboard.type("Write ")
    expect(composer(page)).to_have_value("Write a poem")
    expect(page.get_by_text("Peter will answer · you chose")).to_be_visible()
    page.keyboard.press("Enter")
    expect(answered(page, "Peter")).to_be_attached()
    over(turns(page))
    # It stays the thread of who decides.
    expect(page.get_by_text("Cleo chooses who answers")).to_be_visible()


def test_files_go_with_a_message_and_are_shown_with_it(web: Web, tmp_path: Path) -> None:
    lease, program, photo = tmp_path / "Lease.pdf", tmp_path / "run.exe", tmp_path / "photo.png"
    lease.write_bytes(pdf([["Tenancy agreement", "", "The notice period is three months."]]))
    program.write_bytes(b"MZ\x00\x01")
    photo.write_bytes(png(640, 480))
    page = web.open("/chat?agent=peter-logical", allow=["status of 422"])
    page.get_by_label("Attach files").last.set_input_files([photo, program, lease])
    attached = page.get_by_label("Attached files")
    expect(attached.get_by_role("alert")).to_contain_text("Files of this kind cannot be sent")
    expect(attached.locator("img")).to_have_count(1)
    composer(page, "Peter").fill("What is 2 + 3?")
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Remove run.exe").click()
    assert axe(page) == []
    page.get_by_role("button", name="Send", exact=True).click()
    over(turns(page))
    expect(turns(page)).to_contain_text("2 + 3 = 5")
    picture = turns(page).get_by_role("img", name="photo.png")
    expect(picture).to_be_visible()
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") == 640
    expect(turns(page).get_by_role("link", name="Lease.pdf")).to_be_visible()
    with page.expect_download() as download:
        turns(page).get_by_role("link", name="Lease.pdf").click()
    assert Path(download.value.path()).read_bytes() == lease.read_bytes()
    turns(page).get_by_role("button", name="Put Lease.pdf into documents").click()
    expect(page.get_by_text("“Lease.pdf” is in your documents.", exact=True)).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []


def test_a_picture_is_pasted_or_dropped(web: Web) -> None:
    page = web.open("/chat?agent=peter-logical")
    field = composer(page, "Peter")
    expect(field).to_be_visible()
    carry = """([name, bytes]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
        return data
    }"""
    pasted = page.evaluate_handle(carry, ["pasted.png", list(png(30, 20))])
    field.evaluate(
        "(field, data) => field.dispatchEvent("
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))",
        pasted,
    )
    expect(page.get_by_role("button", name="Remove pasted.png")).to_be_visible()
    dropped = page.evaluate_handle(carry, ["dropped.png", list(png(30, 20))])
    field.dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.get_by_label("Attached files").locator("img")).to_have_count(2)
    # A picture says enough by itself.
    page.get_by_role("button", name="Send", exact=True).click()
    over(turns(page))
    expect(turns(page)).to_contain_text("Without a language model I cannot say what is in it")
    expect(turns(page).get_by_role("img", name="dropped.png")).to_be_visible()


def test_what_is_written_and_not_sent_is_there_again(web: Web) -> None:
    person = web.site.person()
    thread = ask(web.site, person, "1 + 1", agentId="peter-logical")["conversationId"]
    page = web.open(f"/chat/{thread}", person=person)
    composer(page, "Peter").fill("Half a thought")
    page.get_by_role("link", name="New conversation").first.click()
    expect(composer(page)).to_have_value("")
    page.get_by_role("link", name="1 + 1").click()
    expect(composer(page, "Peter")).to_have_value("Half a thought")


def test_a_message_that_is_refused_stays_in_the_field(web: Web) -> None:
    page = web.open("/chat?agent=peter-logical", allow=["status of 409"])
    page.route(
        "**/api/agents/execute",
        lambda route: route.fulfill(status=409, json={"title": "Paused", "detail": "Come back later."}),
    )
    say(page, "12 * 12", "Peter")
    expect(page.get_by_role("alert")).to_contain_text("Not sent. Come back later.")
    expect(composer(page, "Peter")).to_have_value("12 * 12")
    page.unroute("**/api/agents/execute")
    composer(page, "Peter").press("Enter")
    over(turns(page))
    expect(turns(page)).to_contain_text("144")


def test_a_message_that_does_not_get_through_is_sent_by_itself_and_once(web: Web) -> None:
    person = web.site.person()
    page = web.open("/chat?agent=peter-logical", person=person, allow=["ERR_FAILED", "status of 503"])
    tries: list[str] = []

    def lose(route: Route) -> None:
        """The server takes the message, and its answer is lost on the way; then it is down."""
        tries.append(route.request.headers["idempotency-key"])
        if len(tries) == 1:
            route.fetch()
            route.abort()
        else:
            route.fulfill(status=503, json={"title": "Down", "detail": "Come back later."})

    page.route("**/api/agents/execute", lose)
    say(page, "12 * 12", "Peter")
    held = page.get_by_role("list", name="Messages that are not sent yet")
    expect(held).to_contain_text("12 * 12")
    expect(held).to_contain_text("It is tried again by itself.")
    expect(composer(page, "Peter")).to_have_value("")
    assert axe(page) == []
    held.get_by_role("button", name="Send again").click()
    expect(held).to_contain_text("Come back later.")
    page.reload()
    expect(held).to_contain_text("12 * 12")
    page.unroute("**/api/agents/execute")
    expect(page).to_have_url(THREAD)
    over(turns(page))
    expect(turns(page)).to_contain_text("144")
    assert len(tries) > 1
    assert len(set(tries)) == 1
    assert len(executions(web.site, person)) == 1


def test_a_full_disk_and_too_much_work_are_said_in_the_persons_language_and_the_words_stay(web: Web) -> None:
    person = web.site.person()
    thread = ask(web.site, person, "1 + 1", agentId="peter-logical")["conversationId"]
    page = web.open(f"/chat/{thread}", person=person, allow=["status of 507", "status of 429"])
    tries: list[str] = []

    def refuse(route: Route) -> None:
        """The disk is full at the first try; then there is too much work."""
        status, code, pause = (429, "too-much-work", "1") if tries else (507, "storage-full", "600")
        tries.append(route.request.headers["idempotency-key"])
        problem = {"title": "No", "code": code, "detail": "In the server's words."}
        route.fulfill(status=status, json=problem, headers={"Retry-After": pause})

    page.route("**/api/agents/execute", refuse)
    say(page, "12 * 12", "Peter")
    held = turns(page).filter(has_text="12 * 12")
    expect(held.get_by_role("status")).to_contain_text("The server’s disk is full.")
    page.get_by_role("banner").get_by_role("button", name="Language").click()
    page.get_by_role("menuitem", name="Español").click()
    expect(page.get_by_text("El disco del servidor está lleno.")).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="Idioma").click()
    page.get_by_role("menuitem", name="English").click()
    held.get_by_role("button", name="Send again").click()
    expect(held.get_by_role("status")).to_contain_text("You have as much unfinished work as one person may have.")
    page.unroute("**/api/agents/execute")
    over(held)
    expect(held).to_contain_text("144")
    assert (len(tries) > 1, len(set(tries))) == (True, 1)
    assert len(executions(web.site, person)) == 2


def test_a_message_that_waits_in_its_thread_can_be_discarded_and_put_back(web: Web) -> None:
    person = web.site.person()
    thread = ask(web.site, person, "1 + 1", agentId="peter-logical")["conversationId"]
    page = web.open(f"/chat/{thread}", person=person, allow=["ERR_FAILED"])
    page.route("**/api/agents/execute", lambda route: route.abort())
    say(page, "12 * 12", "Peter")
    held = turns(page).filter(has_text="12 * 12")
    expect(held.get_by_role("status")).to_contain_text("The server cannot be reached. It is tried again by itself.")
    page.reload()
    discard = held.get_by_role("button", name="Discard")
    discard.click()
    expect(held).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(held).to_have_count(1)
    page.unroute("**/api/agents/execute")
    over(held)
    expect(held).to_contain_text("144")
    assert len(executions(web.site, person)) == 2


def test_what_is_written_while_a_conversation_begins_is_gone_on_with_in_it(web: Web) -> None:
    held: list[Route] = []
    page = web.open("/chat?agent=peter-logical")
    page.route("**/api/agents/execute", lambda route: held.append(route))
    with page.expect_request("**/api/agents/execute"):
        say(page, "1 + 1", "Peter")
    page.keyboard.type("And what is")
    held[0].continue_()
    expect(page).to_have_url(THREAD)
    expect(composer(page, "Peter")).to_have_value("And what is")
    expect(composer(page, "Peter")).to_be_focused()
    page.keyboard.type(" 2 + 2")
    expect(composer(page, "Peter")).to_have_value("And what is 2 + 2")
    page.get_by_role("link", name="New conversation").first.click()
    expect(composer(page)).to_have_value("")


def test_a_message_that_fails_after_its_thread_was_left_is_there_again(web: Web) -> None:
    person, held = web.site.person(), []
    thread = ask(web.site, person, "1 + 1", agentId="peter-logical")["conversationId"]
    page = web.open(f"/chat/{thread}", person=person, allow=["status of 409"])
    page.route("**/api/agents/execute", lambda route: held.append(route))
    with page.expect_request("**/api/agents/execute"):
        say(page, "12 * 12", "Peter")
    page.get_by_role("link", name="New conversation").first.click()
    expect(composer(page)).to_be_visible()
    held[0].fulfill(status=409, json={"title": "Paused", "detail": "Come back later."})
    expect(page.get_by_text("Not sent. Come back later.").first).to_be_visible()
    page.get_by_role("link", name="1 + 1").click()
    expect(composer(page, "Peter")).to_have_value("12 * 12")


def test_a_link_to_a_turn_shows_that_turn_and_earlier_ones_are_loaded_on_request(web: Web) -> None:
    person = web.site.person()
    first = ask(web.site, person, "Turn number 0", agentId="ami-creative")
    for number in range(1, 40):
        last = ask(web.site, person, f"Turn number {number}", agentId="ami-creative")
    page = web.open(f"/chat/{first['conversationId']}?turn={last['id']}", person=person)
    expect(turns(page)).to_have_count(30)
    expect(turns(page).last).to_be_in_viewport()
    page.get_by_role("button", name="Load earlier messages").click()
    expect(turns(page)).to_have_count(40)
    expect(turns(page).first).to_contain_text("Turn number 0")
    # The reader stays where they were.
    expect(turns(page).filter(has_text="Turn number 10")).to_be_in_viewport()
    expect(turns(page).first).not_to_be_in_viewport()
    page.goto(f"/chat/{first['conversationId']}?turn={first['id']}")
    expect(turns(page).first).to_contain_text("Turn number 0")
    expect(turns(page).first).to_be_in_viewport()
    expect(turns(page).filter(has_text="Turn number 39")).to_have_count(0)
    page.get_by_role("button", name="Load later messages").click()
    expect(turns(page)).to_have_count(40)
    expect(turns(page).filter(has_text="Turn number 14")).to_be_in_viewport()
    expect(turns(page).last).not_to_be_in_viewport()


def test_an_old_message_is_found_and_the_conversation_opens_at_it(web: Web) -> None:
    person = web.site.person()
    old = ask(web.site, person, "Which wombats dig the deepest?", agentId="ami-creative")
    for number in range(1, 34):
        ask(web.site, person, f"Turn number {number}", agentId="ami-creative")
    page = web.open("/", person=person)
    page.get_by_role("button", name="Search or jump to").click()
    page.get_by_role("combobox").fill("WOMBATS dig")
    found = page.get_by_role("group", name="Conversations").get_by_role("option")
    expect(found.locator("mark")).to_have_text(["wombats", "dig"])
    found.click()
    turn = turns(page).filter(has_text="Which wombats")
    expect(turn).to_be_in_viewport()
    expect(turn).to_be_focused()
    page.reload()
    expect(turn).to_be_in_viewport()
    expect(turn).to_be_focused()
    assert f"turn={old['id']}" in page.url
    # What is written now stands at the end, which is read for it.
    say(page, "And who digs now?", "Ami")
    over(turns(page).last)
    expect(turns(page).last).to_contain_text("And who digs now?")
    expect(turns(page).last).to_be_in_viewport()
    # The list of threads leads there as well.
    page.get_by_role("searchbox").fill("wombats dig")
    listed = page.get_by_role("navigation", name="Conversations").get_by_role("link").filter(has=page.locator("mark"))
    expect(listed.locator("mark")).to_have_text(["wombats", "dig"])
    listed.click()
    expect(turn).to_be_in_viewport()
    assert axe(page) == []


def test_a_thread_that_is_gone_says_so(web: Web) -> None:
    page = web.open("/chat/00000000-0000-4000-8000-000000000000", allow=["status of 404"])
    expect(page.get_by_text("This conversation is not there.")).to_be_visible()
    assert axe(page) == []


def test_it_works_on_a_phone_in_spanish_in_the_dark(web: Web) -> None:
    page = web.open("/chat", viewport=PHONE, locale="es-ES", dark=True)
    expect(page.get_by_role("heading", level=1, include_hidden=True)).to_be_visible()
    assert axe(page) == []
    field = page.get_by_role("textbox", name="Mensaje para Cleo")
    field.fill("Resuelve la ecuación 2x + 6 = 10")
    expect(page.get_by_text("Contestará Peter · coincide")).to_be_visible()
    field.press("Enter")
    expect(page.get_by_role("group", name="Sobre esta respuesta")).to_be_visible()
    expect(turns(page)).to_contain_text("x = 2")
    assert axe(page) == []
    turns(page).get_by_role("link", name="Cleo → Peter").click()
    expect(page.get_by_role("dialog", name="Por qué este agente")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Conversaciones").click()
    expect(page.get_by_role("dialog", name="Conversaciones")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
