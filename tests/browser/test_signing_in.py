"""From the link that the server prints into the app."""

import re  # noqa: TID251  (own fixed pattern)

import httpx
from playwright.sync_api import expect

from browser.axe import axe
from browser.live import SESSION
from browser.web import PHONE, Web

NOT_SIGNED_IN = "status of 401 (Unauthorized) ("


def test_the_printed_link_leads_into_the_app(web: Web) -> None:
    page = web.open(web.site.login_link(), signed_in=False)
    assert axe(page) == []
    web.shot(page, "login")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{web.site.url}/")
    expect(page.get_by_role("navigation").first).to_be_visible()
    expect(page).to_have_title(re.compile("Bailiwick"))
    web.shot(page, "home")
    page.reload()
    expect(page.get_by_role("navigation").first).to_be_visible()


def test_who_is_not_signed_in_is_told_how_to(web: Web) -> None:
    page = web.open("/chat", signed_in=False, viewport=PHONE, dark=True, allow=[NOT_SIGNED_IN])
    expect(page.get_by_text("bailiwick keys link")).to_be_visible()
    assert axe(page) == []
    web.shot(page, "not-signed-in")


def test_whose_session_ends_elsewhere_is_asked_to_sign_in(web: Web) -> None:
    person = web.site.person()
    page = web.open("/", person=person, allow=[NOT_SIGNED_IN])
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    ended = httpx.post(
        f"{web.site.url}/api/logout",
        headers={"Cookie": f"{SESSION}={person.session}", "Sec-Fetch-Site": "same-origin"},
    )
    assert ended.status_code == 204
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible(timeout=20_000)


def test_every_page_of_the_navigation_is_an_address_of_the_server(web: Web) -> None:
    page = web.open("/")
    expect(page.get_by_role("navigation").first).to_be_visible()
    addresses = {link.get_attribute("href") for link in page.get_by_role("navigation").get_by_role("link").all()}
    assert len(addresses) > 3
    for address in addresses:
        answer = page.request.get(f"{web.site.url}{address}")
        assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8"), address
