"""The documents: added, found, read, corrected, cited in answers."""

import io
import re  # noqa: TID251  (own fixed pattern)

import pytest
from playwright.sync_api import expect
from pypdf import PdfWriter

from browser.axe import axe
from browser.calls import ask
from browser.documents import LEASE, bring, choose, drag, let_go, queued, rows, written
from browser.layout import too_wide
from browser.web import PHONE, Web
from support.site import Person

LIST = "/memory/documents"


@pytest.fixture
def person(web: Web) -> Person:
    """Somebody without documents."""
    return web.site.person("Ada")


def test_several_files_are_added_at_once_and_each_says_what_became_of_it(web: Web, person: Person) -> None:
    page = web.open(LIST, person=person, allow=["422"])
    expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()
    choose(page, ("lease.md", LEASE), ("nothing.txt", ""), ("program.exe", b"MZ\x00\x01\x02\x03\x00binary"))
    expect(queued(page, "lease.md").get_by_role("link", name="Open")).to_be_visible()
    expect(queued(page, "nothing.txt").get_by_role("alert")).to_contain_text("The file is empty. Choose another one.")
    expect(queued(page, "program.exe").get_by_role("alert")).to_contain_text("can be read")
    expect(page.get_by_text("1 file added")).to_be_visible()
    # Its text is read while one looks on.
    expect(rows(page, "lease")).to_contain_text("passages")
    assert axe(page) == []
    page.get_by_role("button", name="Clear the list").click()
    expect(page.get_by_role("list", name="Adding files")).to_have_count(0)


def test_a_file_that_is_there_already_is_told_and_added_only_on_demand(web: Web, person: Person) -> None:
    bring(web.site, person, "lease.md", LEASE)
    page = web.open(LIST, person=person)
    expect(rows(page)).to_have_count(1)
    choose(page, ("lease.md", LEASE))
    expect(queued(page, "lease.md")).to_contain_text("A file of this name and size is here already.")
    expect(rows(page)).to_have_count(1)
    queued(page, "lease.md").get_by_role("button", name="Add it anyway").click()
    expect(rows(page)).to_have_count(2)


def test_a_file_is_dropped_anywhere_on_the_page(web: Web, person: Person) -> None:
    page = web.open(LIST, person=person)
    expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()
    drag(page, "pets.txt", "Quokkas are not allowed.")
    expect(page.get_by_text("Drop the files to add them")).to_be_visible()
    let_go(page)
    expect(page.get_by_text("Drop the files to add them")).to_have_count(0)
    expect(rows(page, "pets")).to_contain_text("1 passage")


def test_what_is_sought_is_marked_and_its_passage_opens_in_the_text(web: Web, person: Person) -> None:
    bring(web.site, person, "lease.md", LEASE)
    bring(web.site, person, "hours.txt", "We notice that the shop is open from nine to six.")
    page = web.open(LIST, person=person)
    expect(rows(page)).to_have_count(2)
    page.keyboard.press("/")
    page.keyboard.type("notice period")
    found = page.get_by_role("region", name="What was found")
    best = found.get_by_role("link", name=re.compile("Notice period.*two months"))
    expect(best.locator("mark").first).to_have_text(re.compile("notice", re.IGNORECASE))
    expect(found).to_contain_text("by words")
    expect(found.get_by_role("link", name="Set one up")).to_be_visible()
    assert axe(page) == []
    best.click()
    cited = page.get_by_role("region", name="Cited passage")
    expect(cited).to_contain_text("two months' notice in writing")
    expect(cited).not_to_contain_text("small dog")
    expect(cited).to_be_in_viewport()
    page.get_by_role("navigation", name="Contents").get_by_role("button", name="Pets").click()
    expect(page.get_by_role("heading", name="Pets")).to_be_in_viewport()
    page.go_back()
    expect(page.get_by_role("searchbox", name="Search in your documents")).to_have_value("notice period")
    page.get_by_role("searchbox", name="Search in your documents").fill("xylophone")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    page.get_by_role("button", name="Clear the search").click()
    expect(rows(page)).to_have_count(2)


def test_title_and_tags_are_changed_and_tags_filter_the_list(web: Web, person: Person) -> None:
    bring(web.site, person, "lease.md", LEASE)
    bring(web.site, person, "hours.txt", "Open from nine to six.", tags=["shop"])
    page = web.open(LIST, person=person)
    rows(page, "lease").get_by_role("link", name="lease").click()
    page.get_by_role("button", name="Edit").click()
    window = page.get_by_role("dialog")
    expect(window.get_by_label("Text")).to_have_count(0)  # what was uploaded stays as it is
    window.get_by_label("Title").fill("")
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_role("alert")).to_have_text("Give it a title.")
    window.get_by_label("Title").fill("The lease")
    window.get_by_label("Tags").fill("home, contract, home")
    window.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="The lease")).to_be_visible()
    expect(page.get_by_text("home and contract")).to_be_visible()
    page.get_by_role("navigation", name="What the memory holds").get_by_role("link", name="Documents").click()
    rows(page, "The lease").get_by_role("button", name="contract").click()
    expect(rows(page)).to_have_count(1)
    page.reload()
    expect(rows(page)).to_have_count(1)
    page.get_by_title("Show all, not only contract").click()
    expect(rows(page)).to_have_count(2)


