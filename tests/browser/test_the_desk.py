"""What a page may not do without failing its test."""

import pytest
from playwright.sync_api import Error, expect

from browser.axe import axe
from browser.desk import Desk


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('broken ' + 'promise')", "broken promise"),
        ("queueMicrotask(() => { throw new Error('not ' + 'caught') })", "not caught"),
        ("fetch('http://127.0.0.1:9/').catch(() => {})", "connect-src"),
        ("document.head.append(Object.assign(document.createElement('style'), {textContent: 'p{}'}))", "style-src"),
        ("document.body.setAttribute('onclick', 'x()'); document.body.click()", "script-src"),
    ],
)
def test_what_a_page_should_not_do_is_noticed(desk: Desk, script: str, complaint: str) -> None:
    page = desk.open("/login", signed_in=False)
    desk.check()
    page.evaluate(f"() => {{ {script} }}")
    with pytest.raises(AssertionError, match="the browser complained") as failed:
        desk.check()
    assert complaint in str(failed.value)
    desk.allow(*desk.complaints)
    desk.check()


def test_a_request_to_another_origin_is_noticed_and_leaves_the_machine_in_no_case(desk: Desk) -> None:
    page = desk.open("/login", signed_in=False)
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto("http://elsewhere.example/")
    with pytest.raises(AssertionError, match=r"request to another origin: http://elsewhere\.example/"):
        desk.check()
    desk.allow("elsewhere.example")


def test_a_mistake_in_accessibility_is_found(desk: Desk) -> None:
    page = desk.open("/login", signed_in=False)
    assert axe(page) == []
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert [violation.rule for violation in axe(page)] == ["button-name"]


def test_a_site_that_restarts_keeps_its_address_its_data_and_its_sessions(desk: Desk) -> None:
    page = desk.open("/docs")
    who = page.request.get(f"{desk.site.url}/api/me").json()
    desk.site.restart()
    assert page.request.get(f"{desk.site.url}/api/me").json() == who
    page.reload()
    expect(page.get_by_role("heading", name="API reference")).to_be_visible()
