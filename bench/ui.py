"""The web app in a real browser: size, first page, streaming, long lists.

The product runs in a process of its own with 500 messages in a thread, 1,000 agents and 10,000 events; the browser is
a headless Chromium without GPU, at 60 frames a second. Beside each figure about frames stands a bare page in the same
browser: the same text appended to a `<pre>` at the same pace, a static list of as many rows.
"""

import gzip
import re  # noqa: TID251  (own fixed pattern)
import statistics
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.chromium import ADVICE, find_chromium

from bailiwick.faces.web import WebApp
from bench.ui_frames import LATE, Frames, Watch, scroll
from bench.ui_site import AGENTS, EVENTS, MESSAGES, PACE, TALKER, ServedSite, served_site, spoken

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZE = {"width": 1440, "height": 900}
STATICALLY_LOADED = re.compile(rb'<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.js)"')
COLD_STARTS = 5
SECONDS = 6
FRAMES = True
"""Whether frames are watched; there are few in a short list."""
SMALLEST = {
    "COLD_STARTS": 1,
    "FRAMES": False,
    "bench.ui_site.MESSAGES": 4,
    "bench.ui_site.AGENTS": 2,
    "bench.ui_site.EVENTS": 1000,
}
"""What `--smallest` makes of the sizes."""
"""How long a streamed answer is watched."""

USABLE = """() => {
  const look = () => {
    const field = document.querySelector('main input:not([disabled]), main textarea:not([disabled])')
    if (!field || !field.offsetParent) return requestAnimationFrame(look)
    // After the frame that shows it, and when the main thread is free to take what is typed.
    requestAnimationFrame(() => setTimeout(() => { window.benchUsable = performance.now() }))
  }
  look()
}"""
BARE_STREAM = """({text, pace}) => {
  document.body.innerHTML = '<pre style="white-space: pre-wrap"></pre>'
  const pre = document.querySelector('pre'), words = text.split(/(?<= )/), begun = performance.now()
  let said = 0
  const timer = setInterval(() => {
    const due = Math.min(words.length, Math.floor((performance.now() - begun) / 1000 * pace))
    while (said < due) pre.append(words[said++])
    scrollTo(0, document.body.scrollHeight)
    if (said === words.length) clearInterval(timer)
  }, 1000 / pace)
}"""
BARE_LIST = """rows => {
  document.body.innerHTML = Array.from({length: rows}, (_, row) =>
    `<div style="height: 56px; border-bottom: 1px solid #ccc"><b>Agent ${row}</b> knows a lot</div>`).join('')
}"""
NODES = "document.querySelectorAll('*').length"


def main() -> None:
    """Print what was measured, or why nothing could be."""
    if WebApp.read().index is None:
        print("the web app has not been built: run `make ui`")
        return
    with sync_playwright() as playwright:
        program = find_chromium(playwright.chromium.executable_path)
        if program is None:
            print(ADVICE)
            return
    # The product is filled on an event loop of its own, and Playwright keeps one on its thread.
    with (
        tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home,
        served_site(Path(home)) as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=FLAGS) as browser,
    ):
        _measure(browser, site)


def _measure(browser: Browser, site: ServedSite) -> None:
    print("headless Chromium without GPU, 60 frames a second, on the machine that also serves")
    with _page(browser, site) as page:
        state = page.context.storage_state()
        size, files = _initial_javascript(page.context, site)
        print(f"{'initial JavaScript, gzipped':<30} {size / 1000:7.1f} kB in {files} files of index.html  (goal: 250)")
    starts = [_first_page(browser, site, state) for _ in range(COLD_STARTS)]
    usable, size = statistics.median(start[0] for start in starts), starts[0][1]
    print(f"{'first page, with its own code':<30} {size / 1000:7.1f} kB of JavaScript over the wire")
    print(f"{'first page takes text':<30} {usable:7.0f} ms, p50 of {COLD_STARTS} with an empty cache  (goal: 1500)")
    if not FRAMES:
        return
    print(f"frames: late above {LATE} ms; busy: the main thread's share of the time, x that of the bare page")
    with _page(browser, site, state) as page:
        print(f"an answer of {PACE} words a second in a thread of {MESSAGES} messages, {SECONDS} s of it")
        bare, nodes = _bare_stream(page)
        _print("bare <pre>", bare, nodes, bare=bare)
        _print("chat", *_stream(page, site), bare=bare)
    with _page(browser, site, state) as page:
        print(f"{AGENTS:,} agents in Manage, scrolled 60 pixels a frame")
        bare, nodes = _bare_list(page)
        _print("bare static list", bare, nodes, bare=bare)
        cards, table = _manage(page, site)
        _print("cards", *cards, bare=bare)
        _print("table", *table, bare=bare)
    with _page(browser, site, state) as page:
        print(f"{EVENTS:,} events on the events page, scrolled 60 pixels a frame")
        bare, nodes = _bare_list(page)
        _print("bare static list", bare, nodes, bare=bare)
        _print("events", *_events(page, site), bare=bare)


