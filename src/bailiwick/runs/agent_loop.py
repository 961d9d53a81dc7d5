"""The agent loop: ask the model, run the tool calls it asked for, repeat until it answers or a limit is reached."""

import json
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Protocol

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)

from bailiwick.agents.builtin import described
from bailiwick.agents.contract import AgentReply, AgentRequest, HandedIn, HandOver
from bailiwick.kernel.events.facts import (
    ErrorOccurred,
    Event,
    HelperIterated,
    HelperProgressed,
    MainIterated,
    ModelCalled,
    ModelResponded,
)
from bailiwick.kernel.events.strands import SAID, Strand, TextPiece
from bailiwick.kernel.health import Health
from bailiwick.kernel.places import Phase, Place
from bailiwick.kernel.reasons import Reason, ReasonCode, as_data
from bailiwick.kernel.resilience import CallFailed, ErrorClass, PassedOver
from bailiwick.kernel.usage import Outcome
from bailiwick.models.causes import is_too_long
from bailiwick.models.citations import cited_in
from bailiwick.models.contract import ChosenModel, ModelCaller, ModelCatalog, ModelReply, OnRetry, OnText, ReadsLess
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.fallback import PASSED_ON
from bailiwick.runs.doubts import doubts_of
from bailiwick.runs.files.given import GivenFiles, files_in
from bailiwick.runs.fitting import Fitted, PromptBounds, fits, fitted
from bailiwick.runs.handing_over import HAND_OVER
from bailiwick.runs.journal import Journal
from bailiwick.runs.read_on import READ_ON
from bailiwick.runs.recalling import prompt
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.taint import UNTRUSTED, Taint
from bailiwick.runs.threads.history import opening, restored, stored
from bailiwick.runs.tool_calls import ToolCalls, ToolOutcome
from bailiwick.tools.records import Secrets, Toolset, ToolSpec
from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.core.budgets import Budget

LIMIT_NOTE = (
    "You have reached the limit of rounds for this request. Give your best answer from what you have so far,"
    " in the person's language, and say that you stopped at the limit."
)


OF_ONE_TEXT = (Phase.JOIN, Phase.REJOIN, Phase.REVISION)
"""Pieces of work in which a text is made of texts; there is nothing in them that rules could do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What all agents that work on one execution share."""

    caller: ModelCaller
    catalog: ModelCatalog
    journal: Journal
    budget: Budget
    """Of the execution's agent; its helpers spend from it too."""
    taint: Taint
    secrets: Secrets
    say: Callable[[TextPiece], None]
    """Publishes text as it comes."""
    bounds: PromptBounds
    """How long what a model is given may be."""
    idle: Callable[[Collection[str]], Awaitable[frozenset[str]]] | None = None
    """Finds which of the tools of these names are of no use to the person now."""
    files: GivenFiles | None = None
    """The files of the thread; None where none are kept."""
    closing: bool = True
    """Whether an agent that has used its rounds is asked once more, without tools, for its best answer."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A model that answers for others which did not."""

    model: str
    fallbacks: Sequence[str]
    """Who is asked where it does not answer either."""
    passed_over: Sequence[PassedOver]
    """Who was to answer."""

    @classmethod
    def of(cls, reply: ModelReply) -> "StandIn | None":
        """Return who answered for others; None where the model did that was to."""
        return cls(reply.model, reply.fallbacks, reply.passed_over) if reply.passed_over else None

    def data(self) -> dict[str, Any]:
        """Return it as the journal keeps it, with its step."""
        passed_over = [each.data() for each in self.passed_over]
        return {"model": self.model, "fallbacks": list(self.fallbacks), "passed_over": passed_over}

    @classmethod
    def stored(cls, output: Any) -> "StandIn | None":
        """Return what the journal kept of it; None for a step of the model that was to answer."""
        passed_over = [PassedOver.read(each) for each in output.get("passed_over", ())]
        return cls(output["model"], output["fallbacks"], passed_over) if passed_over else None


class EarlierTurns(Protocol):
    """The earlier turns of a thread, of which the older part can become a summary."""

    async def shorter(self, model: str, most: int, room: int) -> Sequence[ModelMessage] | None:
        """Return them as the agent reads them, made shorter by a model that reads `most` tokens beside its answer, of
        which there is `room` for them; None where they cannot be."""
        ...


