"""What agents left in their workspaces, and what programs may see and import."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bailiwick.people.records import UserRole
from browser.axe import axe
from browser.layout import too_wide
from browser.web import PHONE, Web


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="bailiwick-lent-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def programs(page: Page) -> Locator:
    """The section of the settings."""
    return page.get_by_role("region", name="Programs", exact=True)


def test_a_file_that_an_agent_wrote_is_found_opened_and_downloaded(web: Web) -> None:
    ada = web.site.person()
    with web.site.site.client(ada) as calls:
        command = "mkdir out; echo '<script>alert(1)</script> All is well.' > out/report.html; ln -s /etc/passwd link"
        tried = calls.post("/api/tools/bash/call", json={"arguments": {"command": command}}).json()
        if tried["result"] is None:
            pytest.skip(str(tried["error"]))
    page = web.open("/memory/documents", person=ada)
    page.get_by_role("link", name="Files", exact=True).click()
    page.get_by_role("link", name="Tools you tried yourself").click()
    expect(page.get_by_text("a link or device, never opened")).to_be_visible()
    expect(page.get_by_role("link", name="link", exact=True)).to_have_count(0)
    page.get_by_role("link", name="out", exact=True).click()
    page.get_by_role("link", name="report.html", exact=True).click()
    expect(page.get_by_text("<script>alert(1)</script> All is well.")).to_be_visible()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download", exact=True).click()
    assert loading.value.suggested_filename == "report.html"
    assert axe(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []


def test_an_administrator_lends_a_folder_and_grants_a_package_and_members_see_what_is_theirs(
    web: Web, folder: Path
) -> None:
    admin = web.site.site.person("Admin", role=UserRole.ADMIN)
    page = web.open("/settings#programs", person=admin, allow=["422"])
    programs(page).get_by_role("button", name="Lend a folder").click()
    dialog = page.get_by_role("dialog", name="Lend a folder")
    path = dialog.get_by_role("textbox", name="Folder on the server's machine")
    path.fill("/etc")
    dialog.get_by_role("button", name="Lend it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("/etc is the system's")
    path.fill(str(folder))
    dialog.get_by_role("textbox", name="Name").fill("docs")
    dialog.get_by_role("switch", name="For everybody").click()
    assert axe(page) == []
    dialog.get_by_role("button", name="Lend it").click()
    lent = programs(page).get_by_role("listitem").filter(has_text=str(folder))
    expect(lent).to_contain_text("Read only")
    expect(lent).to_contain_text("seen as /lent/docs")
    programs(page).get_by_role("button", name="Grant a package").click()
    dialog = page.get_by_role("dialog", name="Grant a package")
    dialog.get_by_role("textbox", name="Package").fill("lodash")
    dialog.get_by_role("textbox", name="Version").fill("git+https://x")
    dialog.get_by_role("button", name="Grant it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("a version or range")
    dialog.get_by_role("textbox", name="Version").fill("^4.17")
    dialog.get_by_role("button", name="Grant it").click()
    expect(programs(page).get_by_role("listitem").filter(has_text="lodash")).to_contain_text("version ^4.17")
    assert axe(page) == []

    member = web.open("/settings#programs")
    expect(programs(member).get_by_role("listitem").filter(has_text=str(folder))).to_contain_text("for everybody")
    expect(programs(member).get_by_role("button")).to_have_count(0)

    for name in (f"Take {folder} back", "Revoke lodash"):
        programs(page).get_by_role("button", name=name).click()
    expect(programs(page).get_by_role("listitem")).to_have_count(0)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
