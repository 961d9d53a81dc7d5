"""The Anthropic Messages wire format."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .answers import Answer

ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


def error(answer: Answer) -> dict[str, Any]:
    """Return the body of an error status."""
    kind = ERROR_TYPES.get(answer.status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": answer.error, **answer.detail}, "request_id": "req_1"}


def stream(answer: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the events of a streamed message."""
    usage = answer.usage or {}
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": usage.get("input", 0), "output_tokens": 1},
    }
    yield _event("message_start", message=message)
    index = 0
    if answer.thinking:
        block = {"type": "thinking", "thinking": "", "signature": ""}
        yield _event("content_block_start", index=index, content_block=block)
        for piece in answer.thinking:
            yield _event("content_block_delta", index=index, delta={"type": "thinking_delta", "thinking": piece})
        yield _event("content_block_delta", index=index, delta={"type": "signature_delta", "signature": "signed"})
        yield _event("content_block_stop", index=index)
        index += 1
    if answer.pieces:
        yield _event("content_block_start", index=index, content_block={"type": "text", "text": ""})
        for piece in answer.pieces:
            yield _event("content_block_delta", index=index, delta={"type": "text_delta", "text": piece})
        for url, title in answer.cites:
            citation = {
                "type": "web_search_result_location",
                "url": url,
                "title": title,
                "cited_text": "",
                "encrypted_index": "x",
            }
            yield _event("content_block_delta", index=index, delta={"type": "citations_delta", "citation": citation})
        yield _event("content_block_stop", index=index)
        index += 1
    for call in answer.calls:
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": call.arguments}
        yield _event("content_block_start", index=index, content_block=block)
        yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
        index += 1
    reason = answer.finish or ("tool_use" if answer.calls else "end_turn")
    delta = {"stop_reason": reason, "stop_sequence": None}
    yield _event("message_delta", delta=delta, usage={"output_tokens": usage.get("output", 0)})
    yield _event("message_stop")


def stream_error(answer: Answer) -> bytes:
    """Return an error event inside a stream."""
    return _event("error", error={"type": "overloaded_error", "message": answer.error})


def _event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()