class ModelAgent:
    """An agent carried out by a language model (or by the offline or a scripted one).

    `place` is where in the work on an execution it works: which helper's call it answers, if it is a helper, and to
    which piece of the work it belongs. `heard` is filled with all that the agent reads and says, for helpers that it
    calls.
    """

    def __init__(
        self,
        agent: Agent,
        work: Work,
        tools: Toolset,
        *,
        place: Place = Place(),
        heard: list[ModelMessage] | None = None,
        earlier: EarlierTurns | None = None,
    ) -> None:
        """`earlier` makes the older part of the thread a summary; without it the oldest messages are left out."""
        self.agent = agent
        self._work_for = work
        self._caller = work.caller
        self._catalog = work.catalog
        self._tools = tools
        self._journal = work.journal
        self._place = place
        self._heard = heard if heard is not None else []
        self._exchange: list[ModelMessage] = []
        self._unanswered: Callable[[], Sequence[ToolOutcome]] | None = None
        self._earlier = earlier
        self._history: Sequence[ModelMessage] | None = None
        """The earlier turns since they were made shorter; None for those of the request."""
        self._contexts: dict[str, int] = {}
        """Tokens that a model reads and writes in one call, since its provider said that it was given too many."""
        self._too_long: tuple[int, CallFailed] | None = None
        """How many tokens that were, and how it said so, until it is asked again."""
        self._tried: set[tuple[str, bool]] = set()
        """For which models a summary was asked for: before a provider had said that there was too much, and after."""
        self._shortened_for: tuple[str, str] | None = None
        """Which model reads less than the one that was to answer, and which was."""
        self._idle: frozenset[str] | None = None
        """Tools of which models are not told; None until that is found."""
        self._stands_in: StandIn | None = None
        """Which model answers for another one since that did not: it goes on with this piece of work."""

    async def process(self, request: AgentRequest) -> AgentReply:
        """Do the work, saying its text as it comes, and return the reply. Raises `CallFailed`."""
        return await self._work(request)

    def so_far(self) -> list[ModelMessage]:
        """Return all that it was asked, said and called, with a result for each call, also of work that broke off."""
        last = self._exchange[-1] if self._exchange else None
        if not isinstance(last, ModelResponse) or self._unanswered is None:
            return list(self._exchange)
        outcomes = self._unanswered()
        return [*self._exchange, ModelRequest(parts=[outcome.part() for outcome in outcomes])]

    async def health_check(self) -> Health:
        """Healthy when its model is usable."""
        return self._catalog.usable(self._catalog.chosen_for(self.agent).name)

    async def _work(self, request: AgentRequest) -> AgentReply:
        work = self._work_for
        tool_calls = ToolCalls(
            self.agent,
            self._tools,
            self._journal,
            request,
            budget=work.budget,
            taint=work.taint,
            secrets=work.secrets,
            files=work.files,
        )
        self._exchange = new = opening(request)
        outcomes: list[ToolOutcome] = []
        last = self.agent.max_iterations
        for iteration in range(1, last + 1):
            response, outcome = await self._ask(request, new, iteration)
            new.append(response)
            calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
            if not calls:
                return self._reply(_text(response), iteration, new, outcomes, outcome=outcome)
            self._heard[:] = [*self._read(request), *new[:-1]]
            place = self._place.in_round(iteration)
            self._unanswered = partial(tool_calls.so_far, place, calls)
            outcomes = await tool_calls.run(place, calls)
            if place.path:
                self._progress(iteration, calls)
            new.append(ModelRequest(parts=[outcome.part() for outcome in outcomes]))
            if answer := next((outcome for outcome in outcomes if outcome.final), None):
                if request.may_hand_over and answer.call.tool_name == HAND_OVER:
                    return replace(self._reply("", iteration, new, ()), handed_over=HandOver(**answer.result))
                handed_in = _handed_in(answer.result)
                return self._reply(handed_in.result, iteration, new, (), handed_in=handed_in)
            if any(outcome.goes_round for outcome in outcomes):
                last = iteration
                break
        if not work.closing:
            return self._reply(_last_text(new), last, new, outcomes, limit=True)
        new.append(ModelRequest(parts=[UserPromptPart(content=LIMIT_NOTE)]))
        response, outcome = await self._ask(request, new, last + 1, tools=False)
        new.append(response)
        return self._reply(_text(response), last, new, outcomes, limit=True, outcome=outcome)

    async def _ask(
        self, request: AgentRequest, new: Sequence[ModelMessage], iteration: int, *, tools: bool = True
    ) -> tuple[ModelResponse, Outcome]:
        """Return what a model answers, asked for less where it was given too much, or another one in its place that
        reads less. Raises the `CallFailed` of the first where none answers."""
        first: CallFailed | None = None
        while True:
            try:
                answered = await self._ask_once(request, new, iteration, tools=tools)
            except ReadsLess as less:
                self._stands_in = StandIn(less.model, less.fallbacks, less.passed_over)
                self._shortened_for = (less.model, less.passed_over[0].model)
                first = first or less.failure
            except CallFailed as failure:
                if first is None or failure.error_class not in PASSED_ON:
                    raise
                raise first from None
            else:
                if answered is not None:
                    return answered

    async def _ask_once(
        self, request: AgentRequest, new: Sequence[ModelMessage], iteration: int, *, tools: bool
    ) -> tuple[ModelResponse, Outcome] | None:
        """Return what a model answers; None where it was given too much and is to be asked for less."""
        place = self._place.in_round(iteration)
        key = place.model_key
        if step := self._journal.done(key):
            self._stands_in = StandIn.stored(step.output) or self._stands_in
            return _load(step.output)
        self._check_budget()
        stands_in = self._stands_in
        chosen = self._catalog.chosen_for(self.agent)
        model = stands_in.model if stands_in else chosen.name
        call = f"{key}@{self._journal.attempt}"
        every = self._tools.tools()
        untold = {READ_ON, *(await self._found_idle(every) if tools and model != "offline" else ())}
        question = Question(
            model=model,
            instructions="".join(_instructions(self.agent, request)),
            messages=[*(request.history if model == "offline" else self._read(request)), *new],
            messages_for_rules=[*request.history, *new],
            fallbacks=stands_in.fallbacks if stands_in else self.agent.fallbacks,
            by_rules=self._place.phase not in OF_ONE_TEXT and bool(request.message.strip()),
            passed_over=stands_in.passed_over if stands_in else chosen.passed_over,
            tools=[tool.spec for name, tool in every.items() if name not in untold] if tools else (),
            temperature=self.agent.temperature,
            max_tokens=self.agent.max_tokens,
            language=request.language,
            recognisers={name: tool.recogniser for name, tool in every.items() if tool.recogniser},
            missing=tuple(self._tools.missing.values()),
            lacks=request.lacks,
            agent_name=self.agent.name,
            agent_purpose=described(self.agent, request.language) or self.agent.objective,
            roster=request.roster,
            known=request.known,
            asked=request.asked or (request.message,),
            fits=self._fits,
        )
        read_on = every[READ_ON].spec if tools and READ_ON in every else None
        # What a model has begun, rules do not end.
        anew = question.by_rules and not any(isinstance(message, ModelResponse) for message in new)
        fit, files = (None, ()) if model == "offline" else await self._fitted(question, request, new, read_on)
        question = question if fit is None else fit.question

        async def on_text(offset: int, text: str, strand: Strand = SAID) -> None:
            self._work_for.say(TextPiece(call, offset, text, strand, place.caller))

        async def on_retry(error_class: str, message: str, seconds: float) -> None:
            del seconds
            await self._journal.tell(
                ErrorOccurred(error_class=error_class, message=message, will_retry=True), agent=self.agent.id
            )

        try:
            async with self._journal.asking(
                key,
                question,
                self._iterated(iteration),
                ModelCalled(agent=self.agent.id, model=model, call=call, step=key, place=place),
                agent=self.agent.id,
                can_be_refused=anew or self._place.phase in OF_ONE_TEXT,
            ) as granted:
                step = self._journal.new(
                    key,
                    kind=StepKind.MODEL,
                    agent_id=self.agent.id,
                    status=StepStatus.COMPLETED,
                    name=model,
                    place=place,
                )
                clock = time.perf_counter()
                reply = await self._call(granted, on_text, on_retry)
        except CallFailed as failure:
            if fit is None or model in self._contexts or not is_too_long(failure):
                raise
            # Once: it is asked for half as much, and asked no third time.
            tokens = fit.size.total
            self._contexts[model] = min(tokens // 2 + fit.question.max_tokens, tokens * 2 // 3)
            self._too_long = (tokens, failure)
            await on_retry(failure.error_class, str(failure), 0.0)
            return None
        model, self._stands_in = reply.model or model, StandIn.of(reply)
        calls = tuple(part.tool_name for part in reply.response.parts if isinstance(part, ToolCallPart))
        cited = cited_in(reply.response)
        step = step.evolve(
            name=model,
            input={
                "messages": len(question.messages),
                "tools": len(question.tools),
                **({} if fit is None or model == "offline" else fit.data()),
                **self._shortened(model),
                **({"files": files} if files else {}),
                "model_why": as_data(_why(chosen, model, reply.passed_over)),
                **self._shown(request, model, iteration),
                **({} if iteration > 1 or fit is None else {"offered": [tool.name for tool in question.tools]}),
            },
            output={
                "response": stored([reply.response])[0],
                "outcome": reply.outcome,
                **_referents(reply),
                **({"cited": [asdict(each) for each in cited]} if cited else {}),
                **({"unseen": list(reply.unseen)} if reply.unseen else {}),
                **({} if self._stands_in is None else self._stands_in.data()),
            },
            usage=reply.usage,
        )
        self._journal.note_step(
            step,
            ModelResponded(
                agent=self.agent.id,
                model=model,
                call=call,
                step=key,
                place=place,
                text=_text(reply.response),
                tool_calls=calls,
                milliseconds=(time.perf_counter() - clock) * 1000,
                usage=reply.usage,
                passed_over=tuple(reply.passed_over),
                cited=cited,
            ),
        )
        return reply.response, reply.outcome

    async def _found_idle(self, names: Collection[str]) -> frozenset[str]:
        """Return the tools that are of no use to the person now, as they were when the agent began."""
        if self._idle is None:
            idle = self._work_for.idle
            self._idle = frozenset() if idle is None else await idle(names)
        return self._idle

    async def _fits(self, question: Question, model: str) -> bool:
        """Whether another model can be asked the same as the one for which a question was made."""
        return fits(question, await self._context_of(model), self._work_for.bounds)

    async def _context_of(self, model: str) -> int | None:
        return self._contexts.get(model) or await self._catalog.context_tokens(model)

    def _shortened(self, model: str) -> dict[str, str]:
        """Return for which model the question was made that another one answered, which reads less, for the journal."""
        if self._shortened_for is None or self._shortened_for[0] != model:
            return {}
        return {"made_for": self._shortened_for[1]}

    async def _call(self, question: Question, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Return what is answered. Raises `CallFailed`; why the question is refused where rules cannot answer it, and
        it is not to make one text of others, which is done without where it fails."""
        try:
            return await self._caller.call(question, on_text, on_retry)
        except CallFailed:
            if question.refused is None or self._place.phase in OF_ONE_TEXT:
                raise
            raise question.refused from None

    async def _fitted(
        self, question: Question, request: AgentRequest, new: Sequence[ModelMessage], read_on: ToolSpec | None
    ) -> tuple[Fitted, Sequence[Mapping[str, Any]]]:
        """Return the question as long as the model can read it, with the files that were sent, and what is given of
        each; where it fills much of what the model can read, the older part of the thread becomes a summary first.
        Raises the `CallFailed` of a call that was too long and cannot be made shorter.
        """
        bounds = self._work_for.bounds
        context = await self._context_of(question.model)

        async def fit() -> tuple[Fitted, Sequence[Mapping[str, Any]]]:
            history, files = self._read(request), self._work_for.files
            messages: Sequence[ModelMessage] = [*history, *new]
            given, shown = (messages, ()) if files is None else await files.given(messages)
            fit = fitted(replace(question, messages=given), context, bounds, earlier=len(history), read_on=read_on)
            sent = files_in(messages[fit.first :])
            return fit, [each for each in shown if each["file"] in sent]

        found, files = await fit()
        tried = (question.model, question.model in self._contexts)
        fills = found.fills(bounds.summary_share)
        if self._earlier is not None and fills and tried not in self._tried:
            self._tried.add(tried)
            shorter = await self._earlier.shorter(question.model, found.most, found.room)
            if shorter is not None:
                self._history = shorter
                self._work_for.taint.note(shorter)
                found, files = await fit()
        if self._too_long is not None:
            (tokens, failure), self._too_long = self._too_long, None
            if found.size.total >= tokens:
                raise failure
        return found, files

    def _read(self, request: AgentRequest) -> Sequence[ModelMessage]:
        """Return the earlier turns as a language model reads them."""
        if self._history is not None:
            return self._history
        return request.history if request.read_history is None else request.read_history

    def _shown(self, request: AgentRequest, model: str, iteration: int) -> dict[str, tuple[str, str]]:
        """Return the instructions that a model gets, as the journal keeps them: once, they are the same in each round.

        What is remembered is left out: it stands in the step `recall` alone, where it can be forgotten.
        """
        if iteration > 1 or model == "offline":
            return {}
        own, added = _instructions(self.agent, replace(request, known=()))
        # Those of a resident are made for its turn, of what its swarm is at the time: they go with it.
        return {"instructions": ("", own + added) if self.agent.role is Role.RESIDENT else (own, added)}

    def _iterated(self, iteration: int) -> Event:
        limit = self.agent.max_iterations
        if self._place.path:
            return HelperIterated(
                agent=self.agent.id,
                helper=self.agent.id,
                helper_name=self.agent.name,
                call=self._place.caller,
                place=self._place,
                iteration=iteration,
                limit=limit,
            )
        return MainIterated(agent=self.agent.id, iteration=iteration, limit=limit)

    def _progress(self, iteration: int, calls: Sequence[ToolCallPart]) -> None:
        """Tell that a helper's round is over, unless it was told by the worker before."""
        if self._journal.done(self._place.in_round(iteration + 1).model_key) is None:
            used = ", ".join(dict.fromkeys(call.tool_name for call in calls))
            done = HelperProgressed(
                agent=self.agent.id,
                helper=self.agent.id,
                helper_name=self.agent.name,
                call=self._place.caller,
                place=self._place,
                message=f"Used {used}.",
            )
            self._journal.note(done, agent=self.agent.id)

    def _check_budget(self) -> None:
        budget, used = self._work_for.budget, self._journal.usage
        if self._journal.length >= budget.steps:
            raise CallFailed(ErrorClass.BUDGET, Reason.of(ReasonCode.STEP_LIMIT, limit=budget.steps))
        if budget.tokens is not None and used.input_tokens + used.output_tokens >= budget.tokens:
            raise CallFailed(ErrorClass.BUDGET, Reason.of(ReasonCode.BUDGET_OF_TOKENS, limit=budget.tokens))

    def _reply(
        self,
        content: str,
        iterations: int,
        new: Sequence[ModelMessage],
        outcomes: Sequence[ToolOutcome],
        *,
        limit: bool = False,
        handed_in: HandedIn | None = None,
        outcome: Outcome = Outcome.ANSWERED,
    ) -> AgentReply:
        failed = any(outcome.error and not outcome.goes_round for outcome in outcomes)
        doubts = doubts_of(content, new[-1] if new else None, tool_error=failed, limit=limit)
        messages = list(new)
        if self._work_for.taint.tainted:
            # The answer itself is marked, too: what it rests on may be out of sight when it is read again.
            messages[-1] = replace(new[-1], metadata={**(new[-1].metadata or {}), UNTRUSTED: True})
        return AgentReply(
            content=content,
            iterations=iterations,
            doubts=doubts,
            messages=messages,
            handed_in=handed_in,
            outcome=outcome if content.strip() else Outcome.UNANSWERED,
        )


def _why(chosen: ChosenModel, model: str, passed_over: Sequence[PassedOver]) -> Reason:
    """Return why this model answered: as the agent's, or for that."""
    if model == chosen.name or not passed_over:
        return chosen.why
    return Reason.of(ReasonCode.MODEL_STANDS_IN, passed_over[-1].reason, model=passed_over[-1].model)


def _referents(reply: ModelReply) -> dict[str, Any]:
    """Return what the message was taken to mean of what was shown before it, as the journal keeps it."""
    return {"referents": [asdict(each) for each in reply.referents]} if reply.referents else {}


def _instructions(agent: Agent, request: AgentRequest) -> tuple[str, str]:
    """Return what the agent is told in each run, and what is added to that in this one; together they are the whole."""
    lines = [f"- {each.name}: {each.description}" for each in request.roster]
    parts = (
        f"The supervisor notes: {request.guidance}" if request.guidance else "",
        prompt(request),
        "\n".join(["Agents on the roster:", *lines]) if lines else "",
    )
    added = "\n\n".join(part for part in parts if part)
    return agent.instructions, f"\n\n{added}" if agent.instructions and added else added


def _text(response: ModelResponse) -> str:
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def _handed_in(returned: Any) -> HandedIn:
    """Return what a final call handed in: `{result, summary}`, or whatever it returned as text."""
    match returned:
        case {"result": str(result), **rest}:
            summary = rest.get("summary")
            return HandedIn(result=result, summary=summary if isinstance(summary, str) else None)
        case str():
            return HandedIn(result=returned)
        case _:
            return HandedIn(result=json.dumps(returned, ensure_ascii=False, default=str))


def _last_text(messages: Sequence[ModelMessage]) -> str:
    return next((_text(message) for message in reversed(messages) if isinstance(message, ModelResponse)), "")


def _load(output: Any) -> tuple[ModelResponse, Outcome]:
    response = restored([output["response"]])[0]
    assert isinstance(response, ModelResponse), "the journal of a model step holds a response"  # noqa: S101  (narrows)
    return response, Outcome(output.get("outcome", Outcome.ANSWERED))
