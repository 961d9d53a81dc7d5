"""Looks for what does not fit the width of a page."""

from contextlib import suppress

from playwright.sync_api import Page, TimeoutError

SETTLING_MS = 20_000
"""A page lays itself out anew after its width has changed; a busy machine takes its time."""

TOO_WIDE = """() => {
  const wide = []
  const name = element => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') +
    ` “${(element.innerText || element.getAttribute('aria-label') || '').trim().slice(0, 40)}”`
  const holds = element => ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX)
  const inside = element => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) if (holds(up)) return true
    return false
  }
  const page = document.querySelector('h1')
  for (let up = page && page.parentElement; up && up !== document.documentElement; up = up.parentElement)
    if (up.scrollWidth > up.clientWidth + 1)
      wide.push(`${name(up)} scrolls sideways: ${up.scrollWidth} in ${up.clientWidth}`)
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect()
    if (box.width > 2 && box.height > 2 && (box.right > innerWidth + 1 || box.left < -1) && !inside(element))
      wide.push(`${name(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} of ${innerWidth}`)
  }
  return wide
}"""


def too_wide(page: Page) -> list[str]:
    """Return what reaches beyond the sides of the page, or makes it scroll sideways, once it has had time to settle."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({TOO_WIDE})().length === 0", timeout=SETTLING_MS)
    return page.evaluate(TOO_WIDE)
