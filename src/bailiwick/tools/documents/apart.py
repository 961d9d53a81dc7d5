"""Reads documents in a process of their own: a file can be built so that taking it apart takes hours or all memory."""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

from bailiwick.kernel.own_programs import command, environment
from bailiwick.kernel.reasons import Reason, ReasonCode, as_data, read_reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.documents.reading import read
from bailiwick.tools.documents.records import Heading, NoText, PassageDraft, ReadText

LIMIT_SECONDS = 120.0
MAX_MEMORY = 1 << 30
"""Bytes of address space the process may take."""
TOO_HARD = Reason.of(ReasonCode.FILE_TOO_HARD)


class ApartReader:
    """Reads documents, each in a process of its own."""

    def __init__(self, *, seconds: float = LIMIT_SECONDS) -> None:
        self._seconds = seconds

    async def __call__(self, content: bytes, media_type: str) -> ReadText:
        """Return text, headings and passages. Raises `CallFailed` (tool, timeout) with the reason for none."""
        answer = await _asked(content, media_type, self._seconds)
        if "why" in answer:
            raise CallFailed(ErrorClass.TOOL, read_reason(answer["why"]) or TOO_HARD)
        return ReadText(
            content=answer["content"],
            outline=[Heading(heading=heading, level=level, start=start) for heading, level, start in answer["outline"]],
            passages=[
                PassageDraft(heading=heading, page=page, start=start, end=end)
                for heading, page, start, end in answer["passages"]
            ],
            truncated=answer["truncated"],
        )


async def _asked(content: bytes, media_type: str, seconds: float) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        *command("bailiwick.tools.documents.apart", media_type, str(int(seconds))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment(),
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(seconds):
            output, _ = await process.communicate(content)
        return json.loads(output)
    except TimeoutError:
        raise CallFailed(ErrorClass.TIMEOUT, TOO_HARD) from None
    except ValueError:
        raise CallFailed(ErrorClass.TOOL, TOO_HARD) from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """Read one document from standard input, write what was found or why nothing was."""
    media_type, seconds = sys.argv[1], int(sys.argv[2])
    _limit(seconds)
    try:
        found = read(sys.stdin.buffer.read(), media_type)
    except NoText as error:
        json.dump({"why": as_data(error.why)}, sys.stdout)
        return
    except MemoryError:
        json.dump({"why": as_data(TOO_HARD)}, sys.stdout)
        return
    answer = {
        "content": found.content,
        "outline": [(each.heading, each.level, each.start) for each in found.outline],
        "passages": [(each.heading, each.page, each.start, each.end) for each in found.passages],
        "truncated": found.truncated,
    }
    json.dump(answer, sys.stdout)


def _limit(seconds: int) -> None:
    """Let a hostile file end this process instead of the machine, also when its parent has ended."""
    if sys.platform != "win32":
        import resource  # exists on Unix only

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    main()
