"""Whatever people, models and tools write stays text: it runs nothing, loads nothing and leads nowhere."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bailiwick.people.records import UserRole
from browser.calls import ask, change
from browser.documents import bring
from browser.harm import ELSEWHERE, EVERYTHING, MARK, POISON, harm
from browser.live import LiveSite
from browser.mailbox_server import Mailbox
from browser.memory import relate, remember
from browser.swarms import add, new_swarm
from browser.tasks import new_task
from browser.web import Web, go
from support.postgres import TestServer
from support.site import Person

AGENT = "poisoned"
NOTE_IT = {
    "text": "",
    "calls": [{"tool": "addNote", "arguments": {"title": POISON, "lines": ["one", *EVERYTHING.splitlines()]}}],
}
SCRIPT = {
    "rule": [
        {"user": "note it", "turn": [NOTE_IT, {"text": "Noted.\n\n{result}"}]},
        {"user": "slowly", "turn": [{"text": f"{EVERYTHING}\n\nThat is all.", "pace": 40}]},
    ],
    "turn": [{"text": "{user}"}],
}


@dataclass(frozen=True)
class Victim:
    """Somebody all of whose data was written by somebody else."""

    person: Person
    conversation_id: str
    noted_id: str
    """An execution with a tool call."""
    decision_id: str
    entity_id: str
    swarm_id: str
    document_id: str
    task_id: str
    schedule_id: str


@pytest.fixture(scope="module")
def site(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A site whose model repeats what it is told and writes it into notes."""
    folder = tmp_path_factory.mktemp("safety")
    script = folder / "script.json"
    script.write_text(json.dumps(SCRIPT), encoding="utf-8")
    name = f"browser_safety_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    with LiveSite(urls, folder, model=f"scripted:{script}") as site:
        yield site
    postgres.drop(name)


@pytest.fixture(scope="module")
def victim(site: LiveSite) -> Iterator[Victim]:
    """Agents, titles, messages, answers, notes, keys: everything is poisoned."""
    person = site.person(POISON)
    short = POISON[:100]
    change(
        site,
        person,
        "POST",
        "/api/agents/create",
        json={
            "id": AGENT,
            "name": short,
            "description": EVERYTHING[:2000],
            "objective": EVERYTHING[:4000],
            "tags": ["poison", short],
            "keywords": [short],
            "examples": [POISON],
            "instructions": EVERYTHING,
            "announcement": POISON,
            "tools": [".*Note"],
        },
    )
    noted = ask(site, person, f"note it: {EVERYTHING}", agentId=AGENT, forceSupervised=True)
    done = ask(site, person, f"Poison! {EVERYTHING}")
    thread = done["conversationId"]
    ask(site, person, f"note it, poison: {EVERYTHING}", conversationId=thread)
    for each in (thread, noted["conversationId"]):
        change(site, person, "PATCH", f"/api/conversations/{each}", json={"title": POISON})
    change(site, person, "POST", "/api/keys", json={"name": short, "scopes": ["read"]})
    assert noted["status"] == done["status"] == "completed"
    remember(site, person, {POISON: (short, [EVERYTHING])}, source=POISON)
    relate(site, person, (POISON, short, POISON))
    entity = change(site, person, "GET", "/api/knowledge/entities")["entities"][0]["id"]
    swarm = new_swarm(site, person, EVERYTHING, name=short[:80], role=short, guidance=EVERYTHING)["id"]
    add(site, person, swarm, POISON[:50].replace("@", ""), role=short, guidance=EVERYTHING)
    write = {"to": f"ana@{swarm}", "content": f"note it: {EVERYTHING}"}
    change(site, person, "POST", f"/api/swarms/{swarm}/mail", json=write)
    stored = {"name": "poison", "value": "anything", "description": POISON[:200]}
    change(site, person, "POST", "/api/credentials", json=stored)
    document = bring(site, person, f"{short[:60]}.md", f"# {POISON}\n\n{EVERYTHING}", tags=[short[:60]])["id"]
    titled = {"title": POISON}
    change(site, person, "PATCH", f"/api/documents/{document}", json=titled)
    task = new_task(site, person, POISON[:200], description=EVERYTHING, tags=[short[:50]], agentId=AGENT)["id"]
    change(site, person, "POST", f"/api/tasks/{task}/comments", json={"content": EVERYTHING})
    action = {"type": "task", "title": POISON[:200], "description": EVERYTHING, "run": False}
    times = {"name": POISON[:60], "cron": "0 9 * * *", "action": action}
    schedule = change(site, person, "POST", "/api/schedules", json=times)["id"]
    pinned = {"text": EVERYTHING[:9000], "agent": AGENT, "note": POISON}
    change(site, person, "POST", "/api/routing/golden", json=pinned)
    wrong = {"agentId": "ski", "note": EVERYTHING[:2000]}
    change(site, person, "POST", f"/api/routing/decisions/{done['decision']['id']}/misroute", json=wrong)
    tagged = {"kind": "add", "agent": AGENT, "field": "tags", "value": MARK}
    change(site, person, "POST", "/api/routing/releases", json={"reason": POISON, "edits": [tagged]})
    with Mailbox().open() as mailbox:
        mailbox.offer("poison", mailbox.send_mail, f"{POISON}\n\n{EVERYTHING}")
        server = {"name": "poison", "title": short, "description": EVERYTHING[:2000], "transport": "http"}
        root = site.site.person("Root", role=UserRole.ADMIN)
        made = change(site, root, "POST", "/api/mcp/servers", json={**server, "url": mailbox.url})
        change(site, person, "POST", f"/api/mcp/servers/{made['id']}/enable", json={})
        yield Victim(person, thread, noted["id"], done["decision"]["id"], entity, swarm, document, task, schedule)


