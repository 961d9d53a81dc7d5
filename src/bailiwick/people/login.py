"""Signing in with a one-time link, an invitation or a password, and out again."""

from typing import Annotated, Literal, Self
from urllib.parse import parse_qs

from fastapi import Body as Content
from fastapi import Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from bailiwick.kernel.audit.acting import acts_from_here
from bailiwick.kernel.errors import InvalidInput, NotAuthenticated, RateLimitHit
from bailiwick.kernel.http.errors import RequestRefused, language_of
from bailiwick.kernel.http.parts import CurrentPlatform, platform_of
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Reply
from bailiwick.kernel.loaded import Loaded, PluginPage
from bailiwick.kernel.rate_limits import RateLimit, RateLimits
from bailiwick.kernel.reasons import Reason, ReasonCode, text_of
from bailiwick.people.acting import actor_of, sign_in_failed
from bailiwick.people.actions import People
from bailiwick.people.callers import SESSION_COOKIE, Reader
from bailiwick.people.limited import address_of
from bailiwick.people.login_page import LoginPage, is_invitation
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


SignInName = Annotated[str, Field(min_length=1, max_length=200)]
Password = Annotated[str, Field(min_length=1, max_length=200)]


class PasswordLogin(Body):
    """What a person signs in with."""

    sign_in_name: SignInName
    """A name or an e-mail address; upper and lower case are the same."""
    password: Password


class Acceptance(Body):
    """An invitation, and what the person signs in with from now on."""

    token: Annotated[str, Field(min_length=1, max_length=MAX_TOKEN)]
    """What stands after `token=` in the link."""
    sign_in_name: SignInName
    password: Password
    """At least 10 characters, and none that others try first."""


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
    """Show a page whose button uses the link up, or signs in by name and password.

    Opening the link changes nothing, so that previews and prefetching browsers cannot use it up.
    """
    shown = _page(request)
    if not token:
        return HTMLResponse(shown.sign_in(local(next)))
    if not is_invitation(token):
        return HTMLResponse(shown.link(token, local(next)))
    try:
        user, sign_in = await platform_of(request)[People].invited(token)
    except NotAuthenticated as error:
        return HTMLResponse(shown.sign_in(failure=text_of(error.said, language_of(request.scope))), 401)
    return HTMLResponse(shown.invitation(token, user.name, name=sign_in.sign_in_name or ""))


def _page(request: Request) -> LoginPage:
    return LoginPage(request.scope.get("root_path", ""), language_of(request.scope))


def local(target: str) -> str:
    """Return `target` if it is a path of this server as a browser reads it, else the first page's."""
    foreign = target[1:2] in ("/", "\\") or not target.startswith("/") or len(target) > MAX_NEXT
    # Browsers drop tabs and newlines from addresses and take backslashes for slashes.
    strange = not target.isprintable() or "\\" in target or " " in target
    return "/" if foreign or strange else target


