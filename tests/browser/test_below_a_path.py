"""Behind a proxy that serves Bailiwick below a path and takes that off before it asks."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from browser.live import LiveSite
from browser.web import Web


def test_below_a_path_the_app_asks_for_nothing_outside_it(web: Web, start_site: Callable[..., LiveSite]) -> None:
    site = start_site(root_path="/bw")
    prefix = f"{site.url}/bw"
    outside: list[str] = []

    def proxy(route: Route) -> None:
        url = route.request.url
        if url == prefix or url.startswith(f"{prefix}/"):
            route.continue_(url=site.url + url.removeprefix(prefix))
        else:
            outside.append(url)
            route.abort()

    page = web.open(None, site=site)
    page.route("**/*", proxy)
    page.goto("/bw/agents")
    navigation = page.get_by_role("navigation").first
    expect(navigation).to_be_visible()
    navigation.get_by_role("link", name="Chat").click()
    expect(page).to_have_url(f"{prefix}/chat")
    page.reload()
    expect(navigation).to_be_visible()
    assert outside == []
