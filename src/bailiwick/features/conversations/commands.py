"""`bailiwick ask` and `bailiwick chat`: talk to the roster in a terminal."""

import asyncio
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from bailiwick.kernel.cited import cited_pages
from bailiwick.kernel.errors import BailiwickError, InvalidInput, NotFound, RateLimitHit, TooMuchWork
from bailiwick.kernel.places import read_place
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.terminal.asking import YES
from bailiwick.kernel.terminal.lines import line, sized
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, told_of
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick.runs.approvals.lines import call_in_words, found_in_words
from bailiwick.runs.approvals.records import Approval, ApprovalStatus
from bailiwick.runs.records import Execution
from bailiwick.runs.reviews import FlagCause
from bailiwick.runs.threads.records import BegunBy, Conversation
from bailiwick.tools.documents.shown_citations import complete, readable
from bailiwick_router.core.agents import SUPERVISOR_ID

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

AgentOption = Annotated[str | None, typer.Option("--agent", "-a")]
SupervisedOption = Annotated[bool, typer.Option("--supervised")]
ConversationOption = Annotated[str | None, typer.Option()]
ContinueOption = Annotated[bool, typer.Option("--continue", "-c")]

NOBODY = "finalize"
"""To whom it is handed that no specialist fits: the supervisor, who handed it on, answers."""

FLAGS = {
    FlagCause.NO_MODEL: "ask.flagged-no-model",
    FlagCause.UNREACHABLE: "ask.flagged-unreachable",
    FlagCause.UNREADABLE: "ask.flagged-unreadable",
    FlagCause.NO_ADVICE: "ask.flagged-no-advice",
    FlagCause.EMPTY_ANSWER: "ask.flagged-empty-answer",
    FlagCause.NOT_REPEATABLE: "ask.flagged-not-repeatable",
    FlagCause.BY_RULES: "ask.flagged-by-rules",
    FlagCause.NOT_REVISED: "ask.flagged-not-revised",
}
"""What is said of an answer that goes out flagged, by its key."""
ALWAYS = ("a", "always", "siempre")
"""What means yes, now and from now on."""
TRIES = 4
"""How often a request is made in all while too much of the person's work is unfinished."""


