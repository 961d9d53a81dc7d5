"""CPU of one streamed model call through each layer, against a zero-latency OpenAI-compatible server.

The server runs in a process of its own; what is measured is the CPU time of this process, all contenders in
one run, taking turns, so that a busy machine hits them alike. A further contender is one function.
"""

import asyncio
import gc
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bailiwick.models.catalog import Catalog
    from bailiwick.models.contract import ModelCaller
    from bailiwick.runs.records import Step

Once = Callable[[], Awaitable[None]]
"""Makes one streamed call to its end."""

Contender = Callable[[str], Awaitable[Once]]
"""Given the server's base address (`…/v1`), gets ready and returns how to make one call."""

PIECES = 20
"""Text events in each answer."""
ROUNDS, CALLS = 12, 25
SMALLEST = {"ROUNDS": 1, "CALLS": 2}
"""What `--smallest` makes of the sizes."""
QUESTION = "What is the capital of France?"
INSTRUCTIONS = "Be brief."


async def openai_client(url: str) -> Once:
    """The openai client alone: the floor."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    messages = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": QUESTION}]

    async def once() -> None:
        stream = await client.chat.completions.create(
            model="m",
            messages=messages,
            stream=True,
            stream_options={"include_usage": True},  # pyright: ignore[reportArgumentType]
            temperature=0.7,
            max_tokens=4000,
        )
        async for _ in stream:
            pass

    return once


async def pydantic_ai_layer(url: str) -> Once:
    """pydantic-ai's model layer called directly."""
    from pydantic_ai.direct import model_request_stream
    from pydantic_ai.messages import ModelRequest
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
    from pydantic_ai.settings import ModelSettings

    model = OpenAIChatModel("m", provider=OpenAICompatibleProvider("local", base_url=url))
    settings = ModelSettings(temperature=0.7, max_tokens=4000)

    async def once() -> None:
        messages = [ModelRequest.user_text_prompt(QUESTION, instructions=INSTRUCTIONS)]
        async with model_request_stream(
            model, messages, model_settings=settings, model_request_parameters=ModelRequestParameters()
        ) as stream:
            async for _ in stream:
                pass
        stream.get()

    return once


def bailiwick_chain(url: str) -> tuple["Catalog", "ModelCaller"]:
    """Return the catalog and the whole chain of callers: retry, tidy, dispatch, provider."""
    from bailiwick.kernel.resilience import RetryPolicy
    from bailiwick.kernel.settings import Settings
    from bailiwick.models.calls import ProviderCaller
    from bailiwick.models.catalog import Catalog
    from bailiwick.models.chain import Callers, caller
    from bailiwick.models.offline import OfflineCaller
    from bailiwick.models.scripted import ScriptedCaller

    catalog = Catalog(Settings(openai_base_url=url, model="openai:m", ollama_url=""), environment={})
    ends = Callers(offline=OfflineCaller(), scripted=ScriptedCaller(), provider=ProviderCaller(catalog))
    chain = caller(ends, RetryPolicy(), catalog)
    return catalog, chain


async def bailiwick_caller(url: str) -> Once:
    """Bailiwick's chain of callers alone."""
    from pydantic_ai.messages import ModelRequest as Told

    from bailiwick.models.contract import ModelRequest

    _, chain = bailiwick_chain(url)

    async def on_text(offset: int, text: str, *_: object) -> None:
        del offset, text

    async def on_retry(error_class: str, message: str, seconds: float) -> None:
        raise AssertionError(f"{error_class}: {message} ({seconds} s)")

    async def once() -> None:
        messages = [Told.user_text_prompt(QUESTION)]
        request = ModelRequest(model="openai:m", instructions=INSTRUCTIONS, messages=messages)
        await chain.call(request, on_text, on_retry)

    return once


class Discarded:
    """Stands for the database: takes every write of a journal and keeps none."""

    @asynccontextmanager
    async def as_user(self, user_id: str) -> AsyncIterator[None]:
        """Open nothing."""
        del user_id
        yield

    def in_transaction(self, user_id: str) -> bool:
        """Say that none is open."""
        del user_id
        return False

    async def record(
        self,
        user_id: str,
        execution_id: str,
        attempt: int,
        *steps: "Step",
        facts: object,
        assigned: object,
        begins: bool,
    ) -> "Sequence[Step]":
        """Give the steps back."""
        del user_id, execution_id, attempt, facts, assigned, begins
        return steps

    def cleaned(self, step: "Step") -> "Step":
        """Give the step back."""
        return step