def test_a_written_text_is_changed_and_found_by_its_new_words(web: Web, person: Person) -> None:
    made = written(web.site, person, "Shopping", "Buy oranges.")
    page = web.open(f"{LIST}/{made['id']}", person=person)
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("dialog").get_by_label("Text").fill("Buy **persimmons** and a xylophone.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("article", name="Text").get_by_text("persimmons")).to_be_visible()
    page.goto(f"{LIST}?q=xylophones")
    expect(page.get_by_role("region", name="What was found")).to_contain_text("xylophone")
    with page.expect_download() as saved:
        page.goto(f"{LIST}/{made['id']}")
        page.get_by_role("link", name="Download as Markdown").click()
    assert saved.value.path().read_text(encoding="utf-8") == "Buy **persimmons** and a xylophone."


def test_a_document_is_deleted_with_a_way_back(web: Web, person: Person) -> None:
    made = bring(web.site, person, "lease.md", LEASE)
    page = web.open(f"{LIST}/{made['id']}", person=person, allow=["404"])

    def delete() -> None:
        page.get_by_role("button", name="More about this document").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(page.get_by_role("heading", name="No documents yet")).to_be_visible()

    delete()
    page.get_by_role("button", name="Undo").click()
    rows(page, "lease").get_by_role("link").click()
    expect(page.get_by_role("article", name="Text")).to_contain_text("Mr Ortega")
    delete()
    page.get_by_role("button", name="Dismiss").click()
    page.goto(f"{LIST}/{made['id']}")
    expect(page.get_by_role("heading", name="This document is gone")).to_be_visible()


def test_a_scan_without_text_says_so_and_can_be_read_again(web: Web, person: Person) -> None:
    scan = PdfWriter()
    scan.add_blank_page(width=300, height=300)
    content = io.BytesIO()
    scan.write(content)
    made = bring(web.site, person, "scan.pdf", content.getvalue())
    page = web.open(f"{LIST}/{made['id']}", person=person)
    failure = page.get_by_role("alert").filter(has_text="Its text could not be read")
    expect(failure).to_contain_text(made["error"])
    with page.expect_response(lambda response: response.url.endswith("/reindex")) as answer:
        failure.get_by_role("button", name="Read it again").click()
    assert answer.value.status == 202
    page.goto(LIST)
    expect(rows(page, "scan")).to_contain_text("could not be read")


def test_an_answer_cites_the_passage_that_it_rests_on(web: Web, person: Person) -> None:
    made = bring(web.site, person, "lease.md", LEASE)
    done = ask(web.site, person, "What do my documents say about the notice period?")
    page = web.open(f"/chat/{done['conversationId']}", person=person)
    chip = page.get_by_role("link", name="Source 1", exact=True).first
    expect(chip).to_be_visible()
    assert "[[doc:" not in page.content()
    assert axe(page) == []
    chip.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("lease")
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name="lease")
    expect(drawer.get_by_role("region", name="Cited passage")).to_contain_text("two months' notice")
    assert axe(page) == []
    drawer.get_by_role("link", name="Open the document").click()
    expect(page).to_have_url(re.compile(f"{LIST}/{made['id']}.passage="))
    expect(page.get_by_role("region", name="Cited passage")).to_be_in_viewport()


def test_a_long_document_draws_only_what_is_seen_and_its_contents_lead_anywhere(web: Web, person: Person) -> None:
    text = "\n\n".join(f"## Chapter {number}\n\n" + f"Text of chapter {number}. " * 60 for number in range(1, 121))
    made = bring(web.site, person, "manual.md", text)
    page = web.open(f"{LIST}/{made['id']}", person=person, viewport=PHONE)
    article = page.get_by_role("article", name="Text")
    expect(article.get_by_role("heading", name="Chapter 1", exact=True)).to_be_visible()
    assert article.get_by_role("heading").count() < 40
    page.get_by_role("button", name="Contents").click()
    page.get_by_role("button", name="Chapter 100", exact=True).click()
    expect(article.get_by_role("heading", name="Chapter 100", exact=True)).to_be_in_viewport()
    assert too_wide(page) == []
    assert axe(page) == []
