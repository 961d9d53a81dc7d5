"""Files that a browser keeps and does not show."""

from urllib.parse import quote

from starlette.responses import Response


def attached(content: bytes, filename: str, media_type: str, *, inline: bool = False) -> Response:
    """Return a file as an attachment under its name, whatever characters that has; `inline` lets a browser show it,
    which is for what can hold no program."""
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\/%' else "_" for c in filename)
    disposition = (
        f"{'inline' if inline else 'attachment'}; filename=\"{plain}\"; filename*=UTF-8''{quote(filename, safe='')}"
    )
    return Response(content, media_type=media_type, headers={"Content-Disposition": disposition})
