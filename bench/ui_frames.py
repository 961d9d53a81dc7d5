"""Frames of a page in a browser: how long each took, and how busy the page's main thread was meanwhile."""

from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page

LATE = 25
"""Milliseconds from which on a frame counts as late; at 60 Hz one takes 16.7, and one that was dropped 33."""

WATCH = """() => {
  const frames = window.benchFrames = []
  let last = performance.now()
  const tick = now => {
    frames.push(now - last)
    last = now
    if (window.benchFrames === frames) requestAnimationFrame(tick)
  }
  requestAnimationFrame(now => { last = now; requestAnimationFrame(tick) })
}"""
WATCHED = "() => { const frames = window.benchFrames; window.benchFrames = null; return frames }"

SCROLL = """async ({step, frames}) => {
  const all = [...document.querySelectorAll('main, main *'), document.scrollingElement]
  const room = element => element.scrollHeight - element.clientHeight
  const holds = element =>
    element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowY)
  const list = all.filter(holds).reduce((most, element) => (room(element) > room(most) ? element : most))
  let way = 1
  for (let frame = 0; frame < frames; frame += 1) {
    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) way = -1
    else if (list.scrollTop <= 0) way = 1
    list.scrollTop += way * step
    await new Promise(requestAnimationFrame)
  }
  return room(list)
}"""


@dataclass(frozen=True)
class Frames:
    """What was seen of a page for a while."""

    times: list[float]
    """Milliseconds between one frame and the next."""
    busy: float
    """Share of the time in which the main thread worked, 0 to 1."""

    @property
    def late(self) -> float:
        """Share of frames that took longer than `LATE`, 0 to 1."""
        return sum(time > LATE for time in self.times) / len(self.times)

    @property
    def worst(self) -> float:
        """The longest frame, in milliseconds."""
        return max(self.times)

    def told(self) -> str:
        """Say it in a line."""
        return f"{self.late * 100:5.1f} % late, longest {self.worst:4.0f} ms, busy {self.busy * 100:3.0f} %"


class Watch:
    """Looks at a page's frames until it is told to stop."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")
        self._before = self._metrics()
        page.evaluate(WATCH)

    def stop(self) -> Frames:
        """Return what was seen."""
        times: list[float] = self._page.evaluate(WATCHED)
        after = self._metrics()
        elapsed = after["Timestamp"] - self._before["Timestamp"]
        self._session.detach()
        return Frames(times, (after["TaskDuration"] - self._before["TaskDuration"]) / elapsed)

    def _metrics(self) -> dict[str, float]:
        return {each["name"]: each["value"] for each in self._session.send("Performance.getMetrics")["metrics"]}


def scroll(page: Page, *, step: int = 60, frames: int = 240) -> tuple[Frames, int]:
    """Scroll the largest list of a page, `step` pixels each frame; returns the frames and how many pixels there are."""
    watch = Watch(page)
    room: int = page.evaluate(SCROLL, {"step": step, "frames": frames})
    return watch.stop(), room
