"""Scripts for the scripted model: what it says, turn by turn."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import re2

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Usage

ONE_CALL = Usage(model_calls=1)
LARGEST_FILE = 1024 * 1024
"""Bytes of a script file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedCall:
    """A tool call to ask for."""

    tool: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict[str, Any])
    """A table, in whose texts `{user}`, `{result}` and `{turn}` stand for what they do in a turn's text; or the raw
    text of the arguments (also one that is not JSON)."""
    times: int = 1
    """How many such calls to ask for side by side."""
    id: str | None = None
    """The call id to send, where a duplicate is wanted; otherwise ids are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedFailure:
    """An error to raise instead of, or after streaming, the turn's text."""

    error_class: ErrorClass
    times: int = 1
    """How often, in one process, before the turn goes through."""
    message: str = "The scripted model failed as its script says."
    retry_after: float | None = None

    def error(self) -> CallFailed:
        """Return it as the exception."""
        return CallFailed(self.error_class, self.message, retry_after=self.retry_after)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedTurn:
    """One response of the model."""

    text: str = ""
    """`{user}`, `{result}`, `{turn}` stand for the last user text, the new tool results, the turn's number."""
    thinking: str = ""
    """What it thinks before it speaks; the same stands for the same."""
    calls: Sequence[ScriptedCall] = ()
    fail: ScriptedFailure | None = None
    wait: str | None = None
    """The name of the gate to wait for after the text was streamed; `forever` never opens."""
    pace: float | None = None
    """Words a second, also of the arguments of its calls; None for all at once."""
    usage: Usage = ONE_CALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Turns for conversations whose latest user text or tool result matches.

    All the conditions that are given must hold; substrings are compared without case.
    """

    turns: Sequence[ScriptedTurn]
    user: str | None = None
    """Substring of the latest user text."""
    user_pattern: str | None = None
    """Linear-time regular expression found in the latest user text."""
    result: str | None = None
    """Substring of the latest tool result."""
    instructions: str | None = None
    """Substring of the instructions, which tell agents apart."""

    def matches(self, user: str, result: str, instructions: str) -> bool:
        """Whether all given conditions hold."""
        return (
            _contains(user, self.user)
            and _contains(result, self.result)
            and _contains(instructions, self.instructions)
            and (self.user_pattern is None or _compiled(self.user_pattern).search(user) is not None)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What the scripted model says.

    The first rule that matches answers with its turns in order, counted from the latest user message on.
    Where no rule matches, `turns` answer in order, counted over the whole conversation. Past the end the last
    turn is repeated, so a last turn with a call is a model that never stops calling.

    As a TOML file (JSON has the same keys):

        [[rule]]
        user = "weather"                # also: user_pattern, result, instructions

        [[rule.turn]]
        thinking = "The weather is asked for."
        text = "Let me look. "
        calls = [{ tool = "weatherInfo", arguments = { place = "Oslo" }, times = 1 }]

        [[rule.turn]]
        text = "It says: {result}"
        fail = { class = "rate_limit", times = 2, retry_after = 0.0 }

        [[turn]]
        text = "Answer {turn} to: {user}"
        pace = 20
        wait = "forever"
        usage = { input_tokens = 10, output_tokens = 5 }
    """

    rules: Sequence[Rule] = ()
    turns: Sequence[ScriptedTurn] = (
        ScriptedTurn(text="This is answer {turn} of the scripted model. It was told: {user}"),
    )


def load_script(path: Path) -> Script:
    """Read a script file, TOML or JSON by its suffix. Raises `InvalidInput`; never quotes the file."""
    reader = {".toml": tomllib.loads, ".json": json.loads}.get(path.suffix)
    if reader is None or not path.is_file() or path.stat().st_size > LARGEST_FILE:
        raise InvalidInput(Reason.of(ReasonCode.SCRIPT_NO_FILE), field="model")
    try:
        return parse_script(reader(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError, KeyError, AttributeError, re2.error):
        raise InvalidInput(Reason.of(ReasonCode.SCRIPT_UNREADABLE, name=path.name), field="model") from None


def parse_script(data: Mapping[str, Any]) -> Script:
    """Return the script that `data`, as read from TOML or JSON, describes.

    Raises `ValueError`, `TypeError`, `KeyError`, `AttributeError` or `re2.error` where it is none.
    """
    rules = [_rule(**rule) for rule in data.get("rule", ())]
    turns = [_turn(**turn) for turn in data.get("turn", ())]
    unknown = set(data) - {"rule", "turn"}
    if unknown or any(not rule.turns for rule in rules):
        raise ValueError("unknown keys or a rule without turns")
    return Script(rules=rules, turns=turns) if turns else Script(rules=rules)


def _rule(*, turn: Sequence[Mapping[str, Any]], **conditions: str) -> Rule:
    if "user_pattern" in conditions:
        _compiled(conditions["user_pattern"])  # a broken pattern is found on loading
    return Rule(turns=[_turn(**each) for each in turn], **conditions)


def _turn(
    *,
    calls: Sequence[Mapping[str, Any]] = (),
    fail: Mapping[str, Any] | None = None,
    usage: Mapping[str, Any] | None = None,
    text: Any = "",
    thinking: Any = "",
    wait: Any = None,
    pace: Any = None,
) -> ScriptedTurn:
    if not isinstance(text, str) or not isinstance(thinking, str) or not isinstance(wait, str | None):
        raise TypeError("the text, the thinking and the gate of a turn are texts")
    if pace is not None and not (isinstance(pace, int | float) and 0 < pace <= 100_000):
        raise ValueError("the pace of a turn is a number of words a second, up to 100,000")
    return ScriptedTurn(
        text=text,
        thinking=thinking,
        wait=wait,
        pace=pace,
        calls=[_call(**call) for call in calls],
        fail=_failure(**fail) if fail is not None else None,
        usage=Usage(model_calls=1, **(usage or {})),
    )


def _call(*, tool: Any, times: Any = 1, **fields: Any) -> ScriptedCall:
    if not isinstance(tool, str) or not isinstance(times, int):
        raise TypeError("a call names a tool and how many times")
    return ScriptedCall(tool=tool, times=times, **fields)


def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1024 * 1024
    return re2.compile(pattern, options)


def _failure(**fail: Any) -> ScriptedFailure:
    return ScriptedFailure(error_class=ErrorClass(fail.pop("class")), **fail)


def _contains(text: str, wanted: str | None) -> bool:
    return wanted is None or wanted.lower() in text.lower()
