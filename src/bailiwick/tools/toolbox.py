"""Tools from typed functions, and the registry that holds them."""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import to_jsonable_python

from bailiwick.kernel.reasons import Reason, ReasonCode, RoutingReason, Value, reason_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing, was_shown
from bailiwick.tools.admission import Admission, Admitted, RefusalCode
from bailiwick.tools.records import MissingTool, Recogniser, Tool, ToolContext, ToolSpec
from bailiwick_router.core.reasons.faults import said_of

ToolFunction = Callable[..., Awaitable[Any]]
Addresses = Callable[[Mapping[str, Any]], Sequence[str]]
"""Returns the web addresses that a call with these arguments opens, exactly as it opens them."""
Finder = Callable[..., Awaitable[Sequence[FoundThing] | None]]
"""Returns what a call would remove or change now, None where it cannot tell; takes what the tool's function takes."""

MAX_ARGUMENTS = 1_000_000
"""Longest accepted arguments of one call, in characters of JSON."""


class FunctionTool:
    """A tool made from an async function `(context, **arguments)`."""

    def __init__(self, function: ToolFunction, described: "_Described", recogniser: Recogniser | None) -> None:
        self._function = function
        self._described = described
        self._recogniser = recogniser

    @property
    def name(self) -> str:
        """The name in its `spec`, which need not be described for it."""
        return self._described.name

    @property
    def for_team(self) -> bool:
        """As in its `spec`, which need not be described for it either."""
        return self._described.for_team

    @property
    def spec(self) -> ToolSpec:
        """What is told about it."""
        return self._described.spec

    @property
    def recogniser(self) -> Recogniser | None:
        """How it is used without a model, if it can be."""
        return self._recogniser

    def bound_to(self, owner: object, recogniser: Recogniser | None) -> "FunctionTool":
        """Return a tool made with `owned` as it works for one owner.

        Describing a tool takes a millisecond, this none.
        """
        return FunctionTool(partial(self._function, owner), self._described, recogniser)

    def addresses(self, arguments: Mapping[str, Any]) -> Sequence[str] | None:
        """Return the web addresses that a call opens; None where it cannot tell."""
        opens = self._described.opens
        return None if opens is None else opens(arguments)

    async def found(self, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Check the arguments and return what a call would remove or change now; None where it cannot tell."""
        if self._described.finds is None:
            return None
        values = checked_arguments(self.name, self._described.arguments, arguments)
        return await self._described.finds(context, **values)

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Check the arguments, call the function, return its result as a JSON value."""
        values = checked_arguments(self.name, self._described.arguments, arguments)
        try:
            return to_jsonable_python(await self._function(context, **values))
        except CallFailed as failure:
            failure.outside |= self._described.repeats_failures
            raise


class _Described:
    """What is told about a function and what its arguments are checked by, made when first asked for."""

    def __init__(
        self,
        name: str,
        function: ToolFunction,
        before: int,
        hints: Mapping[str, Any],
        *,
        opens: Addresses | None,
        finds: Finder | None,
        own_failures: bool,
    ) -> None:
        """The parameters of the function `before` its arguments are left out; `hints` are further fields of a spec."""
        self.name = name
        self.opens = opens
        self.finds = finds
        self.for_team: bool = hints["for_team"]
        self.repeats_failures = bool(hints["open_world"]) and not own_failures
        """Whether what it says when it fails may be the words of strangers."""
        self._function = function
        self._before = before
        self._hints = hints

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """The model of the arguments."""
        return argument_model(self._function, before=self._before)

    @cached_property
    def spec(self) -> ToolSpec:
        """What is told."""
        schema = self.arguments.model_json_schema()
        return ToolSpec(
            name=self.name,
            description=inspect.cleandoc(self._function.__doc__ or ""),
            parameters={key: value for key, value in schema.items() if key != "title"},
            **self._hints,
        )


def tool(
    *,
    name: str | None = None,
    origin: str = "builtin",
    read_only: bool = False,
    idempotent: bool = False,
    destructive: bool = False,
    final: bool = False,
    open_world: bool = False,
    approval: bool = False,
    instructs: bool = False,
    concurrent: bool = False,
    per_minute: int | None = None,
    timeout: float = 30.0,
    for_team: bool = False,
    memory: Literal["reads", "writes"] | None = None,
    undo: str | None = None,
    recogniser: Recogniser | None = None,
    opens: Addresses | None = None,
    finds: Finder | None = None,
    own_failures: bool = False,
    owned: bool = False,
    later: bool = False,
) -> Callable[[ToolFunction], FunctionTool]:
    """Make a tool from `async def name(context: ToolContext, …) -> JSON value`.

    With `owned` the function has one more parameter before the context: whom the tool works for. It is only described
    then, until it is `bound_to` a user.

    The docstring becomes the description, the typed parameters after the context become the schema
    (`Annotated[str, Field(description=…, max_length=…)]`). Unknown and wrongly typed arguments are refused.

    `opens` tells which web addresses a call opens. With `own_failures` the sentence of a `CallFailed` that it raises is
    its own but where that says `outside`; without, every such sentence of an `open_world` tool counts as strangers'.

    `finds` returns what a call would remove or change. A person who has to agree sees it; where there is nothing,
    nobody is asked. The call fails if it has changed meanwhile; a function that can look again in the transaction of
    its effect does so, with `unchanged`.

    `for_team` says that what the tool reads is for the supervisor, whoever answered before.

    `memory` says whether it reads what is remembered of the person, or writes down what is to be remembered.

    `undo` is where a call is undone by a POST, with fields of its result in braces: `/api/books/{id}/restore`.

    Annotations that cannot be described raise at once what pydantic raises; with `later`, when they are asked for.
    """
    hints = {
        "origin": origin,
        "read_only": read_only,
        "idempotent": idempotent,
        "destructive": destructive,
        "final": final,
        "open_world": open_world,
        "approval": approval,
        "instructs": instructs,
        "concurrent": concurrent,
        "per_minute": per_minute,
        "timeout": timeout,
        "for_team": for_team,
        "memory": memory,
        "undo": undo,
    }

    def build(function: ToolFunction) -> FunctionTool:
        described = _Described(
            name or function.__name__,
            function,
            2 if owned else 1,
            hints,
            opens=opens,
            finds=finds,
            own_failures=own_failures,
        )
        if not later:
            _ = described.spec  # whoever wrote it learns here what cannot be described
        return FunctionTool(function, described, recogniser)

    return build


def is_for_team(tool: Tool) -> bool:
    """Whether what a tool reads is for the supervisor. Who only reads a message need not have all tools described."""
    return tool.for_team if isinstance(tool, FunctionTool) else tool.spec.for_team


def unchanged(context: ToolContext, now: Sequence[FoundThing]) -> None:
    """Raises `CallFailed` where a call is about to touch what the person who agreed to it was not shown."""
    if context.found is not None and not was_shown(now, context.found):
        raise changed_since()


def changed_since() -> CallFailed:
    """Return the failure of a call that is about something else than the person who agreed to it was shown."""
    return CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.CHANGED_SINCE), code=RefusalCode.CHANGED)


