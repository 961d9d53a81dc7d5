"""Requests for the files of workspaces, in words of people."""

import pytest

from bailiwick.features.code.file_requests import FileListReader, FileReader
from bailiwick.tools.records import PastCall, Request

ONE = {"workspace": "w1", "path": "report.md", "agent": "Main", "swarm": False, "bytes": 5, "date": "2027-01-02"}
TWO = {"workspace": "w2", "path": "a b/data.csv", "agent": None, "swarm": True, "bytes": 9, "date": "2027-01-01"}
LISTED = PastCall(name="listWorkspaceFiles", arguments={}, result={"files": [ONE, TWO], "more": 0})


def request(text, *past, language="en"):
    return Request(text=text, language=language, past_calls=past, just_called=past[-1] if past else None)


@pytest.mark.parametrize(
    "text",
    [
        "what files are in the workspace?",
        "which files are there in the sandbox",
        "whats in the workspace",
        "show me the files in my workspace please",
        "list all files of the workspace",
        "what files did the agents make?",
        "show me the files the agents have written",
        "what files do i have",
        "¿qué ficheros hay en el espacio de trabajo?",
        "que archivos hay en el sandbox",
        "muéstrame los archivos del espacio de trabajo",
        "qué hay en mi espacio de trabajo",
        "¿qué archivos han hecho los agentes?",
        "que ficheros crearon los agentes",
    ],
)
def test_a_request_for_the_list_is_read(text):
    assert FileListReader().read(request(text)) is not None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("open the file notes.txt", "notes.txt"),
        ("open report.md", "report.md"),
        ("read out/data.csv please", "out/data.csv"),
        ("download invoice.pdf", "invoice.pdf"),
        ("show me the file README from the workspace", "README"),
        ("what's in results.json?", "results.json"),
        ("abre el fichero notas.txt", "notas.txt"),
        ("descarga informe.pdf", "informe.pdf"),
        ("open the file setup.sh", "setup.sh"),
        ("open the data.avro file", "data.avro"),
        ("what's in the file data.avro?", "data.avro"),
        ("show me data.avro from the workspace", "data.avro"),
        ("abre el archivo datos.avro", "datos.avro"),
        ("que hay en el fichero datos.avro", "datos.avro"),
        ("descarga datos.avro del espacio de trabajo", "datos.avro"),
        ("OPEN REPORT.MD", "REPORT.MD"),
        ("¿qué pone en resumen.md?", "resumen.md"),
    ],
)
def test_a_file_is_named(text, path):
    assert FileReader().read(request(text)).arguments == {"path": path}


@pytest.mark.parametrize(
    "text",
    [
        "open the window",
        "open the report",
        "what documents do I have?",
        "show my tasks",
        "open example.com",
        "show me www.bbc.co.uk",
        "give me 5.50",
        "what is in version 2.0",
        "read section 3.2",
        "abre google.com",
        "dame 5.50",
        "que hay en elpais.es",
    ],
)
def test_other_requests_are_left_alone(text):
    assert FileReader().read(request(text)) is None
    assert FileListReader().read(request(text)) is None


@pytest.mark.parametrize(
    ("text", "one"), [("open the second one", TWO), ("download the first", ONE), ("descarga el último", TWO)]
)
def test_one_of_those_that_were_listed_is_meant(text, one):
    found = FileReader().read(request(text, LISTED))
    assert found.arguments == {"path": one["path"], "workspace": one["workspace"]}


def test_the_list_leads_to_each_file():
    said = FileListReader().say({}, LISTED.result, "en")
    assert "1. [report.md](/memory/workspaces/w1?path=report.md) (2027-01-02, Main)" in said
    assert "2. [a b/data.csv](/memory/workspaces/w2?path=a%20b%2Fdata.csv) (2027-01-01, of a team)" in said
    assert "ningún archivo" in FileListReader().say({}, {"files": [], "more": 0}, "es")


def test_a_name_writes_nothing_but_itself_into_the_answer():
    odd = {**ONE, "path": "a\n# Pay now\r\u2028[x](http://x.test)<b>.md", "kind": "not", "text": "", "next": None}
    listed = FileListReader().say({}, {"files": [odd], "more": 0}, "en")
    opened = FileReader().say({}, {**odd, "download": "/api/x"}, "en")
    for said in (listed, opened):
        assert "[a # Pay now  \\[x\\](http://x.test)\\<b\\>.md](/memory/" in said
    assert len(listed.splitlines()) == 3
