"""Builds the HTTP application from the platform's parts."""

from collections.abc import Iterable, Sequence
from importlib.metadata import version

import structlog
from fastapi import APIRouter, FastAPI
from starlette.types import StatelessLifespan

from bailiwick import app
from bailiwick.agents.http import agents
from bailiwick.agents.preferences_http import preferences
from bailiwick.agents.roster_http import roster
from bailiwick.faces.web import WebApp, web
from bailiwick.features.documents.settings import DocumentSettings
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.http.addresses import Addresses
from bailiwick.kernel.http.description import Description, describe_problems
from bailiwick.kernel.http.draining import Draining
from bailiwick.kernel.http.errors import add_error_handling
from bailiwick.kernel.http.guard import MIB, Guard, Limits
from bailiwick.kernel.http.in_flight import InFlight
from bailiwick.kernel.http.last_resort import LastResort
from bailiwick.kernel.http.pages import pages
from bailiwick.kernel.http.routes import made
from bailiwick.kernel.http.safe_headers import SafeHeaders
from bailiwick.kernel.http.sse import OpenStreams
from bailiwick.kernel.http.timing import Durations, ResponseTiming
from bailiwick.kernel.platform import Platform
from bailiwick.models.connections_http import connections
from bailiwick.models.embedder_http import embedders
from bailiwick.models.http import models
from bailiwick.people.keys import keys
from bailiwick.people.login import login
from bailiwick.people.own_sign_in import own_sign_in
from bailiwick.plugins import MakesRoutes, Plugins
from bailiwick.runs.files.http import files
from bailiwick.runs.http import executions
from bailiwick.runs.live_http import live
from bailiwick.runs.query_http import query
from bailiwick.runs.settings import RunSettings

log = structlog.get_logger(__name__)

# Addresses with fixed names stand before those that take an agent's id, the pages of the web app behind all.
ROUTERS = (
    login,
    own_sign_in,
    keys,
    live,
    executions,
    files,
    roster,
    agents,
    query,
    preferences,
    models,
    connections,
    embedders,
)
LAST = (pages, web)

DESCRIPTION = (
    "A home for a company of AI agents: routed by rules people can read, durable, isolated. "
    "Errors are problem details (RFC 9457). Times are ISO 8601 with an offset."
)


def routers(makers: Iterable[MakesRoutes] = ()) -> Sequence[APIRouter]:
    """Return all endpoints in the order in which they are looked for; those of plug-ins come after the product's own.

    A plug-in whose endpoints cannot be made has none.
    """
    found: list[APIRouter] = []
    for make in makers:
        try:
            found.append(made(make()))
        except Exception:
            log.exception("the endpoints of a plug-in could not be made", module=make.__module__)
    own = [each.load(router) for each in app.FEATURES for router in each.routers]
    return (*ROUTERS, *own, *found, *LAST)


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
    application = FastAPI(
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
    application.state.platform = platform
    application.state.draining = Draining()
    application.state.durations = Durations()
    application.state.open_streams = OpenStreams(platform.settings.streams_per_person)
    application.state.web = (web_app or WebApp.read()).with_pages(platform[Plugins].pages)
    add_error_handling(application)
    # As they are, not included: nothing is added to them, and an included router looks for its routes one by one.
    routes = [route for router in routers(platform[Plugins].routes) for route in router.routes]
    application.router.routes.extend([Addresses(routes), *routes])
    describe_problems(application)
    application.state.description = Description(application)
    # The one added last sees a request first.
    application.add_middleware(
        Guard,
        host=platform.settings.host,
        allowed_hosts=platform.settings.allowed_hosts,
        limits=limits or Limits(bodies=bodies_of(platform), seconds=platform.settings.request_body_seconds),
    )
    application.add_middleware(InFlight, most=platform.settings.connections_per_address)
    application.add_middleware(LastResort)
    application.add_middleware(ResponseTiming, durations=application.state.durations)
    application.add_middleware(SafeHeaders)
    return application


def bodies_of(platform: Platform) -> dict[str, int]:
    """Return how large bodies may be where they may be larger than elsewhere, in bytes."""
    return {
        "/api/agents/import": 5 * MIB,
        "/api/routing/golden/import": 5 * MIB,
        "/api/routing/replay": 5 * MIB,
        "/api/knowledge/import": 64 * MIB,
        "/api/files": (platform.settings.of(RunSettings).chat_file_mb + 1) * MIB,
        "/api/documents": (platform.settings.of(DocumentSettings).document_file_mb + 1) * MIB,
        "/api/documents/*": 6 * MIB,
    }
