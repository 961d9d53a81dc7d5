"""Routers for the commands that need neither server nor database: agents from files, and what they teach."""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick import Agent, Roster, Router
from bailiwick.agents.builtin import load, parse
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, RoutingReason, reason_of
from bailiwick.kernel.terminal.files import read_text
from bailiwick.kernel.terminal.output import console
from bailiwick.kernel.terminal.texts import phrase
from bailiwick_router.core.agents import Origin
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.examples import train
from bailiwick_router.replay_files import read_queries
from bailiwick_router.roster_file import read_roster

if TYPE_CHECKING:
    from bailiwick.models.local_encoder import LocalEncoder

RosterFile = Annotated[
    Path | None,
    typer.Option("--roster"),
]
WithBuiltin = Annotated[bool, typer.Option("--with-builtin")]
AgentFiles = Annotated[list[Path] | None, typer.Option("--agents")]
Profile = Annotated[str, typer.Option()]
NoExamples = Annotated[bool, typer.Option("--no-examples")]
EmbedderName = Annotated[
    str | None,
    typer.Option(
        "--embedder",
    ),
]
LastAgent = Annotated[str | None, typer.Option()]

Told = Callable[[str], None]


def offline_router(
    roster: Path | None,
    *,
    agents: Sequence[Path] = (),
    with_builtin: bool = False,
    profile: str = "standard",
    examples: bool = True,
) -> Router:
    """Return a router on the agents of files, or on those that ship, which has learned from their examples.

    Raises `InvalidInput` for agents that cannot be taken.
    """
    router = untaught_router(roster, agents=agents, with_builtin=with_builtin, profile=profile)
    if examples:
        teach(router)
    return router


def untaught_router(
    roster: Path | None,
    *,
    agents: Sequence[Path] = (),
    with_builtin: bool = False,
    profile: str = "standard",
    told: Told = lambda sentence: None,
) -> Router:
    """Return a router on the agents of files, or on those that ship, that knows only the rules.

    `told` is told, in a sentence, what was passed over. Raises `InvalidInput` for agents that cannot be taken.
    """
    if profile not in ("standard", "classic"):
        raise typer.BadParameter(phrase("offline.choose-standard-or-classic"), param_hint="--profile")
    members = Roster(load() if roster is None or with_builtin else ())
    for agent in [*(_of_file(roster, told) if roster else ()), *_of_toml(agents)]:
        if members.get(agent.id) is None:
            members.add(agent)
        else:
            members.replace(agent)
    if not len(members):
        raise InvalidInput(phrase("offline.there-is-no-agent-in-with", roster=roster))
    return Router(members, profile=profile, classifier=None)


def _of_file(file: Path, told: Told) -> Sequence[Agent]:
    found = read_roster(read_text(file))
    if found.ignored:
        told(phrase("offline.no-field", file=file, names=", ".join(found.ignored[:5])))
    return found.agents


def _of_toml(paths: Sequence[Path]) -> list[Agent]:
    files = [file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    try:
        return [parse(file.read_text(encoding="utf-8"), name=file.name, origin=Origin.USER) for file in files]
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(phrase("offline.cannot-read-agents", error=error), param_hint="--agents") from None


def teach(router: Router, encoder: "LocalEncoder | None" = None, told: Told = lambda sentence: None) -> None:
    """Let a router learn from the examples of its agents; the classic profile learns nothing.

    `told` is told, in a sentence, how long that took.
    """
    count = sum(len(agent.examples) for agent in router.roster if agent.role.routable)
    if not count or router.profile == "classic":
        return
    # With several threads the arithmetic waits by spinning, and is not the same to the last digit on every machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    started = perf_counter()
    if encoder is not None:
        encoder.remember(example for agent in router.roster for example in agent.examples)
    router.learn(train(router.roster, encoder=encoder))
    seconds = f"{perf_counter() - started:.2f}"
    told(phrase("offline.learned", examples=phrase("counted.example", count=count), seconds=seconds))


def encoder_of(name: str | None) -> "LocalEncoder | None":
    """Return the encoder that `--embedder` names. Raises `Unavailable` when it is not there."""
    if name is None:
        return None
    # Its libraries are an extra of their own, and settings take a while to import.
    from bailiwick.kernel.settings import Settings
    from bailiwick.models.embedder_choice import local_folder
    from bailiwick.models.local_encoder import LocalEncoder

    if name != "local":
        return LocalEncoder.load(Path(name))
    return LocalEncoder.load(local_folder(Settings()))


def queries_of(file: Path, agents: Iterable[str] | None) -> list[ReplayQuery]:
    """Return the messages of a file, - for standard input. Raises `InvalidInput` that names file and line."""
    text = read_text(file)
    try:
        return read_queries(text, None if agents is None else set(agents))
    except InvalidInput as error:
        where = phrase("offline.standard-input") if str(file) == "-" else str(file)
        raise InvalidInput(Reason.of(RoutingReason.FILE_SAYS, reason_of(error.said), file=where)) from None


def say_aside(sentence: str) -> None:
    """Print a sentence on standard error."""
    console(error=True).print(sentence, style="dim", markup=False, soft_wrap=True)
