"""Topics of facts by what people call them."""

from collections.abc import Mapping

from bailiwick.plugin import plain

TOPICS: Mapping[str, str] = {
    "animals": "animal fauna wildlife zoology nature creature beast animales zoologia naturaleza bicho criatura",
    "space": "astronomy universe planet star cosmos galaxy moon rocket nasa espacio astronomia universo planeta"
    " estrella galaxia luna cohete cosmos",
    "geography": "country earth world place travel mountain river lake map geografia pais tierra mundo lugar viaje"
    " montana rio lago mapa",
    "history": "past ancient egypt rome war king historia pasado antiguedad guerra",
    "science": "physics chemistry biology ciencia fisica quimica biologia",
    "body": "human anatomy health medicine cuerpo humano anatomia salud medicina",
    "food": "cooking cuisine fruit vegetable drink comida cocina fruta verdura alimento bebida gastronomia",
    "language": "word linguistics alphabet letter idioma lengua lenguaje palabra linguistica alfabeto letra",
    "technology": "computer computing internet tech programming software invention tecnologia computadora informatica"
    " ordenador programacion invento",
    "arts": "art music painting literature book composer painter arte musica pintura literatura libro",
    "plants": "plant tree flower botany garden planta arbol flor botanica jardin",
    "ocean": "sea marine water fish oceano mar agua pez peces marino",
    "weather": "climate temperature lightning rain clima tiempo temperatura rayo lluvia",
    "maths": "math mathematics number geometry matematicas mate numero geometria",
    "sport": "sports olympics football soccer game deporte olimpiadas futbol juego",
}


def stem(word: str) -> str:
    """Return a word without the marks around it and the ending of its plural, English or Spanish.

    Cruder than a stemmer: what matters is that one and many of a thing become the same.
    """
    name = "".join(character for character in plain(word) if character.isalnum())
    while len(name) > 3 and name[-1] in "es":
        name = name[:-1]
    return f"{name[:-1]}i" if len(name) > 3 and name.endswith("y") else name


def topic_of(asked: str) -> str | None:
    """Return the topic that a word or two name; None when none is known by it."""
    for word in [asked, *asked.split()]:
        wanted = stem(word)
        for topic, names in TOPICS.items():
            if wanted and wanted in (stem(topic), *map(stem, names.split())):
                return topic
    return None