def _initial_javascript(context: BrowserContext, site: ServedSite) -> tuple[int, int]:
    """Return the gzipped bytes of all scripts that the first page loads before any of ours has run, and how many."""
    index = context.request.get(f"{site.url}/").body()
    names = {found.decode() for found in STATICALLY_LOADED.findall(index)}
    bodies = [context.request.get(urljoin(f"{site.url}/", name)).body() for name in names]
    return sum(len(gzip.compress(body, 9)) for body in bodies), len(names)


def _first_page(browser: Browser, site: ServedSite, state: object) -> tuple[float, int]:
    """Return milliseconds until the first page takes text, and bytes of JavaScript it fetched, with an empty cache."""
    with _page(browser, site, state) as page:
        page.add_init_script(f"({USABLE})()")
        page.goto(f"{site.url}/")
        page.wait_for_function("() => window.benchUsable")
        fetched = page.evaluate(
            "performance.getEntriesByType('resource').filter(each => each.name.endsWith('.js'))"
            ".reduce((sum, each) => sum + each.encodedBodySize, 0)"
        )
        return page.evaluate("window.benchUsable"), fetched


def _bare_stream(page: Page) -> tuple[Frames, int]:
    page.goto("about:blank")
    page.evaluate(BARE_STREAM, {"text": spoken(), "pace": PACE})
    watch = Watch(page)
    page.wait_for_timeout(SECONDS * 1000)
    return watch.stop(), page.evaluate(NODES)


def _stream(page: Page, site: ServedSite) -> tuple[Frames, int]:
    """Read the whole thread, then ask and watch the answer come."""
    page.goto(f"{site.url}/chat/{site.conversation_id}")
    page.get_by_role("article").first.wait_for()
    earlier = page.get_by_role("button", name="Load earlier messages")
    while earlier.count():
        there = page.get_by_role("article").count()
        earlier.click()
        page.wait_for_function("there => document.querySelectorAll('article').length > there", arg=there)
    turns = page.get_by_role("article").count()
    assert turns == MESSAGES // 2, f"{turns} turns are there"
    field = page.get_by_role("textbox", name="Message to Toby")
    field.fill("stream it")
    field.press("Enter")
    page.get_by_text("Here it comes.").wait_for()
    watch = Watch(page)
    page.wait_for_timeout(SECONDS * 1000)
    frames = watch.stop()
    assert page.get_by_text("This is the end").count() == 0, "the answer was over before it had been watched"
    return frames, page.evaluate(NODES)


def _bare_list(page: Page) -> tuple[Frames, int]:
    page.goto("about:blank")
    page.evaluate(BARE_LIST, AGENTS)
    frames, _ = scroll(page)
    return frames, page.evaluate(NODES)


def _manage(page: Page, site: ServedSite) -> tuple[tuple[Frames, int], tuple[Frames, int]]:
    page.goto(f"{site.url}/agents")
    views: list[tuple[Frames, int]] = []
    for view in ("Cards", "Table"):
        page.get_by_role("button", name=view, exact=True).click()
        page.get_by_role("checkbox", name="Select Queue 1", exact=True).wait_for()
        frames, room = scroll(page)
        assert room > AGENTS * 10, f"only {room} pixels to scroll"
        views.append((frames, page.evaluate(NODES)))
    return views[0], views[1]


def _events(page: Page, site: ServedSite) -> tuple[Frames, int]:
    page.goto(f"{site.url}/debug?agent={TALKER}&kind=main-iteration")
    listed = page.get_by_role("listbox", name="Events")
    listed.wait_for()
    earlier = page.get_by_role("button", name="Load earlier events")
    for _ in range(EVENTS // 200 - 1):
        earlier.dispatch_event("click")
        earlier.and_(page.locator(":not([disabled])")).wait_for()
    page.get_by_text(f"{EVENTS:,} events").first.wait_for()
    frames, room = scroll(page)
    assert room > EVENTS * 30, f"only {room} pixels to scroll"
    return frames, page.evaluate(NODES)


@contextmanager
def _page(browser: Browser, site: ServedSite, state: object = None) -> Generator[Page]:
    """Open a page with an empty cache, signed in; the first one signs in by the link."""
    with browser.new_context(viewport=SIZE, storage_state=state, locale="en-US") as context:  # pyright: ignore[reportArgumentType]  (what Playwright itself returned)
        page = context.new_page()
        if state is None:
            page.goto(site.login)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url(f"{site.url}/")
        yield page


def _print(name: str, frames: Frames, nodes: int, *, bare: Frames) -> None:
    print(f"  {name:<18} {frames.told()} {frames.busy / bare.busy:5.1f} x  {nodes:6,} elements", flush=True)


if __name__ == "__main__":
    main()
