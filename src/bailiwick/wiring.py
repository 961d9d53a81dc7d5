"""The one place that knows every concrete part: reads from top to bottom in the order in which things start."""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from enum import StrEnum

import structlog

from bailiwick.core.resilience import RetryPolicy
from bailiwick.events.bus import Bus
from bailiwick.events.streams import Streams
from bailiwick.llm.calls import ProviderCaller
from bailiwick.llm.catalog import Catalog
from bailiwick.llm.chain import caller
from bailiwick.llm.offline import OfflineCaller
from bailiwick.llm.scripted import ScriptedCaller
from bailiwick.routing.pipeline import Router
from bailiwick.runtime.approvals import Approvals
from bailiwick.runtime.background import Background
from bailiwick.runtime.credentials import Credentials
from bailiwick.runtime.equipment import ToolEquipment
from bailiwick.runtime.executions import TASK, Executions
from bailiwick.runtime.journal import CrashPoints
from bailiwick.runtime.mcp import McpTools
from bailiwick.runtime.mcp_connections import McpConnections
from bailiwick.runtime.mcp_file import register_from_file
from bailiwick.runtime.mcp_servers import McpServers
from bailiwick.runtime.people import People
from bailiwick.runtime.platform import Platform
from bailiwick.runtime.plugins import PluginProblem, add_agents_of, load_plugins
from bailiwick.runtime.roster import Rosters
from bailiwick.runtime.run import Means
from bailiwick.runtime.swarm import waking
from bailiwick.runtime.swarm.creating import Creating
from bailiwick.runtime.swarm.mailing import Mailing
from bailiwick.runtime.swarm.swarms import Swarms
from bailiwick.runtime.swarm.turn import Parts
from bailiwick.runtime.swarm.turns import Turns
from bailiwick.runtime.tools import Tools
from bailiwick.runtime.upkeep import keep_house
from bailiwick.settings import Settings
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.directory import user_ids
from bailiwick.storage.jobs import ProcrastinateJobs
from bailiwick.storage.server import open_server
from bailiwick.storage.stores import Stores
from bailiwick.tools.credentials import KeyRing
from bailiwick.tools.mcp.launch import Launcher
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.web.public import PublicWeb

__all__ = ["Working", "open_credentials", "open_platform", "open_server"]


class Working(StrEnum):
    """Whether this process carries out executions."""

    YES = "yes"
    IF_NONE = "if-none"
    """Only when no other worker lives."""
    NO = "no"


