"""Projects by talking: whole conversations without a model, in English and Spanish."""

import asyncio

import re2

from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import Person, person, running

TALKS = {
    "this conversation": [
        ("create a project Kitchen", r'^I created the project "Kitchen"\. .*Say "undo"'),
        ("what is in project Kitchen?", r'^Nothing is in the project "Kitchen" yet\.'),
        ("put this in project Kitchen", r'^This conversation is in the project "Kitchen" now\. Say "undo"'),
        ("put this into the kitchen project", r'^This conversation was in the project "Kitchen" already\.'),
        ("what's in the kitchen project", '^In the project "Kitchen":\n- 1 conversation: A thread$'),
        ("remove this from project kitchen", r'"A thread" \(conversation\) is no longer in the project'),
        ("undo", r'^This conversation is in the project "Kitchen" now\.'),
        ("undo", r"is no longer in the project"),
        ("remove this from project kitchen", r'^There is nothing called "A thread" in the project "Kitchen"\.'),
        ("put this chat in the project", r'^This conversation is in the project "Kitchen" now\.'),
        ("what is in it", '^In the project "Kitchen":\n- 1 conversation: A thread$'),
    ],
    "what was just made": [
        ("create a project called House", '"House"'),
        ("add nails to my Measures list", "[Mm]easures"),
        ("put it in project House", r'^"Measures[^"]*" \(note\) is in the project "House" now\.'),
        ("create a task: Buy paint", "Buy paint"),
        ("put this task in project house", r'^"Buy paint" \(task\) is in the project "House" now\.'),
        ("what is in project house?", '^In the project "House":\n- 1 task: Buy paint\n- 1 note: Measures[^\n]*$'),
        (
            "take the note Measures out of project House",
            r'^"Measures[^"]*" \(note\) is no longer in the project "House"',
        ),
        ("what projects do I have?", r"^Your projects:\n1\. House: 1 task$"),
    ],
    "asked back": [
        ("create a project", r"^What shall the project be called\?"),
        ("Garden", 'I created the project "Garden"'),
        ("put this in project Attic", r'There is no project "Attic"\. Shall I create it\?'),
        ("yes", r'^I created the project "Attic" and put this conversation into it\.'),
        ("put the task Paint it in project Attic", r'I found nothing called "Paint it"'),
        ("show the project attic", "1 conversation"),
    ],
    "another name": [
        ("create a project Kitchen", "Kitchen"),
        ("rename the project kitchen to Bathroom", r'^The project "Kitchen" is called "Bathroom" now\. Say "undo"'),
        ("undo", r'^The project "Bathroom" is called "Kitchen" now\.'),
        ("archive the project kitchen", r'^The project "Kitchen" is archived; what is in it stays\.'),
        ("what are my projects", "You have no projects"),
        ("unarchive the project kitchen", r"is no longer archived\."),
        ("delete the project kitchen", r'^The project "Kitchen" is deleted; all that was in it stays\. Say "undo"'),
        ("undo", r'^The project "Kitchen" is back'),
        ("create a project kitchen", r'There is already a project "kitchen"\.'),
    ],
    "en español": [
        ("crea un proyecto Cocina", r"^He creado el proyecto «Cocina»\. .*Di «deshacer»"),
        ("mete esto en el proyecto Cocina", r"^Esta conversación está ahora en el proyecto «Cocina»\."),
        ("añade 60 cm a la lista Medidas", "Medidas"),
        ("ponlo en el proyecto cocina", r"^«[^»]*Medidas» \(nota\) está ahora en el proyecto «Cocina»\."),
        ("¿qué hay en el proyecto Cocina?", "^En el proyecto «Cocina»:\n- 1 conversación: .*\n- 1 nota: .*Medidas$"),
        ("saca la nota medidas del proyecto cocina", r"^«[^»]*Medidas» \(nota\) ya no está en el proyecto «Cocina»"),
        ("deshaz eso", r"^«[^»]*Medidas» \(nota\) está ahora en el proyecto «Cocina»\."),
        ("que proyectos tengo", r"^Tus proyectos:\n1\. Cocina: 1 conversación, 1 nota$"),
        ("renombra el proyecto cocina a Baño", r"^El proyecto «Cocina» se llama ahora «Baño»\."),
        ("archiva el proyecto baño", r"^El proyecto «Baño» está archivado"),
        ("borra el proyecto baño", r"^He borrado el proyecto «Baño»; todo lo que había en él se queda\."),
        ("deshacer", r"^El proyecto «Baño» ha vuelto"),
    ],
    "no project": [
        ("mete esto en el proyecto Cocina", r"^No hay ningún proyecto «Cocina»\. ¿Lo creo\?"),
        ("sí", r"^He creado el proyecto «Cocina» y he metido en él esta conversación\."),
    ],
}


async def talk(somebody: Person, turns) -> list[str]:
    thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
    return [(await somebody.ask(message, conversation_id=thread.id)).answer or "" for message, _ in turns]


def test_projects_are_kept_by_talking(own_database, tmp_path):
    async def story() -> dict[str, list[str]]:
        async with running(own_database.owner, tmp_path) as platform:
            return {title: await talk(await person(platform), turns) for title, turns in TALKS.items()}

    told = asyncio.run(story())
    wrong = [
        f"{title}: {message!r} was answered: {answer}"
        for title, turns in TALKS.items()
        for (message, part), answer in zip(turns, told[title], strict=True)
        if not re2.search(f"(?s){part}", answer)
    ]
    assert not wrong, "\n".join(wrong)
