"""Opens the product: what it cannot do without, in the order in which things start, and then its features."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any

import structlog

from bailiwick import app
from bailiwick.agents.health_checks import HealthChecks, ServerNeeds
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.releases.canaries import Canaries
from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.learning_apart import LearningApart
from bailiwick.agents.releases.publishing import Publishing
from bailiwick.agents.releases.trials import ReleaseTrials
from bailiwick.agents.releases.working_copy import WorkingCopy
from bailiwick.agents.rosters import Rosters
from bailiwick.agents.settings import AgentSettings
from bailiwick.features.documents.actions import Documents
from bailiwick.features.documents.passage_points import PassagePoints
from bailiwick.features.documents.search import DocumentSearch
from bailiwick.features.documents.settings import DocumentSettings
from bailiwick.features.installation.actions import Administration
from bailiwick.features.installation.ageing import ageing_kinds, ageing_tables
from bailiwick.features.installation.upkeep import keep_house
from bailiwick.kernel.arithmetic import bound_arithmetic
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.house import House
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.logs import LogLevel, configure_logging, set_log_level
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.rate_limits import RateLimits
from bailiwick.kernel.resilience import RetryPolicy
from bailiwick.kernel.settings import Settings
from bailiwick.models.breaker import Breakers
from bailiwick.models.breaker_store import BreakerStore
from bailiwick.models.calling import ConnectionCaller
from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.chain import Callers, caller
from bailiwick.models.chosen_embedder import ChosenEmbedder
from bailiwick.models.connection_actions import Connections, StoredConnections
from bailiwick.models.embedder_actions import EmbedderChoices
from bailiwick.models.embedder_choice import backend_of, local_folder
from bailiwick.models.embedding_job import Embedding, Points
from bailiwick.models.first_limit import FirstLimit
from bailiwick.models.given_files import BlindCaller
from bailiwick.models.local_encoder import LocalEncoder
from bailiwick.models.offline import OfflineCaller
from bailiwick.models.recognising import InstalledReaders
from bailiwick.models.routing_model import CHOSEN
from bailiwick.models.scripted import ScriptedCaller
from bailiwick.models.settings import ModelSettings
from bailiwick.models.warm import build_default
from bailiwick.people.actions import People
from bailiwick.people.opening import open_people
from bailiwick.people.preference_store import PreferenceStore
from bailiwick.people.settings import PeopleSettings
from bailiwick.people.store import AccessStore
from bailiwick.plugins import Plugins, add_agents_of, load_plugins, make_tables
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.actions import Approvals
from bailiwick.runs.checks import Checks
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.files.actions import Files
from bailiwick.runs.fitting import PromptBounds
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.ledger import Ledgers
from bailiwick.runs.message import TASK, MessagePurpose
from bailiwick.runs.purpose import Purposes, RunListener
from bailiwick.runs.queue_bound import QueueBound
from bailiwick.runs.recalling import KnowsFacts, Recalling
from bailiwick.runs.runner import Runner
from bailiwick.runs.settings import RunSettings
from bailiwick.runs.submission import ActsAtOnce
from bailiwick.runs.tools import Tools, ToolSource
from bailiwick.tools.documents.apart import ApartReader
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.opening import credentials_of, open_credentials
from bailiwick.tools.plugin_parts import ForeignTools, IdleTools
from bailiwick.tools.records import ToolSpec
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.settings import ToolSettings
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.web.public import PublicWeb
from bailiwick.tools.web.services import services_of
from bailiwick_router.core.decisions import Stage
from bailiwick_router.pipeline import Router
from bailiwick_router.release_content import settings_with
from bailiwick_router.roster import Roster
from bailiwick_router.rules import RoutingSettings

__all__ = ["Working", "open_credentials", "open_people", "open_platform", "open_server"]


LISTEN_SECONDS = 4.0
"""How long the start waits until this process hears the others; without that, what they say comes later."""
LOOK_AGAIN_SECONDS = 1.0
"""How often a command that waits for other workers asks whether there still is one."""


@asynccontextmanager
async def open_platform(settings: Settings, *, working: Working = Working.YES) -> AsyncGenerator[Platform]:
    """Start every part in order, yield the platform, stop every part in reverse order."""
    configure_logging(settings)
    for each in app.all_settings():
        settings.of(each)  # what is wrong with one is said before anything starts
    of_agents, of_runs = settings.of(AgentSettings), settings.of(RunSettings)
    of_documents = settings.of(DocumentSettings)
    bound_arithmetic()
    async with AsyncExitStack() as stack:
        # The database first: everything else keeps its state there.
        server = await stack.enter_async_context(open_server(settings))
        database = await stack.enter_async_context(Database(server.urls.app, pool_size=settings.database_pool))
        jobs = Jobs(database)
        directory = Directory(server.urls.owner)
        stack.push_async_callback(directory.aclose)
        stores = Stores(database)
        credentials = credentials_of(settings, server.urls.owner, database)
        await credentials.check()

        house = House(settings=settings, database=database, stores=stores)

        # Models: the catalog says which. What is kept of them is told between processes.
        bus = Bus(database)
        remembered = RememberedReads(database, bus)
        catalog = Catalog(settings, stored=StoredConnections(stores, credentials, remembered).read)
        stack.push_async_callback(catalog.aclose)
        await catalog.discover()
        breakers = Breakers(BreakerStore(database), catalog.silence, key_of=catalog.breaker_of)

        # Documents, which tools write and search.
        embedder = ChosenEmbedder(backend_of(settings), catalog, breakers, local_folder(settings))
        stack.push_async_callback(embedder.aclose)
        points = house.offers(Points)
        points.append(stores[PassagePoints])
        embedding = Embedding(jobs, embedder, points)
        documents = Documents(
            database,
            stores,
            jobs,
            ApartReader(),
            DocumentSearch(stores, embedder),
            embedding,
            file_mb=of_documents.document_file_mb,
            total_mb=of_documents.documents_mb,
        )

        # What is installed: agents, tools and stages, the shipped ones among them.
        plugins = load_plugins(make_ready=partial(make_tables, server.urls.owner))
        for each in plugins.settings:
            settings.of(each)  # as above
        add_agents_of(plugins, settings.home / "agents")
        sandbox = BubblewrapSandbox(settings)
        web = PublicWeb(services_of(settings, plugins.services))

        # How models are called: by a chain of callers.
        model_caller = caller(
            Callers(
                offline=OfflineCaller(),
                scripted=ScriptedCaller(),
                provider=BlindCaller(ConnectionCaller(ProviderCaller(catalog)), catalog),
            ),
            RetryPolicy(),
            catalog,
            breakers=breakers,
            fallbacks=settings.of(ModelSettings).fallbacks,
        )
        connections = Connections(
            database,
            stores,
            credentials,
            catalog,
            settings.of(ModelSettings),
            directory.users,
            house.offers(FirstLimit),
        )
        choices = EmbedderChoices(stores, catalog, embedder, embedding, directory.users, local_folder(settings))

        # The runtime: rosters, executions.
        encoder = await encoder_of(settings)
        learning_apart = LearningApart(encoder)
        stack.callback(learning_apart.close)  # after all that waits for it was told to stop
        background = await stack.enter_async_context(Background())
        bus.on_change(breakers.heard)
        rules = routing_settings(settings)
        tool_reader = InstalledReaders(lambda: tools.toolbox)

        def make_router(roster: Roster, changed: Mapping[str, Any]) -> Router:
            chosen = settings_with(changed, rules)
            return Router(
                roster,
                profile=of_agents.routing_profile,
                settings=chosen,
                stages=plugins.stages,
                classifier=None,
                tool_reader=tool_reader,
            )

        learning = Learning(
            background,
            learning_apart.train,
            on=of_agents.routing_examples,
            encoder=encoder,
            shipped=plugins.agents,
            folder=settings.home / "classifiers",
        )
        trials, working_copy = ReleaseTrials(make_router, learning), WorkingCopy(stores, plugins.agents)
        publishing = Publishing(database, stores, working_copy, trials, background)
        canaries = Canaries(database, stores, publishing, background)
        rosters = Rosters(
            database,
            stores,
            shipped=plugins.agents,
            functions=plugins.functions,
            make_router=make_router,
            runtime_life=timedelta(minutes=of_agents.runtime_agent_minutes),
            publishing=publishing,
            learning=learning,
            remembered=remembered,
        )
        equipment = ToolEquipment(
            database=database,
            credentials=credentials,
            stores=stores,
            sandbox=sandbox,
            web=web,
            library=documents,
            agents=rosters,
            settings=settings,
            platform=house,
        )
        toolbox = toolbox_of(plugins, equipment)
        preferences = PersonalPreferences(stores[PreferenceStore], remembered, rosters, catalog, settings.timezone)
        origins = house.offers(RunListener)
        purposes = Purposes(lambda user_id, run: MessagePurpose(stores, jobs, origins, user_id, run))
        approvals = Approvals(database, stores, purposes, timedelta(hours=of_runs.approval_hours))
        tools = Tools(
            toolbox,
            house.offers(ToolSource),
            approvals,
            stores,
            remembered,
            member_tools=settings.of(ToolSettings).member_tools,
            specs=house.offers(ToolSpec),
            timezone=settings.timezone,
            idle=IdleTools(equipment, plugins.useful),
        )
        house.offers(Groupable).extend(plugins.groupable)
        house.offers(KnowsFacts).extend(knows(equipment) for knows in plugins.knows)
        servers = house.offers(ServerNeeds)
        health = HealthChecks(rosters, stores, catalog, preferences, tools.wanted, sandbox, servers, plugins.needs)
        rate_limits = RateLimits(database, settings)
        queue = QueueBound(stores, of_runs.unfinished_per_person)
        files = Files(
            database,
            stores,
            ApartReader(),
            file_mb=of_runs.chat_file_mb,
            total_mb=of_runs.chat_files_mb,
            most=of_runs.chat_files,
        )
        dependencies = RunDependencies(
            database=database,
            stores=stores,
            rosters=rosters,
            preferences=preferences,
            canaries=canaries,
            bus=bus,
            caller=model_caller,
            catalog=catalog.environment,
            models=catalog,
            tools=tools,
            recalling=Recalling(
                sources=house.offers(KnowsFacts),
                facts=of_runs.recalled_facts,
                characters=of_runs.recalled_characters,
            ),
            health=health,
            purposes=purposes,
            approvals=approvals,
            secrets_for=credentials.secrets_for,
            queue=queue,
            bounds=PromptBounds(
                context=of_runs.context_tokens,
                summary_share=of_runs.summary_percent / 100,
                result=of_runs.result_characters,
            ),
            files=files,
            ledgers=house.offers(Ledgers),
            timezone=settings.timezone,
            runtime_agent_life=timedelta(minutes=of_agents.runtime_agent_minutes),
        )
        runner = Runner(dependencies, background, CrashPoints(settings.crash_at))
        jobs.register(TASK, runner.answer, gave_up=runner.give_up_answer)
        executions = Executions(dependencies, runner, house.offers(ActsAtOnce))
        ageing = [*ageing_kinds(stores, settings, app.FEATURES), *ageing_tables(stores, settings, plugins.retention)]
        administration = Administration(stores, bus, directory.users, LogLevel(settings.log_level), ageing)

        people = People(stores[AccessStore], timedelta(days=settings.of(PeopleSettings).session_days), remembered)
        await people.owner()

        house.add(
            directory,
            background,
            jobs,
            bus,
            remembered,
            embedder,
            embedding,
            equipment,
            plugins,
            plugins.loaded,
            ForeignTools(plugins.foreign_tools),
            sandbox,
            catalog,
            breakers,
            connections,
            choices,
            credentials,
            documents,
            rosters,
            learning,
            learning_apart,
            publishing,
            working_copy,
            trials,
            canaries,
            rules,
            preferences,
            approvals,
            tools,
            tool_reader,
            dependencies,
            runner,
            executions,
            files,
            administration,
            people,
            rate_limits,
            Streams(bus, stores[EventStore]),
            health,
            Checks(),
        )
        house.duties.extend(
            [
                rate_limits.forget,
                rosters.expire,
                executions.expire_approvals,
                documents.take_up,
                files.tidy,
                canaries.look_after,
            ]
        )
        house.duties.extend(partial(administration.delete_old, kind) for kind in ageing)
        for name, duties in plugins.duties.items():
            # A loop for each plug-in: what takes long holds up nothing but itself.
            work = [partial(duty.do, name, equipment) for duty in duties]
            if work:
                house.kept_up[f"duties of {name}"] = partial(keep_house, directory.users, work)
        plugins.loaded.features = [feature.name for feature in app.FEATURES]
        for feature in app.FEATURES:
            if feature.opens:
                await feature.load(feature.opens)(house)

        # Background work: listening, carrying text, and the worker.
        background.keep("listen", bus.listen)
        background.keep("tell others", bus.carry)
        background.keep("store uses", people.store_uses)
        with suppress(TimeoutError):
            async with asyncio.timeout(LISTEN_SECONDS):
                await bus.listens.wait()

        def carry_out() -> None:
            """Start what carries executions out, and whatever else has to be done now and then."""
            background.keep(
                "worker",
                lambda: jobs.run_worker(
                    concurrency=settings.concurrency,
                    heartbeat_seconds=settings.heartbeat_seconds,
                    stalled_seconds=settings.stalled_seconds,
                ),
            )
            background.keep("tidy workspaces", sandbox.tidy)
            background.keep("upkeep", lambda: keep_house(directory.users, house.duties))
            for name, work in house.kept_up.items():
                background.keep(name, work)

        if working is Working.YES:  # commands keep quiet
            background.keep("log as told", lambda: administration.follow_log_level(set_log_level))
            learning.prepare()
            background.start("build the default model", build_default(catalog))
            carry_out()
        elif working is Working.IF_NONE:
            background.keep("work where nobody does", lambda: where_nobody_works(jobs, carry_out))
        yield house


async def where_nobody_works(jobs: Jobs, begin: Callable[[], None]) -> None:
    """Call `begin` as soon as no worker lives; one that was killed seems to live for a few seconds."""
    while True:
        with suppress(Unavailable):
            if not await jobs.live_workers():
                begin()
                return
        await asyncio.sleep(LOOK_AGAIN_SECONDS)


def toolbox_of(plugins: Plugins, equipment: ToolEquipment) -> Callable[[], Toolbox]:
    """Return what puts the tools together that ship and that were installed.

    With nothing but what ships that is left until a user wants a tool: it starts processes to find out what can be
    confined here. What others bring is tried at once, so that its faults stop the start. Raises `ValueError` then, and
    whatever a plug-in raises.
    """

    def put_together() -> Toolbox:
        return Toolbox([tool for toolset in [*plugins.own_toolsets, *plugins.toolsets] for tool in toolset(equipment)])

    if not plugins.toolsets:
        return put_together
    toolbox = put_together()
    return lambda: toolbox


def routing_settings(settings: Settings) -> RoutingSettings:
    """Return the rules of routing that an operator has chosen."""
    of_agents = settings.of(AgentSettings)
    model = settings.of(ModelSettings).routing_model
    rules = RoutingSettings(
        silence_minutes=settings.of(RunSettings).silence_minutes, model=CHOSEN if model is None else model
    )
    return rules if of_agents.routing_split else rules.without(Stage.SPLIT)


async def encoder_of(settings: Settings) -> LocalEncoder | None:
    """Return what adds the meaning of examples to their words, where it is wanted and can be had."""
    if not settings.of(AgentSettings).routing_embedder:
        return None
    try:
        return await asyncio.to_thread(LocalEncoder.load, local_folder(settings))
    except Unavailable as error:
        structlog.get_logger(__name__).warning("examples are learned by their words alone", reason=str(error))
        return None
