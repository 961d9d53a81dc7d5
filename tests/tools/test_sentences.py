"""Sentence templates read what people write, and say what is wrong with a file."""

import pkgutil
from importlib.resources import files
from pathlib import Path

import pytest
import re2

import bailiwick.features
import bailiwick_skills
from bailiwick.tools.phrases import fold, likely
from bailiwick.tools.sentences import Sentences, TemplateError

ENGLISH = """
[rules]
own = "my|the|our"
[slots]
count = "[0-9]+"
other = "{count}"
[values.day]
today = "0"
"the day after tomorrow" = "2"
tomorrow = "1"
[intents]
remove = ["(remove|take|cross) {items} (from|off) [<own>] {title}", "remove [<own>] {items}"]
due = ["[show|list] task[s] [that are] due {day}"]
half = ["half of {count}"]
sum = ["{count} plus {other}"]
"""
SPANISH = """
[intents]
remove = ["quita {items} de [<own>] {title}"]
[rules]
own = "mi|la"
"""


@pytest.fixture
def sentences(tmp_path: Path) -> Sentences:
    return _written(tmp_path, en=ENGLISH, es=SPANISH)


def _written(folder: Path, **languages: str) -> Sentences:
    for language, content in languages.items():
        (folder / f"{language}.toml").write_text(content, encoding="utf-8")
    return Sentences(folder)


@pytest.mark.parametrize(
    ("intent", "text", "slots", "language"),
    [
        ("remove", "remove the eggs", {"items": "eggs"}, "en"),
        ("remove", "Take Crème, and eggs from my Food List", {"items": "Crème, and eggs", "title": "Food List"}, "en"),
        ("remove", "remove: 5 €", {"items": "5 €"}, "en"),
        ("remove", "quita el pan de mi lista", {"items": "el pan", "title": "lista"}, "es"),
        ("due", "tasks due Tomorrow", {"day": "1"}, "en"),
        ("due", "show task due the day after tomorrow", {"day": "2"}, "en"),
        ("half", "half of 35", {"count": "35"}, "en"),
        ("sum", "3 plus 4", {"count": "3", "other": "4"}, "en"),
    ],
)
def test_a_sentence_gives_its_slots_as_they_were_written(sentences, intent, text, slots, language):
    reading = sentences.read(intent, text)
    assert (reading.slots, reading.language) == (slots, language)


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        ("remove", "removethe eggs"),
        ("half", "half of it"),
        ("sum", "3 plus some"),
        ("due", "tasks due never"),
        ("half", "half of 3" * 2_000),
    ],
)
def test_what_is_no_sentence_of_the_intent_is_not_read(sentences, intent, text):
    assert sentences.read(intent, text) is None


@pytest.mark.parametrize("text", ["a and b", "a-b, or: c", "the x of y", "x", "of", "é or", "list of OR"])
def test_what_has_not_the_words_of_a_pattern_is_not_tried_and_would_not_match(text):
    patterns = tuple(map(re2.compile, (r".+ (?:and|or) .+", r"(?:the )?.+ of .+", r".+", r"(?:list|x)(?: of .+)?")))
    folded = fold(text)
    tried = likely(patterns, folded)
    matching = [pattern for pattern in patterns if pattern.fullmatch(folded)]
    assert [pattern for pattern in tried if pattern in matching] == matching


def test_only_patterns_whose_words_are_there_are_tried():
    patterns = tuple(map(re2.compile, (r"(?:hello|hi) there", r"good .+", r"(?:please )?leave(?: me)?", r"[0-9]+")))
    assert likely(patterns, "please leave") == [patterns[2], patterns[3]]
    assert likely(patterns, "hi there") == [patterns[0], patterns[3]]
    assert likely(patterns, "say hi") == [patterns[3]]


def test_a_sentence_is_found_within_a_text(sentences):
    (found,) = sentences.find("half", "say half of 35, please")
    assert (found.reading.slots, found.start, found.end) == ({"count": "35"}, 4, 14)
    assert sentences.find("half", "behalf of 35") == []


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("a (b", "is missing"),
        ("a] b", "closes nothing"),
        ("a <b>", "no <b>"),
        ("a {b", "not closed"),
        ("{b} or {b}", "stands twice"),
    ],
)
def test_a_broken_template_is_named(tmp_path, template, said):
    broken = _written(tmp_path, en=f'[intents]\nask = ["{template}"]\n')
    with pytest.raises(TemplateError, match=said):
        broken.read("ask", "a b")


def test_a_slot_that_is_as_one_that_is_not_there_is_named(tmp_path):
    broken = _written(tmp_path, en='[slots]\nb = "{c}"\n[intents]\nask = ["a {b}"]\n')
    with pytest.raises(TemplateError, match=r"no \{c\}"):
        broken.read("ask", "a b")


def folders() -> list[Path]:
    """Every folder of sentences that ships."""
    roots = ["bailiwick.tools.times", *_packages(bailiwick.features), *_packages(bailiwick_skills)]
    own = [Path(str(folder)) for root in roots if (folder := files(root) / "sentences").is_dir()]
    return [*own, Path(str(files("bailiwick.tools") / "reference_sentences"))]


def _packages(parent) -> list[str]:
    return [each.name for each in pkgutil.iter_modules(parent.__path__, f"{parent.__name__}.")]


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_every_intent_is_there_in_every_language(folder):
    languages = sorted(file.stem for file in folder.glob("*.toml"))
    assert {intent: found for intent, found in Sentences(folder).intents.items() if found != languages} == {}
