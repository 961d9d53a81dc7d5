"""The few pages that need no script: the first page and the API reference."""

from html import escape
from typing import Any, cast

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bailiwick.api.routes import router

pages = router("pages")

STYLE = """
:root { color-scheme: light dark; --ink: #1c1917; --paper: #fafaf9; --line: #d6d3d1; --accent: #0f5f5c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f5f5f4; --paper: #1c1917; --line: #44403c; --accent: #5eead4; }
}
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
button { font: inherit; padding: .5rem 1.25rem; border: 1px solid var(--accent); border-radius: .5rem;
  color: var(--paper); background: var(--accent); cursor: pointer; }
table { width: 100%; border-collapse: collapse; }
td { padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td code { overflow-wrap: anywhere; }
@media (max-width: 640px) { td { display: block; } td + td { border-top: 0; padding-top: 0; } }
[role=alert] { padding: .5rem 1rem; border: 1px solid #b91c1c; border-radius: .5rem; }
"""


def page(title: str, body: str, root: str) -> str:
    """Return a whole page; `body` is HTML, `root` the path prefix behind a proxy."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Bailiwick</title>"
        f'<link rel="stylesheet" href="{escape(root)}/static/page.css"></head>'
        f"<body><main>{body}</main></body></html>"
    )


@pages.get("/static/page.css", include_in_schema=False)
async def get_style() -> Response:
    """Return the style of the pages."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@pages.get("/", include_in_schema=False)
async def get_first_page(request: Request) -> HTMLResponse:
    """Say what this server is and how to talk to it."""
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
    return HTMLResponse(page("API reference", reference(cast(FastAPI, request.app).openapi(), root), root))


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
