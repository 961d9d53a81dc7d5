"""The section of the settings in which databases are that agents may read."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from bailiwick.people.records import UserRole
from browser.axe import axe
from browser.layout import too_wide
from browser.web import PHONE, Web
from support.postgres import TestServer
from support.sales_database import PASSWORD, Sales, sales_database


@pytest.fixture
def sales(postgres: TestServer) -> Iterator[Sales]:
    with sales_database(postgres) as database:
        yield database


def databases(page: Page, name: str = "Databases") -> Locator:
    """The section."""
    return page.get_by_role("region", name=name, exact=True)


def line(page: Page, name: str) -> Locator:
    """The line of a database."""
    return databases(page).get_by_role("listitem").filter(has_text=name)


def test_a_database_is_connected_checked_lent_and_removed(web: Web, sales: Sales) -> None:
    admin = web.site.site.person("Admin", role=UserRole.ADMIN)
    page = web.open("/settings#databases", person=admin, allow=["422"])
    databases(page).get_by_role("button", name="Connect a database").click()
    dialog = page.get_by_role("dialog", name="Connect a database")
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_count(2)
    secret = dialog.get_by_role("textbox", name="Connection string")
    dialog.get_by_role("textbox", name="Name").fill("Sales")
    secret.fill(sales.writer)
    expect(secret).to_have_attribute("type", "password")
    dialog.get_by_label("Where it is").select_option("On this machine")
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("may change data")
    assert axe(page) == []
    secret.fill(sales.reader)
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(line(page, "sales")).to_contain_text("reads only")
    line(page, "sales").get_by_role("button", name="Check sales").click()
    expect(page.get_by_text("sales answers, and its user only reads.", exact=True)).to_be_visible()
    line(page, "sales").get_by_role("button", name="More about sales").click()
    page.get_by_role("menuitem", name="Lend it to everybody").click()
    expect(line(page, "sales")).to_contain_text("for everybody")
    assert axe(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
    assert PASSWORD not in page.content()

    member = web.open("/settings#databases")
    expect(line(member, "sales")).to_contain_text("lent to everybody")
    expect(databases(member).get_by_role("button")).to_have_count(0)

    line(page, "sales").get_by_role("button", name="More about sales").click()
    page.get_by_role("menuitem", name="Remove").click()
    expect(line(page, "sales")).to_have_count(0)


def test_a_database_that_may_be_asked_is_no_failure_for_what_is_remarked_of_it(web: Web, sales: Sales) -> None:
    page = web.open("/settings#databases", person=web.site.site.person("Admin", role=UserRole.ADMIN))
    databases(page).get_by_role("button", name="Connect a database").click()
    dialog = page.get_by_role("dialog", name="Connect a database")
    dialog.get_by_role("textbox", name="Name").fill("loose")
    dialog.get_by_role("textbox", name="Connection string").fill(sales.creator)
    dialog.get_by_label("Where it is").select_option("On this machine")
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(dialog).to_have_count(0)
    line(page, "loose").get_by_role("button", name="Check loose").click()
    notice = page.locator("li[data-state=open]").filter(has_text="could create objects")
    expect(notice).to_be_visible()
    expect(notice.locator(".text-danger")).to_have_count(0)
    line(page, "loose").get_by_role("button", name="More about loose").click()
    page.get_by_role("menuitem", name="Remove").click()
    expect(line(page, "loose")).to_have_count(0)
