"""How requests about the files of workspaces are read and answered without a language model."""

import shlex
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from bailiwick.features.code.results import fenced
from bailiwick.kernel.quoting import without_marks
from bailiwick.tools.records import LeftFile, Recognition, Request
from bailiwick.tools.references import picked, wanted
from bailiwick.tools.sentences import Sentences
from bailiwick_router.core.language import Language

MAX_REQUEST = 1_000
"""Longest request read as one about files, in characters."""
SHOWN = 1_500
"""Characters of a file that an answer shows."""
NOUNS = ("file", "one", "archivo", "fichero")
SENTENCES = Sentences(files("bailiwick.features.code") / "sentences")
CLOSERS = "\"'“”«»‘’`?! "
LIST, READ = "listWorkspaceFiles", "readWorkspaceFile"


class FileListReader:
    """Reads "what files are in the workspace?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        found = SENTENCES.read("list-files", request.core)
        return None if found is None else Recognition(arguments={}, confidence=0.94)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the files, numbered, the last changed first, each with the way to it."""
        del arguments
        spanish = language == "es"
        if not result["files"]:
            return (
                "Los agentes aún no han dejado ningún archivo en sus espacios de trabajo."
                if spanish
                else "Agents have left no file in their workspaces yet."
            )
        lines = ["Archivos de los agentes:" if spanish else "Files that agents made:", ""]
        for number, each in enumerate(result["files"], 1):
            whose = _whose(each, spanish=spanish)
            lines.append(f"{number}. {file_link(each)} ({each['date']}{whose})")
        if result["more"]:
            lines += ["", f"… y {result['more']} más." if spanish else f"… and {result['more']} more."]
        return "\n".join(lines)


class FileReader:
    """Reads "open the file notes.txt", and after a list "open the second one" and "download it"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which file; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        core = request.core
        told = _told(request)
        chosen = wanted(request.text, told, NOUNS)
        if chosen is None and told and (asked := SENTENCES.read("download-one", core)):
            chosen = picked(asked.slots.get("that", "it"), told, NOUNS)
        if chosen is not None:
            return Recognition(arguments={"path": chosen["path"], "workspace": chosen["workspace"]}, confidence=0.93)
        found = SENTENCES.read("open-file", core)
        path = next(iter(found.slots.values()), "").strip(CLOSERS) if found else ""
        return Recognition(arguments={"path": path}, confidence=0.94) if path else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the beginning of a text, and where the file can be seen and downloaded."""
        del arguments
        spanish, text = language == "es", result["text"][:SHOWN].rstrip()
        more = len(result["text"]) > SHOWN or result["next"] is not None
        ways = f"{file_link(result)} · [{'descargar' if spanish else 'download'}]({result['download']})"
        if result["kind"] == "not":
            only = "No es un texto; se puede descargar." if spanish else "It is no text; it can be downloaded."
            return f"{ways}\n\n{only}"
        if not text:
            return ways
        rest = ("\n\n… el resto está en el archivo." if spanish else "\n\n… the rest is in the file.") if more else ""
        return f"{ways}\n\n{fenced(text)}{rest}"


def file_link(file: Mapping[str, Any]) -> str:
    """Return the way to a file in the app, as Markdown."""
    path = file["path"]
    return f"[{without_marks(path)}]({page_address(file['workspace'], path)})"


def download_address(workspace_id: str, path: str) -> str:
    """Return where a file is downloaded."""
    return f"/api/workspaces/{workspace_id}/download?path={quote(path, safe='')}"


def left_file(workspace_id: str, path: str, size: int, picture: bytes | None = None) -> LeftFile:
    """Return a file of a workspace as an answer lists it; of a `picture` a copy is kept and shown."""
    return LeftFile(
        name=path,
        size=size,
        download=download_address(workspace_id, path),
        page=page_address(workspace_id, path),
        command=f"bailiwick workspaces download {shlex.quote(path)} --workspace {workspace_id}",
        content=picture,
    )


def page_address(workspace_id: str, path: str) -> str:
    """Return where a file is seen in the web app."""
    return f"/memory/workspaces/{workspace_id}?path={quote(path, safe='')}"


def _whose(file: Mapping[str, Any], *, spanish: bool) -> str:
    if file["swarm"]:
        return ", de un equipo" if spanish else ", of a team"
    return f", {file['agent']}" if file["agent"] else ""


def _told(request: Request) -> Sequence[Mapping[str, Any]]:
    """Return the files that the last call told of."""
    listed, opened = request.latest(LIST), request.latest(READ)
    if listed is not None and listed.why is None:
        return listed.result["files"]
    return [opened.result] if opened is not None and opened.why is None else []
