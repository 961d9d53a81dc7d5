"""What a page may not do without failing its test."""

import pytest
from playwright.sync_api import Error, expect

from browser.axe import axe
from browser.web import Web


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
def test_what_a_page_should_not_do_is_noticed(web: Web, script: str, complaint: str) -> None:
    page = web.open("/login", signed_in=False)
    web.check()
    page.evaluate(f"() => {{ {script} }}")
    with pytest.raises(AssertionError, match="the browser complained") as failed:
        web.check()
    assert complaint in str(failed.value)
    web.allow(*web.complaints)
    web.check()


def test_a_request_to_another_origin_is_noticed_and_leaves_the_machine_in_no_case(web: Web) -> None:
    page = web.open("/login", signed_in=False)
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto("http://elsewhere.example/")
    with pytest.raises(AssertionError, match=r"request to another origin: http://elsewhere\.example/"):
        web.check()
    web.allow("elsewhere.example")


def test_a_mistake_in_accessibility_is_found(web: Web) -> None:
    page = web.open("/login", signed_in=False)
    assert axe(page) == []
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert [violation.rule for violation in axe(page)] == ["button-name"]


def test_a_site_that_restarts_keeps_its_address_its_data_and_its_sessions(web: Web) -> None:
    page = web.open("/api/me")
    who = page.request.get(f"{web.site.url}/api/me").json()
    web.site.restart()
    assert page.request.get(f"{web.site.url}/api/me").json() == who
    page.reload()
    expect(page.locator("body")).to_contain_text(who["user"]["id"])
