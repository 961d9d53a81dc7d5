"""What there is to doubt about an answer, before anybody has read it."""

from collections.abc import Sequence

from pydantic_ai.messages import ModelMessage, ModelResponse


def doubts_of(content: str, last: ModelMessage | None, *, tool_error: bool, limit: bool) -> Sequence[str]:
    """Return the reasons for a review of an answer, of which `last` is the last message.

    `refusal` is what the provider says of its response, never how the answer is worded.
    """
    withheld = isinstance(last, ModelResponse) and last.finish_reason == "content_filter"
    return [
        *(["empty"] if not content.strip() else []),
        *(["tool-error"] if tool_error else []),
        *(["limit"] if limit else []),
        *(["refusal"] if withheld else []),
    ]
