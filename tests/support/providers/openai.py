"""The OpenAI Chat Completions and Responses wire formats."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .answers import Answer

CREATED = 1_760_000_000


def error(answer: Answer) -> dict[str, Any]:
    """Return the body of an error status."""
    return {"error": {"message": answer.error, "type": "error", "param": None, "code": None, **answer.detail}}


def chat_stream(answer: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the events of a streamed chat completion."""
    base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": CREATED, "model": body["model"]}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        return _data({**base, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    yield chunk({"role": "assistant", "content": ""})
    for piece in answer.thinking:
        yield chunk({"reasoning_content": piece})
    for piece in answer.pieces:
        yield chunk({"content": piece})
    if answer.cites:
        yield chunk({"annotations": _annotations(answer, nested=True)})
    for index, call in enumerate(answer.calls):
        half = len(call.arguments) // 2
        function = {"name": call.name, "arguments": call.arguments[:half]}
        yield chunk({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]})
        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": call.arguments[half:]}}]})
    yield chunk({}, answer.finish or ("tool_calls" if answer.calls else "stop"))
    if answer.usage is not None and (body.get("stream_options") or {}).get("include_usage"):
        yield _data({**base, "choices": [], "usage": _chat_usage(answer.usage)})
    yield b"data: [DONE]\n\n"


def chat_whole(answer: Answer, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chat completion in one piece."""
    message: dict[str, Any] = {"role": "assistant", "content": "".join(answer.pieces) or None}
    if answer.calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in answer.calls
        ]
    finish = answer.finish or ("tool_calls" if answer.calls else "stop")
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": CREATED,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        **({"usage": _chat_usage(answer.usage)} if answer.usage is not None else {}),
    }


def chat_stream_error(answer: Answer) -> bytes:
    """Return an error event inside a stream."""
    return _data({"error": {"message": answer.error, "code": 502, "type": "server_error"}})


def responses_stream(answer: Answer, body: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the events of a streamed response of the Responses API."""
    number = iter(range(1_000_000))

    def event(kind: str, **fields: Any) -> bytes:
        data = {"type": kind, "sequence_number": next(number), **fields}
        return f"event: {kind}\n".encode() + _data(data)

    def response(status: str, output: list[Any]) -> dict[str, Any]:
        usage = answer.usage
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": CREATED,
            "status": status,
            "model": body["model"],
            "output": output,
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "error": None,
            "incomplete_details": None,
            "instructions": None,
            "metadata": {},
            "temperature": 1.0,
            "top_p": 1.0,
            "usage": None if status != "completed" or usage is None else _responses_usage(usage),
        }

    yield event("response.created", response=response("in_progress", []))
    output: list[Any] = []
    if answer.thinking:
        item = {"id": "rs_1", "type": "reasoning", "summary": []}
        part = {"type": "summary_text", "text": ""}
        place = {"item_id": "rs_1", "output_index": 0, "summary_index": 0}
        yield event("response.output_item.added", output_index=0, item=item)
        yield event("response.reasoning_summary_part.added", **place, part=part)
        for piece in answer.thinking:
            yield event("response.reasoning_summary_text.delta", **place, delta=piece)
        output.append({**item, "summary": [{**part, "text": "".join(answer.thinking)}]})
        yield event("response.output_item.done", output_index=0, item=output[-1])
    if answer.pieces:
        item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "in_progress", "content": []}
        part = {"type": "output_text", "text": "", "annotations": []}
        place = {"item_id": "msg_1", "output_index": len(output), "content_index": 0}
        yield event("response.output_item.added", output_index=len(output), item=item)
        yield event("response.content_part.added", **place, part=part)
        for piece in answer.pieces:
            yield event("response.output_text.delta", **place, delta=piece, logprobs=[])
        annotations = _annotations(answer)
        for number_of, annotation in enumerate(annotations):
            yield event(
                "response.output_text.annotation.added", **place, annotation_index=number_of, annotation=annotation
            )
        part = {**part, "text": "".join(answer.pieces), "annotations": annotations}
        yield event("response.output_text.done", **place, text=part["text"], logprobs=[])
        yield event("response.content_part.done", **place, part=part)
        output.append({**item, "status": "completed", "content": [part]})
        yield event("response.output_item.done", output_index=len(output) - 1, item=output[-1])
    for call in answer.calls:
        index = len(output)
        item = {
            "id": f"fc_{index}",
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": "",
            "status": "in_progress",
        }
        place = {"item_id": item["id"], "output_index": index}
        yield event("response.output_item.added", output_index=index, item=item)
        yield event("response.function_call_arguments.delta", **place, delta=call.arguments)
        yield event("response.function_call_arguments.done", **place, name=call.name, arguments=call.arguments)
        output.append({**item, "arguments": call.arguments, "status": "completed"})
        yield event("response.output_item.done", output_index=index, item=output[-1])
    if answer.finish == "content_filter":
        cut = {**response("incomplete", output), "incomplete_details": {"reason": answer.finish}}
        yield event("response.incomplete", response=cut)
        return
    yield event("response.completed", response=response("completed", output))


def responses_stream_error(answer: Answer) -> bytes:
    """Return an error event inside a stream of the Responses API."""
    data = {
        "type": "error",
        "code": "server_error",
        "message": answer.error,
        "param": None,
        "sequence_number": 99,
    }
    return b"event: error\n" + _data(data)


def _annotations(answer: Answer, *, nested: bool = False) -> list[dict[str, Any]]:
    """Return what the text cites as the Responses API writes it, or, `nested`, Chat Completions."""
    length = len("".join(answer.pieces))
    found = [{"url": url, "title": title, "start_index": 0, "end_index": length} for url, title in answer.cites]
    kind = "url_citation"
    return [{"type": kind, kind: each} if nested else {"type": kind, **each} for each in found]


def _chat_usage(usage: Mapping[str, Any]) -> dict[str, Any]:
    read, written = usage["input"], usage["output"]
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _responses_usage(usage: Mapping[str, Any]) -> dict[str, Any]:
    read, written = usage["input"], usage["output"]
    return {
        "input_tokens": read,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": written,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": read + written,
    }


def _data(value: Any) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()
