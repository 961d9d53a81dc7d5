"""Reads pages in a process of its own: a page can be built so that taking it apart takes minutes."""

import asyncio
import json
import sys
from contextlib import suppress

from bailiwick.plugin import CallFailed, ErrorClass, Page, Reason, command, environment, read_page
from bailiwick_skills.web.reasons import WebReason

LIMIT_SECONDS = 6.0
MAX_MEMORY = 1 << 30
"""Bytes of address space the process may take."""


async def read_apart(html: str, url: str, limit: float = LIMIT_SECONDS) -> Page:
    """Return title and text of a page. Raises `CallFailed` (tool) if it cannot be read within `limit` seconds."""
    process = await asyncio.create_subprocess_exec(
        *command("bailiwick_skills.web.reader"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment(),
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(limit):
            output, _ = await process.communicate(json.dumps([html, url]).encode())
        title, text = json.loads(output)
    except (TimeoutError, ValueError):
        raise CallFailed(ErrorClass.TOOL, Reason.of(WebReason.PAGE_UNREADABLE)) from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return Page(title, text)


def main() -> None:
    """Read one page from standard input, write its title and text."""
    _limit()
    html, url = json.load(sys.stdin)
    page = read_page(html, url)
    json.dump([page.title, page.text], sys.stdout)


def _limit() -> None:
    """Let a hostile page end this process instead of the machine, also when its parent has ended."""
    if sys.platform != "win32":
        import resource  # exists on Unix only

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        seconds = int(2 * LIMIT_SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    main()
