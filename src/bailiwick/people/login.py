"""Signing in with a one-time link, and out again."""

from html import escape
from typing import Annotated, Literal, Self
from urllib.parse import parse_qs

from fastapi import Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from bailiwick.kernel.audit.acting import acts_from_here
from bailiwick.kernel.errors import NotAuthenticated
from bailiwick.kernel.http.attempts import Attempts
from bailiwick.kernel.http.connections import one_client
from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.pages import MARK, page
from bailiwick.kernel.http.parts import CurrentPlatform, platform_of
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Reply
from bailiwick.kernel.loaded import Loaded, PluginPage
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.acting import actor_of, sign_in_failed
from bailiwick.people.actions import People
from bailiwick.people.callers import SESSION_COOKIE, Reader
from bailiwick.people.records import Principal, Scope, TokenKind, User
from bailiwick.people.settings import PeopleSettings

FORM = "application/x-www-form-urlencoded"
MAX_TOKEN = 200
MAX_NEXT = 500
MAX_FORM = 4000

login = router("access")


class LoginRequest(Body):
    """The secret of a one-time link."""

    token: Annotated[str, Field(min_length=1, max_length=MAX_TOKEN)]
    """What stands after `token=` in the link."""


class Identity(Reply):
    """Who is calling."""

    user: User
    scopes: list[Scope]
    """What this session or key may do."""
    credential: Literal["session", "key"]
    """How the caller proved who it is."""


class PageOfPlugin(Reply):
    """A page that a plug-in has in the web app."""

    plugin: str
    titles: dict[str, str]
    """By language; there may be none but `en`."""
    about: dict[str, str]
    """A sentence under the title, by language; there may be none."""
    icon: str
    section: str
    """What it is called among the settings, as `/settings#section`; empty for a page of the navigation."""

    @classmethod
    def of(cls, plugin: str, page: PluginPage) -> Self:
        """Return the page of a plug-in as it is told to the web app."""
        return cls(
            plugin=plugin, titles=dict(page.titles), about=dict(page.about), icon=page.icon, section=page.section
        )


class Me(Identity):
    """Who is calling, and what there is for them beside what is always there."""

    plugins: list[str]
    """Names of the plug-ins that are installed and work."""
    pages: list[PageOfPlugin]
    """Their pages in the web app."""
    features: list[str]
    """Names of the features that the product has: pages of others are not shown."""


def identity(principal: Principal) -> Identity:
    """Return what a caller may know about itself."""
    kind = "key" if principal.token.kind is TokenKind.API_KEY else "session"
    return Identity(user=principal.user, scopes=list(principal.scopes), credential=kind)


@login.get("/login", include_in_schema=False)
async def show_login(
    request: Request,
    token: Annotated[str, Query(max_length=MAX_TOKEN, description="The secret of the link.")] = "",
    next: Annotated[str, Query(max_length=MAX_NEXT, description="Where to go then; a path of this server.")] = "/",
) -> HTMLResponse:
    """Show a page whose button uses the link up.

    Opening the link changes nothing, so that previews and prefetching browsers cannot use it up.
    """
    return HTMLResponse(login_page(request.scope.get("root_path", ""), token, local(next)))


def login_page(root: str, token: str, target: str = "/", failure: str = "") -> str:
    """Return the page with the button, which leads to `target`; `failure` says why the last attempt did not work."""
    if not token:
        body = (
            "<p>Bailiwick prints a one-time link where it was started. Open that link, or run "
            "<code>bailiwick keys link</code> there for a new one.</p>"
        )
    else:
        body = (
            f'<form method="post" action="{escape(root)}/login">'
            f'<input type="hidden" name="token" value="{escape(token)}">'
            f'<input type="hidden" name="next" value="{escape(target)}">'
            '<button type="submit">Sign in</button></form>'
            "<p>The link works once.</p>"
        )
    notice = f'<p role="alert">{escape(failure)}</p>' if failure else ""
    return page("Sign in", f"{MARK}<h1>Sign in to Bailiwick</h1>{notice}{body}", root, card=True)