def find_tool(page: Page) -> None:
    """Bring the tool of a stranger into sight."""
    page.get_by_role("searchbox", name="Search tools").fill("poison")


def open_server(page: Page) -> None:
    """See what a server offers."""
    page.get_by_role("button", name="3 tools").click()
    page.get_by_role("button", name="poison", exact=True).click()
    expect(page.get_by_role("region", name="In use")).to_contain_text(MARK)


def nothing(page: Page) -> None:
    """The page shows all of it by itself."""


def open_tools(page: Page) -> None:
    """Open every tool call of a thread."""
    lines = page.get_by_role("button", name="addNote")
    expect(lines.first).to_be_visible()
    for line in lines.all():
        line.click()
        expect(line).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_text("Arguments").first).to_be_visible()


def as_table(page: Page) -> None:
    """See the agents as a table."""
    page.get_by_role("button", name="Table").click()
    expect(page.get_by_role("table")).to_be_visible()


def as_list(page: Page) -> None:
    """See the graph as a list."""
    page.get_by_role("radio", name="List").click()


def open_event(page: Page) -> None:
    """Read an event in full."""
    page.get_by_role("listbox", name="Events").get_by_role("option").filter(has_text="tool answered").first.click()
    expect(page.get_by_role("dialog").get_by_label("Data")).to_contain_text(MARK)


def open_changes(page: Page) -> None:
    """Read what each change of the memory added."""
    details = page.get_by_role("button", name="Details")
    expect(details.first).to_be_visible()
    for _ in range(details.count()):
        details.first.click()


def open_calls(page: Page) -> None:
    """See what a resident called, with all that was given to it."""
    line = page.get_by_role("complementary").get_by_role("button", name="addNote").first
    line.click()
    expect(page.get_by_role("complementary").get_by_role("group", name="Arguments").first).to_contain_text(MARK)


def open_about(page: Page) -> None:
    """See who a resident is."""
    page.get_by_role("complementary").get_by_role("radio", name="About").click()


def open_proposals(page: Page) -> None:
    """See what would put a misroute right."""
    page.get_by_role("button", name="See what would put it right").click()
    expect(page.get_by_role("button", name="Hide")).to_be_visible()


def search(page: Page) -> None:
    """Find everything that is poisoned."""
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("pwned")
    expect(page.get_by_role("dialog").get_by_role("group", name="Conversations")).to_contain_text(MARK)


