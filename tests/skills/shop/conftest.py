"""A local Shopify, and the tools of a person whose stores are in it."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.settings import Settings
from bailiwick.tools.credentials import Credential
from bailiwick.tools.records import ResultNotes, ToolContext
from bailiwick.tools.web.public import PublicWeb
from bailiwick_skills.shop.shop import Shop
from bailiwick_skills.shop.stores import StoreLabel, StoreState
from bailiwick_skills.shop.tools import shopify_tools
from support.public_web import every_service
from support.shopify_server import Shop as TestShop
from support.shopify_server import ShopifyServer

NOW = datetime(2026, 7, 15, 12, 0, tzinfo=UTC)
TOKEN = "shpat_0123456789abcdef0123"


class Clock:
    """Time that passes when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


class Keys:
    """Stands for the credentials of one person: a token for each store."""

    def __init__(self) -> None:
        self.held: dict[str, str] = {}
        self.labels: dict[str, StoreLabel] = {}

    def add(self, shop: TestShop, secret: str = TOKEN, label: StoreLabel | None = None) -> None:
        self.held[f"shopify:{shop.domain}"] = secret
        self.labels[f"shopify:{shop.domain}"] = label or StoreLabel()

    async def list(self, user_id: str) -> list[Credential]:
        del user_id
        return [
            Credential(
                id=name,
                name=name,
                kind="shopify",
                which=Credential.kind_of(name)[1],
                description="",
                noted=self.labels[name].write(),
                created_at=NOW,
                updated_at=NOW,
                last_used_at=None,
            )
            for name in self.held
        ]

    async def open(self, name: str) -> str:
        if name not in self.held:
            raise CallFailed(ErrorClass.AUTHENTICATION, f"There is no credential {name}.")
        return self.held[name]


@pytest.fixture(scope="module")
def shopify() -> Iterator[ShopifyServer]:
    with ShopifyServer() as server:
        yield server


@pytest.fixture(scope="module")
def web(shopify: ShopifyServer) -> PublicWeb:
    """The way outside, which leads to the local Shopify."""
    return PublicWeb(every_service(Settings(shopify_api=shopify.api, ollama_url="")))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys() -> Keys:
    return Keys()


@pytest.fixture
def candles(shopify: ShopifyServer, keys: Keys) -> TestShop:
    """A shop in Madrid, the person's default one."""
    shop = shopify.open("candle-corner", token=TOKEN)
    keys.add(shop, label=StoreLabel(name="Candle Corner", default=True, state=StoreState.OK))
    return shop


@pytest.fixture
def reading() -> ResultNotes:
    """What the calls of a test find out about their results."""
    return ResultNotes()


@pytest.fixture
def call(web: PublicWeb, keys: Keys, clock: Clock, reading: ResultNotes) -> Callable[..., Any]:
    """Call a tool: `call("shopifyGetOrders", period="today")`."""

    def connect(web: Any, domain: str, secret: str) -> Shop:
        return Shop(web, domain, secret, sleep=clock.sleep, clock=clock)

    tools = {tool.spec.name: tool for tool in shopify_tools(web, keys, lambda: NOW, connect=connect)}

    calls = count()

    def run(name: str, language: str = "en", **arguments: Any) -> Any:
        context = ToolContext(
            user_id="somebody",
            execution_id=None,
            agent_id=None,
            call_id=f"call {next(calls)}",
            language=language,
            secrets=keys,
            reading=reading,
        )
        return asyncio.run(tools[name].run(context, arguments))

    return run
