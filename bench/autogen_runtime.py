"""autogen-core's in-memory runtime, asked line by line (JSON) what to do; runs in an environment of its own.

{"do": "fan", "agents": 10, "rounds": 20}    each round, one message to each agent at once
{"do": "ring", "agents": 50, "hops": 1000}   a token passed on
{"do": "sleepers", "agents": 10000}          so many agents that have had a message each
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass

from autogen_core import (
    AgentId,
    MessageContext,
    RoutedAgent,
    SingleThreadedAgentRuntime,
    TopicId,
    TypeSubscription,
    message_handler,
)


@dataclass
class Note:
    """A message that is answered."""

    text: str
    sent: float


@dataclass
class Token:
    """What is passed on in a ring."""

    text: str
    left: int


class Resident(RoutedAgent):
    """Notes when its work on a message begins, and answers."""

    def __init__(self, begun: list[float]) -> None:
        super().__init__("reads notes")
        self._begun = begun

    @message_handler
    async def on_note(self, message: Note, context: MessageContext) -> Note:
        self._begun.append(time.perf_counter() - message.sent)
        return Note("noted", 0.0)


class Passer(RoutedAgent):
    """Passes the token on to the next."""

    def __init__(self, agents: int, over: asyncio.Event) -> None:
        super().__init__("passes on")
        self._agents = agents
        self._over = over

    @message_handler
    async def on_token(self, message: Token, context: MessageContext) -> None:
        if message.left == 0:
            self._over.set()
            return
        to = (int(self.id.key) + 1) % self._agents
        await self.publish_message(Token(message.text, message.left - 1), TopicId("ring", str(to)))


async def fan(runtime: SingleThreadedAgentRuntime, agents: int, rounds: int) -> dict[str, object]:
    begun: list[float] = []
    await Resident.register(runtime, f"resident{agents}", lambda: Resident(begun))
    seconds = 0.0
    for number in range(rounds + 1):
        if number == 1:  # the first round made the agents
            begun.clear()
            seconds = 0.0
        start = time.perf_counter()
        await asyncio.gather(
            *(
                runtime.send_message(Note("hello", time.perf_counter()), AgentId(f"resident{agents}", str(each)))
                for each in range(agents)
            )
        )
        seconds += time.perf_counter() - start
    return {"begun": begun, "seconds": seconds}


async def ring(runtime: SingleThreadedAgentRuntime, agents: int, hops: int) -> dict[str, object]:
    over = asyncio.Event()
    await Passer.register(runtime, "passer", lambda: Passer(agents, over))
    await runtime.add_subscription(TypeSubscription("ring", "passer"))
    start = time.perf_counter()
    await runtime.publish_message(Token("pass it on", hops), TopicId("ring", "0"))
    await over.wait()
    return {"seconds": time.perf_counter() - start}


async def main() -> None:
    runtime = SingleThreadedAgentRuntime()
    runtime.start()
    work = {
        "fan": fan,
        "ring": ring,
        "sleepers": lambda runtime, agents: fan(runtime, agents, 0),
    }
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        done = await work[order.pop("do")](runtime, **order)
        print(json.dumps(done), flush=True)
    await runtime.stop()


if __name__ == "__main__":
    asyncio.run(main())
