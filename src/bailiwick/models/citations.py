"""What a provider says that an answer rests on, as the model library reads it."""

from pydantic_ai.messages import ModelResponse, TextPart, WebCitationSource

from bailiwick.kernel.cited import CitedPage, cited_pages


def cited_in(response: ModelResponse) -> tuple[CitedPage, ...]:
    """Return the pages that the texts of a response cite, in their order.

    The library reads OpenAI's `url_citation` annotations (Responses and Chat Completions, so OpenRouter too),
    Anthropic's citations and Google's grounding. It drops a bare list `citations` beside the answer, as Perplexity
    sends it.
    """
    return cited_pages(
        (source.url, source.title)
        for part in response.parts
        if isinstance(part, TextPart)
        for citation in part.citations or ()
        for source in citation.sources
        if isinstance(source, WebCitationSource)
    )