async def bailiwick_agent(url: str) -> Once:
    """Bailiwick's agent loop with its real journal, the database left out (`bench.runs` measures it)."""
    from datetime import UTC, datetime

    from bailiwick.agents.contract import AgentRequest
    from bailiwick.kernel.usage import ExecutionStatus, Usage
    from bailiwick.runs.agent_loop import ModelAgent, Work
    from bailiwick.runs.journal import CrashPoints, Journal, StartTransaction
    from bailiwick.runs.message import MessagePurpose
    from bailiwick.runs.pausing import Control
    from bailiwick.runs.records import Execution
    from bailiwick.runs.taint import Taint
    from bailiwick.tools.records import NoSecrets
    from bailiwick.tools.toolbox import Toolbox
    from bailiwick_router.core.agents import Agent
    from bailiwick_router.core.decisions import Mode

    catalog, chain = bailiwick_chain(url)
    agent = Agent(id="a", name="A", instructions=INSTRUCTIONS)
    nowhere, tools = Discarded(), Toolbox([])
    execution = Execution(
        id="x",
        conversation_id="c",
        message=QUESTION,
        mode=Mode.DIRECT,
        requested_agent="a",
        agent_id="a",
        status=ExecutionStatus.RUNNING,
        attempt=1,
        cancel_requested=False,
        answer=None,
        failure=None,
        decision=None,
        usage=Usage(),
        created_at=datetime.now(UTC),
        started_at=None,
        ended_at=None,
    )
    request = AgentRequest(user_id="u", execution_id="x", message=QUESTION, language="en")
    purpose = MessagePurpose(nowhere, nowhere, (), "u", execution)  # pyright: ignore[reportArgumentType]  (asked for nothing)

    async def once() -> None:
        journal = Journal(
            nowhere,
            nowhere,
            "u",
            execution,
            purpose,  # pyright: ignore[reportArgumentType]  (stands in for two ports)
            control=Control("u"),
            opening=StartTransaction(),
            crash_points=CrashPoints(None),
        )
        work = Work(
            caller=chain,
            catalog=catalog,
            journal=journal,
            budget=agent.budget,
            secrets=NoSecrets(),
            taint=Taint(journal, QUESTION, (), tainted=False),
            say=lambda piece: None,
        )
        await ModelAgent(agent, work, tools).process(request)
        await journal.settle()

    return once


async def pydantic_ai_agent(url: str) -> Once:
    """A whole pydantic-ai agent run with its stream events."""
    import pydantic_ai
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
    from pydantic_ai.settings import ModelSettings

    pydantic_ai.BANNER_ENABLED = False
    model = OpenAIChatModel("m", provider=OpenAICompatibleProvider("local", base_url=url))
    agent = Agent(model, instructions=INSTRUCTIONS, model_settings=ModelSettings(temperature=0.7, max_tokens=4000))

    async def watch(context: object, events: AsyncIterator[object]) -> None:
        del context
        async for _ in events:
            pass

    async def once() -> None:
        await agent.run(QUESTION, event_stream_handler=watch)

    return once


CONTENDERS: Mapping[str, Contender] = {
    "openai client alone": openai_client,
    "pydantic-ai model layer": pydantic_ai_layer,
    "bailiwick model callers": bailiwick_caller,
    "bailiwick agent loop": bailiwick_agent,
    "pydantic-ai agent": pydantic_ai_agent,
}
"""The first is the floor that the others are compared to."""


async def measure(contenders: Mapping[str, Contender] = CONTENDERS) -> Mapping[str, float]:
    """Return microseconds of CPU per call for each contender: the median of the rounds."""
    async with local_server() as url:
        ready = {name: await contender(url) for name, contender in contenders.items()}
        rounds: dict[str, list[float]] = {name: [] for name in ready}
        for once in ready.values():
            for _ in range(CALLS):
                await once()
        for _ in range(ROUNDS):
            for name, once in ready.items():
                gc.collect()
                start = time.process_time()
                for _ in range(CALLS):
                    await once()
                rounds[name].append((time.process_time() - start) / CALLS * 1e6)
        return {name: statistics.median(values) for name, values in rounds.items()}


@asynccontextmanager
async def local_server() -> AsyncIterator[str]:
    """Run the provider server of the tests in another process; yields its OpenAI base address."""
    tests = Path(__file__).parent.parent / "tests"
    command = (sys.executable, "-m", "support.providers", str(PIECES))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=tests, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield f"{(await process.stdout.readline()).decode().strip()}/v1"
    finally:
        process.stdin.close()
        await process.wait()


def main() -> None:
    """Print microseconds per call, and the ratios to the openai client and to pydantic-ai's model layer."""
    results = asyncio.run(measure())
    floor, layer = list(results.values())[:2]
    print(f"CPU of one streamed call of {PIECES} pieces, median of {ROUNDS} rounds of {CALLS} calls")
    print(f"{'':28}{'µs':>8}{'× openai':>10}{'× layer':>10}")
    for name, microseconds in results.items():
        print(f"{name:28}{microseconds:8.0f}{microseconds / floor:10.2f}{microseconds / layer:10.2f}")


if __name__ == "__main__":
    main()