def ask(
    text: Annotated[str, typer.Argument()],
    agent: AgentOption = None,
    supervised: SupervisedOption = False,
    conversation: ConversationOption = None,
    go_on: ContinueOption = False,
    files: Annotated[list[Path] | None, typer.Option("--file")] = None,
    timeout: Annotated[float, typer.Option()] = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    if go_on and conversation is not None:
        raise InvalidInput(phrase("ask.give-either-continue-or-conversation"))
    message = sys.stdin.read() if text == "-" else text

    async def work(platform: "Platform", owner: User) -> Execution:
        from bailiwick.runs.actions import Executions

        thread = (await _latest(platform, owner)).id if go_on else conversation
        sent = [await kept_file(platform, owner, path) for path in files or ()]
        execution = await _submit(
            platform, owner, message, agent, supervised, files=sent, conversation=thread, patience=timeout
        )
        if not json:
            try:
                async with asyncio.timeout(timeout):
                    await follow(platform, owner, execution.id, notes=console(error=True), live=console().is_terminal)
            except TimeoutError:
                pass
        return await platform[Executions].wait(owner.id, execution.id, 0.0 if not json else timeout)

    execution = with_platform(work, home, worker=True)
    if not json:
        _tell_unseen(execution, files or ())
        _tell_made(execution)
    if json:
        print_json(summary(execution))
    elif execution.status is ExecutionStatus.WAITING:
        console(error=True).print(phrase("ask.bailiwick-approvals-list-shows-the-calls"))
    if execution.status is not ExecutionStatus.COMPLETED:
        if not json and not execution.status.terminal:
            state = phrase("ask.waits-for-you" if execution.status is ExecutionStatus.WAITING else "ask.still-running")
            console(error=True).print(phrase("ask.execution", id=execution.id, state=state))
        raise typer.Exit(1)


def chat(agent: AgentOption = None, supervised: SupervisedOption = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        await converse(platform, owner, agent, supervised=supervised)

    with_platform(work, home, worker=True)


async def _submit(
    platform: "Platform",
    owner: User,
    message: str,
    agent: str | None,
    supervised: bool,
    *,
    files: Sequence[str] = (),
    conversation: str | None,
    patience: float = math.inf,
) -> Execution:
    """Submit into that conversation; without one, begin one.

    Asks again a few times, `patience` seconds at most, while the person has too much unfinished work or asks too often;
    then raises `TooMuchWork` or `RateLimitHit`.
    """
    from bailiwick.agents.rosters import Rosters
    from bailiwick.kernel.rate_limits import RateLimit, RateLimits
    from bailiwick.runs.actions import (
        Executions,
        Submission,  # heavy; only once there is a platform
    )

    # This process may be the one that decides, and has only just begun to learn.
    await platform[Rosters].learned(owner.id)
    submission = Submission(
        message=message,
        files=files,
        agent_id=agent,
        force_supervised=supervised,
        conversation_id=conversation,
        begun_by=BegunBy.ASK,
    )

    async def accept() -> Execution:
        await platform[RateLimits].take(RateLimit.RUNS, person=owner.id)
        return await platform[Executions].submit(owner.id, submission)

    for _ in range(TRIES - 1):
        try:
            return await accept()
        except (TooMuchWork, RateLimitHit) as busy:
            pause = busy.retry_after or 0
            patience -= pause
            if patience < 0:
                raise
            _dim(console(error=True), f"{said(busy.why, str(busy))} {phrase('ask.tried-again', seconds=pause)}")
            await asyncio.sleep(pause)
    return await accept()


async def kept_file(platform: "Platform", owner: User, path: Path) -> str:
    """Keep a file for a message and return its id. Raises `InvalidInput`."""
    from bailiwick.runs.files.actions import Files

    try:
        content = await asyncio.to_thread(path.read_bytes)
    except OSError as error:
        raise InvalidInput(
            Reason.of(ReasonCode.FILE_NOT_READ, file=str(path), problem=error.strerror or str(error))
        ) from None
    return (await platform[Files].upload(owner.id, path.name, content)).id


def _tell_unseen(execution: Execution, files: Sequence[Path]) -> None:
    """Say which of the files a model that answered could not see, and which are too large for models."""
    from bailiwick.runs.files.records import TOO_LARGE, too_large_of

    unseen = {each for step in execution.steps for each in (step.output or {}).get("unseen", ())}
    too_large = too_large_of(each for step in execution.steps for each in step.input.get("files", ()))
    sent = [(path.name, file_id) for path, file_id in zip(files, execution.files, strict=False)]
    if names := [name for name, file_id in sent if file_id in unseen]:
        _dim(console(error=True), phrase("ask.unseen", names=", ".join(names)))
    for name, file_id in sent:
        if file_id in too_large:
            _dim(console(error=True), phrase("ask.not-shown", name=name, reason=said(TOO_LARGE, "")))


def _tell_made(execution: Execution) -> None:
    """Say which files were made for the answer, and what saves each."""
    from bailiwick.runs.files.made import made_in

    for each in made_in(execution.steps):
        saved = each.command or said(each.why, "")
        _dim(console(error=True), phrase("ask.made", name=line(each.name, 60), size=sized(each.bytes), saved=saved))


async def _latest(platform: "Platform", owner: User) -> Conversation:
    """Return the latest conversation that `ask` began. Raises `NotFound`."""
    from bailiwick.runs.threads.store import ConversationStore

    found = await platform.stores[ConversationStore].latest(owner.id, BegunBy.ASK)
    if found is None:
        raise NotFound(phrase("ask.there-is-no-question-to-go"))
    return found


async def _main_thread(platform: "Platform", owner: User, message: str, agent: str | None, supervised: bool) -> str:
    """Return the id of the thread in which one chats with an agent, or with all; `message` gives a new one its title.

    Raises `UnknownAgent`, `AgentUnavailable`.
    """
    from bailiwick.runs.actions import Executions, Submission, title_of
    from bailiwick.runs.threads import actions as threads

    await platform[Executions].check_agent(owner.id, agent)
    mode = Submission(message=message, agent_id=agent, force_supervised=supervised).mode
    thread = await threads.main(
        platform.database, platform.stores, owner.id, agent or SUPERVISOR_ID, mode, title=title_of(message)
    )
    return thread.id


def summary(execution: Execution) -> dict[str, Any]:
    """Return what `ask --json` prints."""
    from bailiwick.runs.files.made import made_in

    return {
        "answer": execution.answer,
        "agent": execution.agent_id,
        "executionId": execution.id,
        "conversationId": execution.conversation_id,
        "status": execution.status,
        "outcome": execution.outcome,
        "failure": execution.failure,
        "decision": execution.decision,
        "steps": execution.steps,
        "made": made_in(execution.steps),
        "usage": execution.usage,
    }


async def converse(platform: "Platform", owner: User, agent: str | None = None, *, supervised: bool = False) -> None:
    """Read messages and print answers until the person leaves."""
    out = console()
    out.print(f"[dim]{phrase('ask.chat-help')}[/dim]")
    last, attached = "", list[tuple[Path, str]]()
    while True:
        try:
            text = (await asyncio.to_thread(out.input, f"[bold]{agent or phrase('swarm-words.you')} ›[/bold] ")).strip()
        except (EOFError, KeyboardInterrupt):
            out.print()
            return
        if text in ("/quit", "/exit", "/q"):
            return
        try:
            command, _, chosen = text.partition(" ")
            if command == "/agent":
                agent = await _choose(platform, owner, chosen.strip())
            elif text == "/why":
                await _why(platform, owner, last)
            elif command == "/attach":
                path = _path(chosen)
                attached.append((path, await kept_file(platform, owner, path)))
                _dim(out, phrase("ask.attached", name=path.name))
            elif text.startswith("/"):
                out.print(f"[dim]{phrase('ask.chat-help')}[/dim]")
            elif text or attached:
                thread = await _main_thread(platform, owner, text or attached[0][0].name, agent, supervised)
                sent = [file_id for _, file_id in attached]
                execution = await _submit(platform, owner, text, agent, supervised, files=sent, conversation=thread)
                last, paths, attached = execution.id, [path for path, _ in attached], []
                _tell_unseen(await _follow_and_decide(platform, owner, last), paths)
        except BailiwickError as error:  # e.g. the database is away for a moment; the server in this process is not
            out.print(said(error.why, str(error)), style="red", markup=False)


def _path(typed: str) -> Path:
    """Return the path that a person typed, with or without quotes."""
    return Path(typed.strip().strip("\"'")).expanduser()


async def _follow_and_decide(platform: "Platform", owner: User, execution_id: str) -> Execution:
    """Print an execution as it happens, asking about the calls that it waits for, and what was made; return it."""
    from bailiwick.runs.actions import Executions

    stopped = await follow(platform, owner, execution_id, notes=console(), live=True)
    while stopped is not None and await _waiting_calls(platform, owner, execution_id):
        if not await _decide(platform, owner, execution_id):
            console().print(phrase("ask.it-waits-bailiwick-approvals-list-shows"))
            break
        stopped = await follow(platform, owner, execution_id, stopped, notes=console(), live=True)
    execution = await platform[Executions].get(owner.id, execution_id)
    _tell_made(execution)
    return execution


async def _choose(platform: "Platform", owner: User, agent_id: str) -> str | None:
    from bailiwick.agents.rosters import Rosters

    roster = (await platform[Rosters].of(owner.id)).roster
    if agent_id and roster.get(agent_id) is None:
        console().print(
            phrase("ask.there-is-no-agent-you-have", agent_id=agent_id, value=", ".join(agent.id for agent in roster))
        )
    return agent_id if agent_id and roster.get(agent_id) is not None else None


async def _why(platform: "Platform", owner: User, execution_id: str) -> None:
    from bailiwick.agents.decision_lines import show
    from bailiwick.runs.actions import Executions

    execution = await platform[Executions].get(owner.id, execution_id) if execution_id else None
    if execution is None or execution.decision is None:
        console().print(phrase("ask.nothing-has-been-decided-yet"))
    else:
        show(execution.decision)


async def follow(
    platform: "Platform", owner: User, execution_id: str, after: str | None = None, *, notes: Console, live: bool
) -> str | None:
    """Print an execution as it happens: the answer on standard output; who answers and why, tool and helper calls,
    notices and errors on `notes`.

    With `live` every text is printed as it comes, also what is said between calls and what is said anew after a
    failure; otherwise the final answer alone. Returns where it stopped because it waits for a person; None when it
    is over.
    """
    from bailiwick.kernel.events.streams import Streams

    out = console()
    shown, held, last = "", "", after
    cited: list[tuple[str, str]] = []

    async def say(text: str) -> None:
        """Print a piece of the answer, citations in words; what may be the beginning of one waits."""
        from bailiwick.tools.given_equipment import ToolEquipment

        nonlocal held
        text = held + text
        held = text[complete(text) :]
        readily = await readable(platform[ToolEquipment].library, owner.id, text[: len(text) - len(held)])
        out.print(readily, end="", markup=False, soft_wrap=True)

    async for item in platform[Streams].follow(owner.id, execution_id, after):
        data, last = item.data, item.id or last
        inset = "  " * len(read_place(data.get("place")).path)
        if item.kind == "agent-delegation":
            to = data["from"] if data["to"] == NOBODY else data["to"]
            notes.print(
                f"[dim]→ {to} · {told_of(data)} · {_cost(data)}[/dim]",
                soft_wrap=True,
            )
        elif item.kind == "agent.handed_over":
            _dim(notes, f"{inset}→ {data['to']} · {told_of(data)}")
        elif item.kind == "agent.stream" and not inset and live:
            shown = shown[: data["offset"]] + data["text"] if data["offset"] else data["text"]
            held = held if data["offset"] else ""
            await say(data["text"])
        elif item.kind == "model-response" and not inset:
            cited += [(page["url"], page["title"]) for page in data.get("cited", ())]
        elif item.kind == "tool-execution" and data.get("helper") is None:
            _dim(notes, f"{inset}· {data['tool']}", end=" " if not inset else "\n")
        elif item.kind == "agent.tool_result" and data.get("error") and data.get("helper") is None:
            _dim(notes, f"\n{inset}✗ {data['tool']}: {told_of(data, 'error')}")
        elif item.kind == "helper-spawn":
            _dim(notes, f"\n{inset}↳ {data['agent']}: {data['task']}")
        elif item.kind == "helper-complete":
            _dim(notes, f"{inset}✓ {_reported(data)}")
        elif item.kind == "helper-error":
            _dim(notes, f"{inset}✗ {data['agent']}: {told_of(data, 'message')}")
        elif item.kind == "error.occurred":
            notes.print(
                f"\n[red]{told_of(data, 'message')}[/red]"
                + (f" {phrase('ask.trying-again')}" if data["willRetry"] else "")
            )
        elif item.kind == "execution.waiting":
            notes.print(f"\n{told_of(data)}", markup=False)
            return last or ""
        elif item.kind == "done":
            # A word before what was shown, about who answers, stands in a line of its own above.
            known = shown.endswith(data["content"]) or (shown.strip() and data["content"].endswith(shown))
            if data["content"] and not known and data["status"] == "completed":
                held = ""
                await say(data["content"])
            if shown or data["status"] == "completed":
                out.print(held, markup=False, soft_wrap=True)
            for number, page in enumerate(cited_pages(cited), 1):
                title = f"{page.title} " if page.title else ""
                _dim(notes, f"{phrase('ask.source', number=number)} {title}{page.url}")
            if data.get("outcome") == Outcome.UNANSWERED:
                _dim(notes, phrase("ask.answers-nothing"))
        elif item.kind == "answer.reviewed" and data.get("cause"):
            _dim(notes, f"{phrase(FLAGS[FlagCause(data['cause'])])} ({told_of(data)})")
    return None


def _cost(data: Mapping[str, Any]) -> str:
    milliseconds = f"{data['microseconds'] / 1000:.1f}"
    return phrase("ask.figures", milliseconds=milliseconds, calls=data["modelCalls"])


def _reported(data: Mapping[str, Any]) -> str:
    return phrase("ask.reported-after", agent=data["agent"], seconds=f"{data['milliseconds'] / 1000:.1f}")


def _dim(notes: Console, text: str, *, end: str = "\n") -> None:
    notes.print(text, style="dim", markup=False, highlight=False, soft_wrap=True, end=end)


async def _waiting_calls(platform: "Platform", owner: User, execution_id: str) -> list[Approval]:
    from bailiwick.runs.approvals.store import ApprovalStore

    status = ApprovalStatus.PENDING
    return list(await platform.stores[ApprovalStore].list(owner.id, status=status, execution_id=execution_id))


async def _decide(platform: "Platform", owner: User, execution_id: str) -> bool:
    """Ask the person about each call that waits; whether all of them have been decided."""
    from bailiwick.runs.actions import Executions

    out = console()
    for call in await _waiting_calls(platform, owner, execution_id):
        out.print(phrase("ask.wants-to-call-with", agent_id=call.agent_id, tool=call.tool), markup=False)
        out.print(call_in_words(call, indent=2), markup=False, soft_wrap=True)
        if call.found:
            out.print(phrase("ask.it-is-about", call=found_in_words(call)), markup=False, soft_wrap=True)
        answer = await asyncio.to_thread(out.input, phrase("ask.approve"))
        word = answer.strip().lower()
        if word in YES or word in ALWAYS:
            await platform[Executions].approve(owner.id, call.id, always=word in ALWAYS)
        elif answer.strip():
            note = "" if word in ("n", "no") else answer.strip()
            await platform[Executions].deny(owner.id, call.id, note)
    return not await _waiting_calls(platform, owner, execution_id)
