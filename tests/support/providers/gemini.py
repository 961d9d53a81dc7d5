"""The Gemini generateContent wire format."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .answers import Answer

STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


def error(answer: Answer) -> dict[str, Any]:
    """Return the body of an error status."""
    status = STATUSES.get(answer.status, "UNKNOWN")
    return {"error": {"code": answer.status, "message": answer.error, "status": status, **answer.detail}}


def stream(answer: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the events of a streamed generateContent."""
    del body
    parts: list[dict[str, Any]] = [{"text": piece, "thought": True} for piece in answer.thinking]
    parts += [{"text": piece} for piece in answer.pieces]
    for call in answer.calls:
        parts.append({"functionCall": {"id": call.id, "name": call.name, "args": json.loads(call.arguments)}})
    for part in parts:
        yield _data([part], None, answer)
    yield _data([], answer.finish or "STOP", answer)


def stream_error(answer: Answer) -> bytes:
    """Return an error event inside a stream."""
    body = {"error": {"code": 503, "message": answer.error, "status": "UNAVAILABLE"}}
    return f"data: {json.dumps(body)}\n\n".encode()


def _data(parts: list[dict[str, Any]], finish: str | None, answer: Answer) -> bytes:
    candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if finish is not None:
        candidate["finishReason"] = finish
        if answer.cites:
            text = "".join(answer.pieces)
            candidate["groundingMetadata"] = {
                "groundingChunks": [{"web": {"uri": url, "title": title}} for url, title in answer.cites],
                "groundingSupports": [
                    {
                        "segment": {"startIndex": 0, "endIndex": len(text.encode()), "text": text},
                        "groundingChunkIndices": list(range(len(answer.cites))),
                    }
                ],
            }
    event: dict[str, Any] = {"candidates": [candidate], "modelVersion": "gemini-test", "responseId": "resp-1"}
    if answer.usage is not None:
        read, written = answer.usage["input"], answer.usage["output"]
        event["usageMetadata"] = {
            "promptTokenCount": read,
            "candidatesTokenCount": written,
            "totalTokenCount": read + written,
        }
    return f"data: {json.dumps(event)}\n\n".encode()