def argument_model(function: ToolFunction, *, before: int = 1) -> type[BaseModel]:
    """Return the model of a function's parameters, those `before` the arguments (the context, an owner) left out."""
    parameters = [*inspect.signature(function, eval_str=True).parameters.values()][before:]
    fields: dict[str, Any] = {
        parameter.name: (
            parameter.annotation,
            ... if parameter.default is inspect.Parameter.empty else parameter.default,
        )
        for parameter in parameters
    }
    return create_model(function.__name__, __config__=ConfigDict(extra="forbid", strict=True), **fields)


def checked_arguments(name: str, model: type[BaseModel], arguments: object) -> dict[str, Any]:
    """Return the arguments as Python values. Raises `CallFailed` (validation) saying what is wrong.

    Models send anything here: text instead of an object, numbers JSON does not know, endless nesting.
    """
    if not isinstance(arguments, Mapping):
        raise _refused(ReasonCode.ARGUMENTS_NO_OBJECT)
    try:
        text = json.dumps(dict(cast("Mapping[str, Any]", arguments)), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise _refused(ReasonCode.ARGUMENTS_UNWRITABLE, tool=name) from None
    if len(text) > MAX_ARGUMENTS:
        raise _refused(ReasonCode.ARGUMENTS_TOO_LONG, tool=name, most=MAX_ARGUMENTS)
    if "\\u0000" in text.replace("\\\\", ""):
        raise _refused(ReasonCode.ARGUMENTS_WITH_NUL, tool=name)
    try:
        checked = model.model_validate_json(text)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)[:3]
        raise _refused(ReasonCode.ARGUMENTS_UNUSABLE, *(_fault(model, fault) for fault in faults), tool=name) from None
    return {field: getattr(checked, field) for field in model.model_fields}


