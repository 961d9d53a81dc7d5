"""Requests for documents as such, and for one of those that were told of."""

import pytest

from bailiwick.features.documents.requests import (
    DocumentDownloadReader,
    DocumentListReader,
    DocumentReader,
    DocumentSearchReader,
)
from bailiwick.tools.records import PastCall, Request

LISTED = PastCall(
    name="listDocuments",
    arguments={},
    result={"documents": [{"document": "d1", "title": "Lease"}, {"document": "d2", "title": "Plan"}]},
)


def request(text, *past):
    return Request(text=text, language="en", past_calls=past, just_called=past[-1] if past else None)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("show me my documents", True),
        ("list my documents please", True),
        ("what documents do I have?", True),
        ("my docs", True),
        ("muéstrame mis documentos", True),
        ("¿qué documentos tengo?", True),
        ("search my documents for the notice period", False),
        ("show me my notes", False),
        ("write a document about cats", False),
        ("what do my documents say about rent?", False),
    ],
)
def test_a_request_for_the_list_is_read(text, asked):
    assert (DocumentListReader().read(request(text)) is not None) is asked
    if asked:
        assert DocumentSearchReader().read(request(text)) is None


def test_one_of_those_that_were_told_of_is_opened():
    reader = DocumentReader()
    for text, document in (("open the second", "d2"), ("read the first one", "d1"), ("abre el último", "d2")):
        assert reader.read(request(text, LISTED)).arguments == {"document": document}, text
    assert reader.read(request("open the second")) is None
    assert reader.read(request("open the document Lease")).arguments == {"document": "Lease"}
    assert reader.read(request("open the window", LISTED)) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("open the report", "report"),
        ("show me my invoice from March", "invoice from March"),
        ("abre la factura", "factura"),
        ("léeme el contrato de alquiler", "contrato de alquiler"),
    ],
)
def test_a_paper_is_opened_by_what_it_is(text, title):
    assert DocumentReader().read(request(text)).arguments == {"document": title}


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("download the second one", "d2"),
        ("descarga el primero", "d1"),
        ("download the invoice", "invoice"),
        ("save the document Lease", "Lease"),
        ("descárgame la factura de marzo", "factura de marzo"),
    ],
)
def test_a_document_is_downloaded(text, document):
    assert DocumentDownloadReader().read(request(text, LISTED)).arguments == {"document": document}


@pytest.mark.parametrize("text", ["download the internet", "save the world", "descarga la aplicación", "get the news"])
def test_what_is_no_document_is_not_downloaded(text):
    assert DocumentDownloadReader().read(request(text, LISTED)) is None


def test_the_list_is_numbered_and_a_document_is_quoted():
    assert DocumentListReader().say({}, {"documents": []}, "es").startswith("Aún no guardas ningún documento")
    told = {"documents": [{"title": "Le*ase", "date": "2027-01-02"}]}
    assert DocumentListReader().say({}, told, "en") == "Your documents:\n\n1. **Le\\*ase** (2027-01-02)"
    text = {"title": "Lease", "text": "One\ntwo", "characters": 7, "next": None}
    assert DocumentReader().say({}, text, "en") == "**Lease**\n\n> One\n> two"


def test_a_title_writes_nothing_but_itself_into_the_answer():
    said = DocumentListReader().say({}, {"documents": [{"title": "a\n# Pay *now*", "date": "2027-01-02"}]}, "en")
    assert said.splitlines()[-1] == "1. **a # Pay \\*now\\*** (2027-01-02)"
