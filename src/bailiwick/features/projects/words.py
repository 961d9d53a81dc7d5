"""Answers about projects, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick_router.core.language import Language

Said = Mapping[str, Any]
"""What a tool of projects returns."""

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "created": 'I created the project "{project}". Say "put this in project {project}" to put this'
        " conversation into it. {undo}",
        "put": '"{title}" ({one}) is in the project "{project}" now. {undo}',
        "put here": 'This conversation is in the project "{project}" now. {undo}',
        "put already": '"{title}" ({one}) was in the project "{project}" already.',
        "put already here": 'This conversation was in the project "{project}" already.',
        "put created": 'I created the project "{project}" and put "{title}" ({one}) into it. {undo}',
        "put created here": 'I created the project "{project}" and put this conversation into it. {undo}',
        "removed": '"{title}" ({one}) is no longer in the project "{project}"; it stays where it is. {undo}',
        "renamed": 'The project "{before}" is called "{project}" now. {undo}',
        "archived": 'The project "{project}" is archived; what is in it stays. {undo}',
        "unarchived": 'The project "{project}" is no longer archived. {undo}',
        "unchanged": 'The project "{project}" was so already.',
        "deleted": 'The project "{project}" is deleted; all that was in it stays. {undo}',
        "restored": 'The project "{project}" is back, with what was in it.',
        "undo": 'Say "undo" to take that back.',
        "none": 'You have no projects. Say for example "create a project Kitchen".',
        "list": "Your projects:",
        "listed": "{project}: {counts}",
        "listed empty": "{project}: nothing yet",
        "empty": 'Nothing is in the project "{project}" yet. Say for example "put this in project {project}".',
        "show": 'In the project "{project}":',
        "group": "{number} {name}: {titles}",
        "more": "{titles} and {count} more",
    },
    "es": {
        "created": "He creado el proyecto «{project}». Di «mete esto en el proyecto {project}» para meter en él esta"
        " conversación. {undo}",
        "put": "«{title}» ({one}) está ahora en el proyecto «{project}». {undo}",
        "put here": "Esta conversación está ahora en el proyecto «{project}». {undo}",
        "put already": "«{title}» ({one}) ya estaba en el proyecto «{project}».",
        "put already here": "Esta conversación ya estaba en el proyecto «{project}».",
        "put created": "He creado el proyecto «{project}» y he metido en él «{title}» ({one}). {undo}",
        "put created here": "He creado el proyecto «{project}» y he metido en él esta conversación. {undo}",
        "removed": "«{title}» ({one}) ya no está en el proyecto «{project}»; se queda donde está. {undo}",
        "renamed": "El proyecto «{before}» se llama ahora «{project}». {undo}",
        "archived": "El proyecto «{project}» está archivado; lo que hay en él se queda. {undo}",
        "unarchived": "El proyecto «{project}» ya no está archivado. {undo}",
        "unchanged": "El proyecto «{project}» ya estaba así.",
        "deleted": "He borrado el proyecto «{project}»; todo lo que había en él se queda. {undo}",
        "restored": "El proyecto «{project}» ha vuelto, con lo que había en él.",
        "undo": "Di «deshacer» para volver atrás.",
        "none": "No tienes proyectos. Di, por ejemplo, «crea un proyecto Cocina».",
        "list": "Tus proyectos:",
        "listed": "{project}: {counts}",
        "listed empty": "{project}: nada todavía",
        "empty": "Aún no hay nada en el proyecto «{project}». Di, por ejemplo, «mete esto en el proyecto {project}».",
        "show": "En el proyecto «{project}»:",
        "group": "{number} {name}: {titles}",
        "more": "{titles} y {count} más",
    },
}
SHOWN = 10
"""Titles of one kind that are named."""


def created(said: Said, language: Language) -> str:
    """Return that a project is created."""
    return _text("created", said, language)


def put(said: Said, language: Language) -> str:
    """Return what is in which project now."""
    key = "put already" if said["already"] else "put created" if said["created"] else "put"
    return _text(f"{key} here" if said["here"] else key, said, language)


def removed(said: Said, language: Language) -> str:
    """Return what is in a project no longer."""
    return _text("removed", said, language)


def changed(said: Said, language: Language) -> str:
    """Return what a project is called, or whether it is archived."""
    if said["before"] is not None:
        return _text("renamed", said, language)
    if not said["changed"]:
        return _text("unchanged", said, language)
    return _text("archived" if said["archived"] else "unarchived", said, language)


def deleted(said: Said, language: Language) -> str:
    """Return that a project is deleted, and what stays."""
    return _text("deleted", said, language)


def restored(said: Said, language: Language) -> str:
    """Return that a project is back."""
    return _text("restored", said, language)


def listed(said: Said, language: Language) -> str:
    """Return projects as a numbered list, each with what is in it."""
    found: Sequence[Said] = said["projects"]
    if not found:
        return _text("none", {}, language)
    lines = [
        f"{number}. {_text('listed' if each['counts'] else 'listed empty', each, language)}"
        for number, each in enumerate(found, 1)
    ]
    return "\n".join([_text("list", {}, language), *lines])


def shown(said: Said, language: Language) -> str:
    """Return what is in a project, a line for each kind."""
    groups: Sequence[Said] = said["groups"]
    if not groups:
        return _text("empty", said, language)
    lines: list[str] = []
    for group in groups:
        titles = ", ".join(group["titles"][:SHOWN])
        if group["total"] > SHOWN:
            titles = TEXTS[language]["more"].format(titles=titles, count=group["total"] - SHOWN)
        lines.append(f"- {TEXTS[language]['group'].format(number=group['total'], name=group['name'], titles=titles)}")
    return "\n".join([_text("show", said, language), *lines])


def _text(key: str, said: Said, language: Language) -> str:
    texts = TEXTS[language]
    return texts[key].format(**{**said, "undo": texts["undo"]})