def _refused(code: ReasonCode, *parts: Reason, **values: Value) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, *parts, **values))


def _fault(model: type[BaseModel], fault: Mapping[str, Any]) -> Reason:
    """Say what is wrong in terms of the arguments, never the values themselves."""
    where = ".".join(str(part) for part in fault["loc"])[:60]
    if fault["type"] == "missing":
        return Reason.of(ReasonCode.ARGUMENT_MISSING, name=where)
    if fault["type"] == "extra_forbidden":
        return no_such_argument(where, model.model_fields)
    if not where:
        return Reason.of(ReasonCode.ARGUMENT_NO_UNICODE)
    return Reason.of(RoutingReason.FIELD_SAYS, said_of(fault), field=where)


def no_such_argument(name: str, known: Iterable[str]) -> Reason:
    """Return what is said of an argument that is not among those `known`."""
    names = ", ".join(known)[:500]
    code = ReasonCode.NO_SUCH_ARGUMENT if names else ReasonCode.NO_ARGUMENT_AT_ALL
    return Reason.of(code, name=name[:60], **({"known": names} if names else {}))


class Toolbox:
    """The registry: a fixed set of tools by name, in the order given, and those that cannot be used here."""

    def __init__(self, tools: Iterable[Tool | MissingTool]) -> None:
        """Raises `ValueError` if two tools have one name."""
        by_name: dict[str, Tool] = {}
        missing: dict[str, MissingTool] = {}
        for each in tools:
            name = each.name if isinstance(each, MissingTool | FunctionTool) else each.spec.name
            if name in by_name or name in missing:
                raise ValueError(f"Two tools are called {name!r}; every tool needs a name of its own.")
            if isinstance(each, MissingTool):
                missing[name] = each
            else:
                by_name[name] = each
        self._tools = MappingProxyType(by_name)
        self.missing: Mapping[str, MissingTool] = MappingProxyType(missing)
        """Tools that cannot be used, by name."""

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools by name."""
        return self._tools

    async def found(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Return what a call would remove or change now; None where its tool cannot tell, or there is none."""
        return await self._tools[name].found(context, arguments) if name in self._tools else None

    async def admit(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Let every call begin."""
        del name, context, arguments
        return Admitted()

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one.

        Raises `CallFailed`: class `validation` when there is no tool of that name, `tool` when it cannot be used now.
        """
        if name in self.missing:
            said = reason_of(self.missing[name].why or self.missing[name].reason)
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.TOOL_UNAVAILABLE, said, tool=name))
        if name not in self._tools:
            raise no_such_tool(name, self._tools)
        return await self._tools[name].run(context, arguments)


def no_such_tool(name: str, tools: Iterable[str]) -> CallFailed:
    """Return the failure for a name that is not among `tools`."""
    known = ", ".join(tools)
    code = ReasonCode.NO_SUCH_TOOL if known else ReasonCode.NO_TOOLS_AT_ALL
    return _refused(code, tool=name[:60], **({"known": known} if known else {}))