def local(target: str) -> str:
    """Return `target` if it is a path of this server as a browser reads it, else the first page's."""
    foreign = target[1:2] in ("/", "\\") or not target.startswith("/") or len(target) > MAX_NEXT
    # Browsers drop tabs and newlines from addresses and take backslashes for slashes.
    strange = not target.isprintable() or "\\" in target or " " in target
    return "/" if foreign or strange else target


@login.post("/login", include_in_schema=False)
async def submit_login(request: Request) -> Response:
    """Use the link up, set the session cookie and go where the form says."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise RequestRefused(415, "unsupported-media-type", Reason.of(ReasonCode.SEND_TYPE, type=FORM))
    body = (await request.body())[:MAX_FORM]
    fields = parse_qs(body.decode("ascii", "replace"))
    root = request.scope.get("root_path", "")
    try:
        _, secret = await redeem(request, fields.get("token", [""])[0])
    except NotAuthenticated as error:
        return HTMLResponse(login_page(root, "", failure=str(error)), 401)
    except RequestRefused as refused:
        return HTMLResponse(login_page(root, "", failure=str(refused)), refused.status, refused.headers)
    response = RedirectResponse(f"{root}{local(fields.get('next', ['/'])[0])}", 303)
    set_session(request, response, secret)
    return response


@login.post(
    "/api/login",
    operation_id="login",
    summary="Sign in with a one-time link",
    response_model=Identity,
    responses=documented(400, 401, 413, 415, 429, busy=["too-many-attempts"]),
)
async def post_login(request: Request, body: LoginRequest) -> Response:
    """Use the link up and set the session cookie."""
    principal, secret = await redeem(request, body.token)
    response = JSONResponse(identity(principal).model_dump(mode="json"))
    set_session(request, response, secret)
    return response


async def redeem(request: Request, token: str) -> tuple[Principal, str]:
    """Use a link up and return who it was for, with the secret of the new session.

    Raises `NotAuthenticated` for a link that is unknown, used or expired, and `RequestRefused` (429) for such a link
    from a peer that sent too many of them. A right link always works: who guesses at an address that others share, or
    on this machine, locks no user out, and 256 random bits need no lock.
    """
    acts_from_here(actor_of(request))
    try:
        principal, secret = await platform_of(request)[People].redeem(token)
    except NotAuthenticated:
        attempts: Attempts = request.app.state.login_attempts
        seconds = attempts.seconds_to_wait(one_client(request.client.host if request.client else None))
        if not seconds:
            await sign_in_failed(platform_of(request).stores, token)
            raise
        whole = int(seconds) + 1
        detail = Reason.of(ReasonCode.TOO_MANY_LINKS, count=whole)
        raise RequestRefused(429, "too-many-attempts", detail, headers={"Retry-After": str(whole)}) from None
    return principal, secret.text


def set_session(request: Request, response: Response, secret: str) -> None:
    """Set the session cookie: not readable by scripts, not sent by foreign pages' requests."""
    options = platform_of(request).settings.of(PeopleSettings)
    response.set_cookie(
        SESSION_COOKIE,
        secret,
        max_age=int(options.session_days * 86_400),
        path=f"{request.scope.get('root_path', '')}/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


@login.post(
    "/api/logout",
    operation_id="logout",
    summary="Sign out",
    status_code=204,
    responses=documented(401),
)
async def post_logout(request: Request, caller: Reader, platform: CurrentPlatform) -> Response:
    """End this session; its cookie no longer works anywhere. A key is left as it is."""
    if caller.token.kind is not TokenKind.API_KEY:
        await platform[People].revoke(caller.user.id, caller.token.id)
    response = Response(status_code=204)
    response.delete_cookie(SESSION_COOKIE, path=f"{request.scope.get('root_path', '')}/", httponly=True, samesite="lax")
    return response


@login.get("/api/me", operation_id="getMe", summary="Who am I?", responses=documented(401))
async def get_me(caller: Reader, platform: CurrentPlatform) -> Me:
    """Return who is calling, what this session or key may do, and which features and plug-ins there are."""
    loaded = platform[Loaded]
    pages = [PageOfPlugin.of(name, page) for name, page in loaded.pages.items()]
    return Me(**dict(identity(caller)), plugins=list(loaded.names), pages=pages, features=list(loaded.features))
