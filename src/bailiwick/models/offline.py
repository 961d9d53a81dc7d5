"""The offline model: plans with an agent's tools, by their own recognisers, when no model is configured."""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.kernel.reasons import Reason, text_of
from bailiwick.kernel.usage import Outcome, Usage
from bailiwick.models import small_talk
from bailiwick.models.contract import ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.models.history import (
    Answered,
    answered_calls,
    as_text,
    ends_with_user,
    returns_since_last_response,
    spoken_before,
)
from bailiwick.models.offline_words import (
    FAILED,
    RESULT,
    cannot_answer,
    cannot_use,
    greeting,
    in_place_of,
    introduction,
    kept,
)
from bailiwick.models.recognising import LAST_CHOICE, recognise, request_of
from bailiwick.models.several import pieces
from bailiwick.tools.records import MissingTool, Recognition, Referent, Request
from bailiwick_router.core.language import Language, told_language

PIECE = 24
"""Characters after which the next piece of streamed text begins, at a word's end."""

LOG = logging.getLogger(__name__)

Planned = tuple[Sequence[TextPart | ToolCallPart], Outcome]
"""What to say or call next, and whether that does anything for who asked."""


class OfflineCaller:
    """Deterministic: the same request gets the same response, tool call ids included."""

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Answer from tool results, else ask for the tool that fits best, else say what is missing."""
        del on_retry
        texts = request.asked or ("",)
        language, taken = request.language, list[Referent]()
        parts, outcome = self._answer_from_results(request, language) or self._read(request, texts, taken)
        if request.passed_over:
            cause = in_place_of(request.passed_over[0], language)
            parts = [_after(cause, part) if isinstance(part, TextPart) else part for part in parts]
        for part in parts:
            if isinstance(part, TextPart):
                await stream_words(part.content, on_text)
        response = ModelResponse(parts=parts, model_name="offline", finish_reason="stop")
        return ModelReply(response=response, usage=Usage(model_calls=1), outcome=outcome, referents=taken)

    def _answer_from_results(self, request: ModelRequest, language: Language) -> Planned | None:
        """Put results that are not put into words yet; calls that all failed answer nothing."""
        returns = returns_since_last_response(request.messages)
        # A request without tools after results is the loop asking for the best answer at its limit.
        if not returns or (ends_with_user(request.messages) and request.tools):
            return None
        answers = answered_calls(request.messages)[-len(returns) :]
        outcome = Outcome.ANSWERED if any(answer.error is None for answer in answers) else Outcome.UNANSWERED
        return [TextPart(content="\n\n".join(self._say(request, answer, language) for answer in answers))], outcome

    def _say(self, request: ModelRequest, answer: Answered, language: Language) -> str:
        call = answer.call
        if answer.error is not None:
            # A reason, and what a helper says, is a sentence for people; what a service said needs a word before it.
            said = text_of(answer.error, language)
            helper = any(tool.helper is not None for tool in request.tools if tool.name == call.name)
            return said if helper or isinstance(answer.error, Reason) else FAILED[language].format(error=said)
        recogniser = request.recognisers.get(call.name)
        if recogniser is not None:
            try:
                return recogniser.say(call.arguments, call.result, language)
            except Exception:
                LOG.warning("the recogniser of %s could not word its result", call.name, exc_info=True)
        return RESULT[language].format(result=as_text(call.result))

    def _read(self, request: ModelRequest, texts: Sequence[str], taken: list[Referent]) -> Planned:
        """Ask for the tool that fits the first of these texts that any fits; add to `taken` what that means."""
        language = request.language
        if request.asked and not any(text.strip() for text in texts):
            said = introduction(request.agent_name, request.agent_purpose, language)
            return [TextPart(content=said)], Outcome.ANSWERED
        before, turns = spoken_before(request.messages)
        told = kept(request.known)
        for text in texts:
            if small_talk.read(text, (small_talk.DANGER,)):
                return [TextPart(content=small_talk.word_on(text, language) or "")], Outcome.ANSWERED
            found = self._several(request, text, language)
            best = None if found else self._best(request, text, language)
            if best is not None and not (told and best[1].confidence <= LAST_CHOICE):
                found = [best]
            if found:
                for _, recognition in found:
                    taken += recognition.referents
                calls = [
                    _call(len(request.messages), text, name, arguments)
                    for name, recognition in found
                    for arguments in (recognition.arguments, *recognition.further)
                ]
                return list({call.tool_call_id: call for call in calls}.values()), Outcome.ANSWERED
            unusable = self._needed(request, text, language)
            if unusable is not None:
                return [TextPart(content=cannot_use([unusable], language))], Outcome.UNANSWERED
        if told:
            return [TextPart(content=told)], Outcome.ANSWERED
        roster = [f"{agent.name}: {agent.description}" for agent in request.roster]
        for text in texts:
            courtesy = small_talk.word_on(text, language, before=before, turns=turns) or greeting(
                text,
                language,
                name=request.agent_name,
                purpose=request.agent_purpose,
                roster=roster,
                configured=bool(request.passed_over),
            )
            if courtesy:
                not_done = small_talk.read(text, small_talk.ASKED_OF_ANYBODY) is not None
                return [TextPart(content=courtesy)], Outcome.UNANSWERED if not_done else Outcome.ANSWERED
        lacks = [lack.text(language) for lack in request.lacks]
        return [TextPart(content=cannot_answer(language, roster, request.missing, lacks))], Outcome.UNANSWERED

    def _several(self, request: ModelRequest, text: str, language: Language) -> Sequence[tuple[str, Recognition]]:
        """Return what tools read of several requests in one text, each by itself; none where it is one request.

        It is one where one tool reads all of it and each of its pieces.
        """

        @cache
        def best(piece: str) -> tuple[str, Recognition] | None:
            found = self._best(request, piece, told_language(piece) or language)
            return None if found is None or found[1].confidence <= LAST_CHOICE else found

        found = pieces(text, lambda piece: best(piece) is not None)
        if not found or any(each.leans for each in found):
            return ()
        read = [each for each in (best(text[piece.start : piece.end]) for piece in found) if each is not None]
        names, whole = {name for name, _ in read}, best(text)
        return () if whole is not None and names == {whole[0]} else read

    def _best(self, request: ModelRequest, text: str, language: Language) -> tuple[str, Recognition] | None:
        if not text.strip():
            return None
        reading = _reading(request, text, language)
        best: tuple[str, Recognition] | None = None
        for tool in request.tools:
            recogniser = request.recognisers.get(tool.name)
            recognition = recognise(tool.name, recogniser, reading) if recogniser is not None else None
            if recognition is not None and (best is None or recognition.confidence > best[1].confidence):
                best = tool.name, recognition
        return best

    def _needed(self, request: ModelRequest, text: str, language: Language) -> MissingTool | None:
        """Return the tool that the text asks for and that cannot be used now."""
        reading = _reading(request, text, language)
        for tool in request.missing if text.strip() else ():
            if tool.reader is not None and recognise(tool.name, tool.reader, reading) is not None:
                return tool
        return None


def _after(cause: str, said: TextPart) -> TextPart:
    return replace(said, content=f"{cause}\n\n{said.content}")


def _reading(request: ModelRequest, text: str, language: Language) -> Request:
    servers = {tool.name: tool.server for tool in request.tools}
    return request_of(text, language, request.messages, servers, request.known)


async def stream_words(text: str, on_text: OnText, strand: Strand = SAID) -> None:
    """Hand `text` over in pieces that end with a word, each with its offset."""
    start = 0
    while start < len(text):
        end = text.find(" ", start + PIECE) + 1 or len(text)
        await on_text(start, text[start:end], strand)
        start = end


def _call(position: int, text: str, name: str, arguments: Mapping[str, object]) -> ToolCallPart:
    call_id = _call_id(position, text, name, arguments)
    return ToolCallPart(tool_name=name, args=dict(arguments), tool_call_id=call_id)


def _call_id(position: int, text: str, name: str, arguments: Mapping[str, object]) -> str:
    seed = json.dumps([position, text, name, arguments], sort_keys=True, ensure_ascii=True, default=str)
    return f"offline_{hashlib.sha256(seed.encode()).hexdigest()[:16]}"