@login.post("/login", include_in_schema=False)
async def submit_login(request: Request) -> Response:
    """Use the link up, or take name and password; set the session cookie and go where the form says."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise RequestRefused(415, "unsupported-media-type", Reason.of(ReasonCode.SEND_TYPE, type=FORM))
    body = (await request.body())[:MAX_FORM]
    fields = {name: values[0] for name, values in parse_qs(body.decode("ascii", "replace")).items()}
    token, name, password = (fields.get(each, "") for each in ("token", "name", "password"))
    target = local(fields.get("next", "/"))
    language, shown = language_of(request.scope), _page(request)
    try:
        if is_invitation(token):
            _, secret = await accept(request, token, name, password)
        elif token or not name:
            _, secret = await redeem(request, token)
        else:
            _, secret = await sign_in(request, name, password)
    except InvalidInput as error:  # the invitation still works
        user, _ = await platform_of(request)[People].invited(token)
        return HTMLResponse(shown.invitation(token, user.name, name=name, failure=text_of(error.said, language)), 422)
    except NotAuthenticated as error:
        return HTMLResponse(shown.sign_in(target, name=name, failure=text_of(error.said, language)), 401)
    except RateLimitHit as busy:
        page = shown.sign_in(target, name=name, failure=text_of(busy.said, language))
        return HTMLResponse(page, 429, {"Retry-After": str(busy.retry_after)})
    response = RedirectResponse(f"{request.scope.get('root_path', '')}{target}", 303)
    set_session(request, response, secret)
    return response


@login.post(
    "/api/login",
    operation_id="login",
    summary="Sign in with a one-time link",
    response_model=Identity,
    responses=documented(400, 401, 413, 415, 429, busy=["rate-limit"]),
)
async def post_login(request: Request, body: LoginRequest) -> Response:
    """Use the link up and set the session cookie."""
    return _signed_in(request, *await redeem(request, body.token))


@login.post(
    "/api/login/password",
    operation_id="loginWithPassword",
    summary="Sign in with a password",
    response_model=Identity,
    responses=documented(400, 401, 413, 415, 429, busy=["rate-limit"]),
)
async def post_password(
    request: Request,
    body: Annotated[
        PasswordLogin, Content(examples=[{"signInName": "nora@example.org", "password": "green table 42 moon"}])
    ],
) -> Response:
    """Set the session cookie of the person with this name and password."""
    return _signed_in(request, *await sign_in(request, body.sign_in_name, body.password))


@login.post(
    "/api/login/invitation",
    operation_id="acceptInvitation",
    summary="Come in for the first time",
    response_model=Identity,
    responses=documented(400, 401, 413, 415, 422, 429, busy=["rate-limit"]),
)
async def post_acceptance(
    request: Request,
    body: Annotated[
        Acceptance,
        Content(
            examples=[
                {
                    "token": "bwinvitation_…",
                    "signInName": "nora@example.org",
                    "password": "green table 42 moon",
                }
            ]
        ),
    ],
) -> Response:
    """Use an invitation up, keep what the person signs in with from now on, and set the session cookie."""
    return _signed_in(request, *await accept(request, body.token, body.sign_in_name, body.password))


def _signed_in(request: Request, principal: Principal, secret: str) -> Response:
    response = JSONResponse(identity(principal).model_dump(mode="json"))
    set_session(request, response, secret)
    return response


async def redeem(request: Request, token: str) -> tuple[Principal, str]:
    """Use a link up and return who it was for, with the secret of the new session.

    Raises `NotAuthenticated` for a link that is unknown, used or expired, and `RateLimitHit` for such a link from an
    address that sent too many of them. A right link always works: who guesses at an address that others share, or
    on this machine, locks no user out, and 256 random bits need no lock.
    """
    acts_from_here(actor_of(request))
    try:
        principal, secret = await platform_of(request)[People].redeem(token)
    except NotAuthenticated:
        await platform_of(request)[RateLimits].take(RateLimit.SIGN_INS, address=address_of(request))
        await sign_in_failed(platform_of(request).stores, token)
        raise
    return principal, secret.text


async def accept(request: Request, token: str, sign_in_name: str, password: str) -> tuple[Principal, str]:
    """Let a person in who was invited; refuses as `redeem` does, and raises `InvalidInput` for what cannot be taken."""
    acts_from_here(actor_of(request))
    try:
        principal, secret = await platform_of(request)[People].accept(token, sign_in_name, password)
    except NotAuthenticated:
        await platform_of(request)[RateLimits].take(RateLimit.SIGN_INS, address=address_of(request))
        await sign_in_failed(platform_of(request).stores, token)
        raise
    return principal, secret.text


async def sign_in(request: Request, sign_in_name: str, password: str) -> tuple[Principal, str]:
    """Begin a session of the person with this name and password.

    Raises `NotAuthenticated`, and `RateLimitHit` before the password is looked at where too many were tried from this
    address, or for this name.
    """
    name = f"name {sign_in_name.strip().lower()}"
    await platform_of(request)[RateLimits].take(RateLimit.SIGN_INS, person=name, address=address_of(request))
    acts_from_here(actor_of(request))
    try:
        principal, secret = await platform_of(request)[People].sign_in(sign_in_name, password)
    except NotAuthenticated:
        await sign_in_failed(platform_of(request).stores, "")
        raise
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
