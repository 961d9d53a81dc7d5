"""The few pages that need no script: the API reference, and a first page where the web app is missing."""

from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bailiwick.kernel.http.description import description_of
from bailiwick.kernel.http.routes import router
from bailiwick_router.core.language import Language

pages = router("pages")

STYLE = """
:root { color-scheme: light dark; --canvas: oklch(.984 .003 85); --surface: oklch(1 0 0); --sunken: oklch(.962 .004 85);
  --line: oklch(.915 .005 85); --ink: oklch(.235 .01 70); --muted: oklch(.46 .012 75); --accent: oklch(.46 .085 187);
  --accent-hover: oklch(.405 .078 187); --on-accent: oklch(.99 .006 187); --danger: oklch(.5 .175 27);
  --danger-soft: oklch(.957 .022 22); --shadow: 0 12px 32px -8px oklch(.2 .01 70 / 18%); }
@media (prefers-color-scheme: dark) {
  :root { --canvas: oklch(.232 .005 75); --surface: oklch(.268 .006 75); --sunken: oklch(.208 .005 75);
    --line: oklch(.338 .007 75); --ink: oklch(.95 .005 85); --muted: oklch(.78 .01 80); --accent: oklch(.78 .105 182);
    --accent-hover: oklch(.84 .095 182); --on-accent: oklch(.22 .03 187); --danger: oklch(.77 .125 23);
    --danger-soft: oklch(.335 .06 23); --shadow: 0 16px 40px -8px oklch(0 0 0 / 55%); }
}
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; color: var(--ink); background: var(--canvas);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--sunken); }
button { font: inherit; font-weight: 600; padding: .625rem 1.25rem; border: 0; border-radius: 8px;
  color: var(--on-accent); background: var(--accent); cursor: pointer; }
button:hover { background: var(--accent-hover); }
table { width: 100%; border-collapse: collapse; }
td { padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
@media (max-width: 640px) { td { display: block; } td + td { border-top: 0; padding-top: 0; } }
[role=alert] { padding: .75rem 1rem; border-radius: 8px; color: var(--danger); background: var(--danger-soft); }
body.card { min-height: 100dvh; margin: 0 auto; padding: 1rem; display: grid; place-items: center; }
.card main { width: 100%; max-width: 24rem; padding: 2rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); box-shadow: var(--shadow); }
.card svg { display: block; margin-bottom: 1rem; } .card h1 { font-size: 1.25rem; margin-bottom: .5rem; }
.card p { margin: 0 0 1rem; } .card form { margin: 1.5rem 0 1rem; } .card button { width: 100%; }
.card label { display: block; margin-bottom: 1rem; font-size: .875rem; font-weight: 600; }
.card input { display: block; width: 100%; margin-top: .375rem; padding: .625rem .75rem; font: inherit; font-size: 1rem;
  font-weight: 400; color: inherit; background: var(--canvas); border: 1px solid var(--line); border-radius: 8px; }
.card p:last-child { margin: 0; color: var(--muted); font-size: .875rem; }
"""

CARD = ' class="card"'
MARK = (
    '<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" '
    'fill="#0f766e"/><g fill="none" stroke="#f0fdfa" stroke-width="2.4" stroke-linecap="round">'
    '<path d="M16 6.5v6M16 12.5 8.5 19M16 12.5l7.5 6.5M16 12.5V19"/></g><circle cx="16" cy="6.8" r="2.6" '
    'fill="#f0fdfa"/><circle cx="8.2" cy="21.8" r="3" fill="#5eead4"/><circle cx="16" cy="22.6" r="3" fill="#fcd34d"/>'
    '<circle cx="23.8" cy="21.8" r="3" fill="#fda4af"/></svg>'
)
"""The sign of Bailiwick, as in the icon of the web app."""


def page(title: str, body: str, root: str, *, card: bool = False, language: Language = "en") -> str:
    """Return a whole page; `body` is HTML, `root` the path prefix behind a proxy, a `card` stands in its middle."""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Bailiwick</title>"
        f'<link rel="icon" href="{escape(root)}/favicon.svg" type="image/svg+xml">'
        f'<link rel="stylesheet" href="{escape(root)}/static/page.css"></head>'
        f"<body{CARD if card else ''}><main>{body}</main></body></html>"
    )


@pages.get("/static/page.css", include_in_schema=False)
async def get_style() -> Response:
    """Return the style of the pages."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


def first_page(request: Request) -> HTMLResponse:
    """Say what this server is and how to talk to it, where the web app has not been built."""
    root = escape(request.scope.get("root_path", ""))
    address = escape(str(request.base_url).rstrip("/"))
    example = (
        f"curl {address}/api/v1/query \\\n"
        "  -H 'Authorization: Bearer bwkey_…' -H 'Content-Type: application/json' \\\n"
        """  -d '{"query": "What is 12 % of 340?"}'"""
    )
    body = (
        "<h1>Bailiwick</h1>"
        "<p>A home for a company of AI agents. A message goes to the agent in whose bailiwick it lies.</p>"
        "<p>The web app has not been built here: run <code>make ui</code> in the source tree and start again.</p>"
        "<h2>From a terminal</h2>"
        "<pre>bailiwick chat\nbailiwick ask &quot;What is 12 % of 340?&quot;\nbailiwick agents</pre>"
        f"<h2>From a program</h2><pre>{example}</pre>"
        f'<p><a href="{root}/docs">API reference</a> · <a href="{root}/openapi.json">OpenAPI description</a>'
        f' · <a href="{root}/login">Sign in</a></p>'
    )
    return HTMLResponse(page("Home", body, root))


@pages.get("/docs", include_in_schema=False)
async def get_reference(request: Request) -> HTMLResponse:
    """List every endpoint, from the OpenAPI description."""
    root = request.scope.get("root_path", "")
    return HTMLResponse(page("API reference", reference(await description_of(request).get(), root), root))


@pages.get("/openapi.json", include_in_schema=False)
async def get_openapi(request: Request) -> Response:
    """Describe every endpoint."""
    root = request.scope.get("root_path", "").rstrip("/")
    return Response(await description_of(request).text(root), media_type="application/json")


def reference(description: dict[str, Any], root: str) -> str:
    """Return the endpoints of an OpenAPI description as HTML, one table for each tag."""
    tables: dict[str, list[str]] = {}
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            row = (
                f"<tr><td><code>{method.upper()}&nbsp;{escape(path)}</code></td>"
                f"<td>{escape(operation['summary'])}</td></tr>"
            )
            tables.setdefault(operation["tags"][0], []).append(row)
    sections = "".join(
        f"<h2>{escape(tag.capitalize())}</h2><table>{''.join(rows)}</table>" for tag, rows in tables.items()
    )
    intro = (
        "<h1>API reference</h1><p>JSON in camelCase. Sign in with a session, or send an API key as "
        "<code>Authorization: Bearer bwkey_…</code> or <code>X-API-Key</code>. Errors are problem details "
        f'(RFC 9457). Every field is described in <a href="{escape(root)}/openapi.json">openapi.json</a>.</p>'
    )
    return intro + sections