@pytest.mark.parametrize(
    "looks",
    [
        (
            ("/", nothing),
            ("/chat", nothing),
            ("/chat?agent=poisoned", nothing),
            ("/chat/{thread}", open_tools),
            ("/chat/{thread}?decision={decision}", nothing),
            ("/", search),
        ),
        (
            ("/agents", nothing),
            ("/agents", as_table),
            ("/agents/poisoned", nothing),
            ("/architecture?agent=poisoned", nothing),
            ("/architecture?execution={noted}", as_list),
        ),
        (
            ("/tools", find_tool),
            ("/tools?tool=poison__poison", nothing),
            ("/tools/servers", open_server),
            ("/tools/credentials", nothing),
        ),
        (
            ("/debug", open_event),
            ("/figures", nothing),
            ("/settings", nothing),
        ),
        (
            ("/tasks", nothing),
            ("/tasks?view=list", nothing),
            ("/tasks/{task}", nothing),
            ("/schedules", nothing),
            ("/schedules/{schedule}", nothing),
        ),
        (
            ("/swarm", nothing),
            ("/swarm/{swarm}", nothing),
            ("/swarm/{swarm}?resident=ana%40{swarm}", open_calls),
            ("/swarm/{swarm}?resident=ana%40{swarm}", open_about),
            ("/swarm/{swarm}?view=mail", nothing),
            ("/swarm/{swarm}?view=waits", nothing),
            ("/swarm/{swarm}?view=flow", nothing),
        ),
        (
            ("/memory", nothing),
            ("/memory?tab=history", open_changes),
            ("/memory?entity={entity}", nothing),
            ("/memory?entity={entity}&view=graph", nothing),
            ("/memory/documents", nothing),
            ("/memory/documents?q=onerror", nothing),
            ("/memory/documents/{document}", nothing),
        ),
        (
            ("/routing?decision={decision}&whyNot=poisoned", nothing),
            ("/routing?tab=lint&agent=poisoned", nothing),
            ("/routing?tab=releases", nothing),
            ("/routing?tab=golden", nothing),
            ("/routing?tab=misroutes", open_proposals),
        ),
    ],
    ids=lambda looks: looks[0][0],
)
def test_what_strangers_write_is_only_text_on(
    web: Web, victim: Victim, looks: tuple[tuple[str, Callable[[Page], None]], ...]
) -> None:
    page = web.open(None, person=victim.person)
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for path, look in looks:
        address = path.format(
            thread=victim.conversation_id,
            decision=victim.decision_id,
            noted=victim.noted_id,
            entity=victim.entity_id,
            swarm=victim.swarm_id,
            document=victim.document_id,
            task=victim.task_id,
            schedule=victim.schedule_id,
        )
        if page.url == "about:blank":
            page.goto(address)
        else:
            go(page, address)
        expect(page.get_by_role("heading", level=1, include_hidden=True)).to_be_visible()
        look(page)
        # It is there, or the test would say nothing.
        page.wait_for_function(
            "mark => document.body.innerText.includes(mark) || "
            "[...document.querySelectorAll('input, textarea')].some(field => field.value.includes(mark))",
            arg=MARK,
        )
        assert (path, harm(page)) == (path, [])
        assert (path, dialogs) == (path, [])


def test_an_answer_is_only_text_while_it_streams_and_after(web: Web) -> None:
    page = web.open("/chat?agent=peter-logical")
    field = page.get_by_role("textbox", name="Message to Peter")
    field.fill("Tell me slowly")
    field.press("Enter")
    article = page.get_by_role("article").last
    expect(article).to_contain_text(MARK)
    assert harm(page) == []
    expect(article).to_contain_text("beacon")
    assert harm(page) == []
    expect(article).to_contain_text("That is all.")
    expect(page.get_by_role("button", name="Copy the answer")).to_be_visible()
    assert harm(page) == []
    # An image of somebody else's is a link that one may follow, or not.
    expect(article.get_by_role("link", name="beacon").first).to_have_attribute(
        "href", f"{ELSEWHERE}/beacon.png?secret=1"
    )
    expect(article.get_by_role("link", name="beacon").first).to_have_attribute("rel", "noopener noreferrer nofollow")
    for name in ("Markdown link", "HTML link", "reference", "tex"):
        expect(article.get_by_role("link", name=name, exact=True)).to_have_count(0)


def test_an_attached_file_is_only_a_download(web: Web) -> None:
    page = web.open("/chat?agent=peter-logical")
    expect(page.get_by_role("textbox", name="Message to Peter")).to_be_visible()
    name = f"<img src=x {MARK}>.svg"
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "image/svg+xml", "buffer": drawing})
    expect(page.get_by_role("button", name=f"Remove {name}")).to_be_visible()
    page.get_by_role("textbox", name="Message to Peter").fill("What is 2 + 3?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("button", name="Copy the answer")).to_be_visible()
    article = page.get_by_role("article").first
    expect(article).to_contain_text(MARK)
    expect(article.locator("img[src*='/api/files/']")).to_have_count(0)
    with page.expect_download() as download:
        article.get_by_role("link", name=MARK).click()
    assert Path(download.value.path()).read_bytes() == drawing
    assert harm(page) == []


def test_harm_would_be_noticed(web: Web) -> None:
    page = web.open("/login", signed_in=False)
    for written in (
        "<img src=x onerror=y>",
        "<a href='javascript:x()'>x</a>",
        "<iframe></iframe>",
        f"<img src={ELSEWHERE}/x>",
        "<p style='background: url(x)'>x</p>",
        "<svg><a href='data:text/html,x'></a></svg>",
    ):
        assert harm(page) == []
        page.evaluate(
            "html => document.querySelector('main').insertAdjacentHTML('beforeend', `<div id=harm>${html}</div>`)",
            written,
        )
        assert harm(page) != [], written
        page.evaluate("() => document.getElementById('harm').remove()")
    web.allow(*web.complaints, "policy violated", "Content Security Policy", "elsewhere.example", "404")