@asynccontextmanager
async def open_platform(settings: Settings, *, working: Working = Working.YES) -> AsyncGenerator[Platform]:
    """Start every part in order, yield the platform, stop every part in reverse order."""
    configure_logging(settings)
    async with AsyncExitStack() as stack:
        # The database first: everything else keeps its state there.
        server = await stack.enter_async_context(open_server(settings))
        database = await stack.enter_async_context(PostgresDatabase(server.urls.app, pool_size=settings.database_pool))
        jobs = ProcrastinateJobs(database)
        stores = Stores.on(database)
        credentials = credentials_of(settings, server.urls.owner, database)
        await credentials.check()

        # What is installed: agents, tools and stages, the shipped ones among them.
        plugins = load_plugins()
        add_agents_of(plugins, settings.home / "agents")
        sandbox = BubblewrapSandbox(settings)
        equipment = ToolEquipment(stores=stores, sandbox=sandbox, web=PublicWeb(settings))
        toolbox = Toolbox([tool for toolset in plugins.toolsets for tool in toolset(equipment)])

        # Models: the catalog says which, the chain of callers how.
        catalog = Catalog(settings)
        stack.push_async_callback(catalog.aclose)
        await catalog.discover()
        model_caller = caller(
            offline=OfflineCaller(),
            scripted=ScriptedCaller(),
            provider=ProviderCaller(catalog),
            policy=RetryPolicy(),
        )

        # The runtime: rosters, executions, and what carries news between processes.
        background = await stack.enter_async_context(Background())
        bus = Bus(database)
        rosters = Rosters(
            database,
            stores,
            catalog,
            shipped=plugins.agents,
            functions=plugins.functions,
            make_router=lambda roster: Router(roster, profile=settings.routing_profile, stages=plugins.stages),
            runtime_life=timedelta(minutes=settings.runtime_agent_minutes),
        )
        connections = McpConnections(
            database, stores, credentials.secrets_for,
            Launcher(equipment.sandbox, settings.home, unsandboxed=settings.mcp_unsandboxed),
            background, idle_seconds=settings.mcp_idle_seconds,
        )  # fmt: skip
        mcp, mcp_tools = McpServers(database, stores, credentials, connections), McpTools(stores, connections)
        approvals = Approvals(database, stores, timedelta(hours=settings.approval_hours))
        tools = Tools(
            toolbox, (mcp_tools,), approvals, stores, member_tools=settings.member_tools, timezone=settings.timezone
        )
        means = Means(
            database=database, stores=stores, rosters=rosters, bus=bus, caller=model_caller, catalog=catalog,
            tools=tools, approvals=approvals, secrets_for=credentials.secrets_for, timezone=settings.timezone,
            runtime_agent_life=timedelta(minutes=settings.runtime_agent_minutes),
        )  # fmt: skip
        executions = Executions(means, jobs, background, CrashPoints(settings.crash_at))
        jobs.register(TASK, executions.carry_out, gave_up=executions.give_up)
        mailing = Mailing(database, stores, jobs, bus)
        creating = Creating(database, stores, rosters, catalog)
        turns = Turns(
            Parts(means=means, mailing=mailing, creating=creating), jobs, background, CrashPoints(settings.crash_at)
        )
        jobs.register(waking.TASK, turns.work, gave_up=turns.give_up)
        swarms = Swarms(database, stores, jobs, bus, mailing, creating, sandbox)
        people = People(stores.access, timedelta(days=settings.session_days))
        owner = await people.owner()
        for each in await register_from_file(settings.home, mcp, owner):
            plugins.problems.append(PluginProblem(each.name, "mcp.json", each.error))

        # Background work: listening, carrying text, and the worker.
        background.start("listen", bus.listen())
        background.start("send texts", bus.send_texts())
        if working is Working.YES or (working is Working.IF_NONE and not await jobs.live_workers()):
            background.start(
                "worker",
                jobs.run_worker(
                    concurrency=settings.concurrency,
                    heartbeat_seconds=settings.heartbeat_seconds,
                    stalled_seconds=settings.stalled_seconds,
                ),
            )
            background.start("tidy workspaces", sandbox.tidy())
            background.start("wake sleepers", turns.look_after(lambda: asyncio.to_thread(user_ids, server.urls.owner)))
            background.start(
                "upkeep",
                keep_house(
                    lambda: asyncio.to_thread(user_ids, server.urls.owner),
                    stores,
                    rosters,
                    executions,
                    event_life=timedelta(days=settings.event_days),
                ),
            )
        yield Platform(
            settings=settings, database=database, stores=stores, jobs=jobs, bus=bus,
            streams=Streams(bus, stores.events), rosters=rosters, executions=executions, people=people,
            credentials=credentials, mcp=mcp,
            catalog=catalog, tools=tools, approvals=approvals, sandbox=sandbox, swarms=swarms,
            problems=tuple(plugins.problems),
        )  # fmt: skip


@asynccontextmanager
async def open_credentials(settings: Settings) -> AsyncGenerator[Credentials]:
    """Open the database and yield the credentials on it, also where their keys are not those they were sealed with."""
    configure_logging(settings)
    async with open_server(settings) as server, PostgresDatabase(server.urls.app, pool_size=3) as database:
        yield credentials_of(settings, server.urls.owner, database)


def credentials_of(settings: Settings, owner_url: str, database: PostgresDatabase) -> Credentials:
    """Return everybody's credentials in `database`, with the keys of this installation."""
    given = settings.credential_key
    ring = KeyRing(settings.home / "credentials.key", None if given is None else given.get_secret_value())
    return Credentials(database, Stores.on(database), ring, lambda: asyncio.to_thread(user_ids, owner_url))


def configure_logging(settings: Settings) -> None:
    """Log to standard error: for people in a terminal, as JSON lines elsewhere."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    pretty = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info if not pretty else structlog.processors.StackInfoRenderer(),
            structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(
        level=max(level, logging.WARNING), stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
