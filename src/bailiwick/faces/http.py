"""Builds the HTTP application from the platform's parts."""

from collections.abc import Iterable, Sequence
from importlib.metadata import version

import structlog
from fastapi import APIRouter, FastAPI
from starlette.types import StatelessLifespan

from bailiwick.agents.http import agents
from bailiwick.agents.preferences_http import preferences
from bailiwick.agents.roster_http import roster
from bailiwick.faces.web import WebApp, web
from bailiwick.features.account.http import account
from bailiwick.features.approvals.http import approvals
from bailiwick.features.conversations.http import conversations
from bailiwick.features.conversations.search_http import search
from bailiwick.features.credentials.http import credentials
from bailiwick.features.documents.http import documents
from bailiwick.features.documents.search_http import document_search
from bailiwick.features.installation.debug_http import debug
from bailiwick.features.installation.doctor_http import doctor
from bailiwick.features.installation.health_http import health
from bailiwick.features.installation.http import installation
from bailiwick.features.mcp.http import mcp_servers
from bailiwick.features.memory.history_http import knowledge_history
from bailiwick.features.memory.http import knowledge
from bailiwick.features.memory.import_http import knowledge_import
from bailiwick.features.metrics.http import metrics
from bailiwick.features.metrics.overview_http import overview
from bailiwick.features.metrics.prometheus import prometheus
from bailiwick.features.notes.http import notes
from bailiwick.features.routing.golden_http import golden
from bailiwick.features.routing.http import routing
from bailiwick.features.routing.misroutes_http import misroutes
from bailiwick.features.routing.proposals_http import proposals
from bailiwick.features.routing.releases_http import releases
from bailiwick.features.routing.replay_http import replay
from bailiwick.features.routing.why_not_http import why_not
from bailiwick.features.schedules.http import schedules
from bailiwick.features.swarm.http import swarms
from bailiwick.features.swarm.live_http import swarm_live
from bailiwick.features.swarm.mail_http import mail
from bailiwick.features.swarm.residents_http import residents
from bailiwick.features.swarm.rooms_http import rooms
from bailiwick.features.tasks.http import tasks
from bailiwick.features.tools.http import tools
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.http.addresses import Addresses
from bailiwick.kernel.http.attempts import Attempts
from bailiwick.kernel.http.description import Description, describe_problems
from bailiwick.kernel.http.draining import Draining
from bailiwick.kernel.http.errors import add_error_handling
from bailiwick.kernel.http.guard import MIB, Guard, Limits
from bailiwick.kernel.http.in_flight import InFlight
from bailiwick.kernel.http.last_resort import LastResort
from bailiwick.kernel.http.pages import pages
from bailiwick.kernel.http.safe_headers import SafeHeaders
from bailiwick.kernel.http.sse import OpenStreams
from bailiwick.kernel.http.timing import Durations, Timing
from bailiwick.kernel.platform import Platform
from bailiwick.models.http import models
from bailiwick.people.keys import keys
from bailiwick.people.login import login
from bailiwick.plugins import MakesRoutes, Plugins
from bailiwick.runs.http import executions
from bailiwick.runs.live_http import live
from bailiwick.runs.query_http import query

log = structlog.get_logger(__name__)

# Addresses with fixed names stand before those that take an agent's id, the pages of the web app behind all.
ROUTERS = (
    health,
    prometheus,
    login,
    keys,
    credentials,
    approvals,
    live,
    overview,
    search,
    executions,
    roster,
    agents,
    query,
    routing,
    misroutes,
    releases,
    replay,
    golden,
    why_not,
    proposals,
    conversations,
    tasks,
    schedules,
    tools,
    mcp_servers,
    notes,
    document_search,
    documents,
    knowledge,
    knowledge_history,
    knowledge_import,
    swarms,
    residents,
    rooms,
    mail,
    swarm_live,
    metrics,
    preferences,
    installation,
    doctor,
    account,
    models,
    debug,
)
LAST = (pages, web)

DESCRIPTION = (
    "A home for a company of AI agents: routed by rules people can read, durable, isolated. "
    "Errors are problem details (RFC 9457). Times are ISO 8601 with an offset."
)


def routers(made: Iterable[MakesRoutes] = ()) -> Sequence[APIRouter]:
    """Return all endpoints in the order in which they are looked for; those of plug-ins come after the product's own.

    A plug-in whose endpoints cannot be made has none.
    """
    found: list[APIRouter] = []
    for make in made:
        try:
            found.append(make())
        except Exception:
            log.exception("the endpoints of a plug-in could not be made", module=make.__module__)
    return (*ROUTERS, *found, *LAST)


def create_app(
    platform: Platform,
    *,
    lifespan: StatelessLifespan[FastAPI] | None = None,
    limits: Limits | None = None,
    web_app: WebApp | None = None,
) -> FastAPI:
    """Return the application for `platform`; `lifespan` starts and ends what belongs to it.

    `web_app` is served instead of the one that is built into the package.
    """
    app = FastAPI(
        title="Bailiwick",
        version=version(DISTRIBUTION),
        description=DESCRIPTION,
        openapi_url=None,  # `pages` answers there, without holding others up
        # Both load scripts and styles from another site.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.platform = platform
    app.state.draining = Draining()
    app.state.durations = Durations()
    app.state.login_attempts = Attempts()
    app.state.open_streams = OpenStreams(platform.settings.streams_per_person)
    app.state.web = web_app or WebApp.read()
    add_error_handling(app)
    # As they are, not included: nothing is added to them, and an included router looks for its routes one by one.
    routes = [route for router in routers(platform[Plugins].routes) for route in router.routes]
    app.router.routes.extend([Addresses(routes), *routes])
    describe_problems(app)
    app.state.description = Description(app)
    # The one added last sees a request first.
    app.add_middleware(
        Guard,
        host=platform.settings.host,
        allowed_hosts=platform.settings.allowed_hosts,
        limits=limits or Limits(bodies=bodies_of(platform), seconds=platform.settings.request_body_seconds),
    )
    app.add_middleware(InFlight, most=platform.settings.connections_per_address)
    app.add_middleware(LastResort)
    app.add_middleware(Timing, durations=app.state.durations)
    app.add_middleware(SafeHeaders)
    return app


def bodies_of(platform: Platform) -> dict[str, int]:
    """Return how large bodies may be where they may be larger than elsewhere, in bytes."""
    return {
        "/api/agents/import": 5 * MIB,
        "/api/routing/golden/import": 5 * MIB,
        "/api/routing/replay": 5 * MIB,
        "/api/knowledge/import": 64 * MIB,
        "/api/documents": (platform.settings.document_file_mb + 1) * MIB,
        "/api/documents/*": 6 * MIB,
    }
