"""Builds the HTTP application from the platform's parts."""

from collections.abc import Iterable, Sequence
from importlib.metadata import version

import structlog
from fastapi import APIRouter, FastAPI
from starlette.types import StatelessLifespan

from bailiwick.api.account import account
from bailiwick.api.addresses import Addresses
from bailiwick.api.agents import agents
from bailiwick.api.approvals import approvals
from bailiwick.api.attempts import Attempts
from bailiwick.api.conversations import conversations
from bailiwick.api.credentials import credentials
from bailiwick.api.debug import debug
from bailiwick.api.description import Description, describe_problems
from bailiwick.api.doctor import doctor
from bailiwick.api.document_search import document_search
from bailiwick.api.documents import documents
from bailiwick.api.draining import Draining
from bailiwick.api.errors import add_error_handling
from bailiwick.api.executions import executions
from bailiwick.api.golden import golden
from bailiwick.api.guard import MIB, Guard, Limits
from bailiwick.api.health import health
from bailiwick.api.in_flight import InFlight
from bailiwick.api.installation import installation
from bailiwick.api.keys import keys
from bailiwick.api.knowledge import knowledge
from bailiwick.api.knowledge_history import knowledge_history
from bailiwick.api.knowledge_import import knowledge_import
from bailiwick.api.last_resort import LastResort
from bailiwick.api.live import live
from bailiwick.api.login import login
from bailiwick.api.mail import mail
from bailiwick.api.mcp_servers import mcp_servers
from bailiwick.api.metrics import metrics
from bailiwick.api.misroutes import misroutes
from bailiwick.api.models import models
from bailiwick.api.notes import notes
from bailiwick.api.overview import overview
from bailiwick.api.pages import pages
from bailiwick.api.preferences import preferences
from bailiwick.api.prometheus import prometheus
from bailiwick.api.proposals import proposals
from bailiwick.api.query import query
from bailiwick.api.releases import releases
from bailiwick.api.replay import replay
from bailiwick.api.residents import residents
from bailiwick.api.rooms import rooms
from bailiwick.api.roster import roster
from bailiwick.api.routing import routing
from bailiwick.api.safe_headers import SafeHeaders
from bailiwick.api.schedules import schedules
from bailiwick.api.search import search
from bailiwick.api.sse import OpenStreams
from bailiwick.api.swarm_live import swarm_live
from bailiwick.api.swarms import swarms
from bailiwick.api.tasks import tasks
from bailiwick.api.timing import Durations, Timing
from bailiwick.api.tools import tools
from bailiwick.api.web import WebApp, web
from bailiwick.api.why_not import why_not
from bailiwick.core.distribution import DISTRIBUTION
from bailiwick.runtime.platform import Platform
from bailiwick.runtime.plugins import MakesRoutes, Plugins

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
