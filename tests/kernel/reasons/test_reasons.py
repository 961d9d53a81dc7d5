"""Reasons say in every language what their code means, in the web app too."""

import json
from dataclasses import asdict
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.reasons import Kind, Reason, ReasonCode, RoutingReason, read_reason
from bailiwick.kernel.reasons.sentences import LACKS, SENTENCES
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.plugins import load_plugins
from bailiwick_router.core.language import Language
from bailiwick_router.core.reasons import Code

OWN = load_plugins().reasons
CODES = (*RoutingReason, *ReasonCode, *(code for each in OWN for code in each))
SAID = {
    language: {**SENTENCES[language], **{code: said for each in OWN for code, said in each.forms(language).items()}}
    for language in get_args(Language)
}
CLIENT = Path(__file__).parents[3] / "ui" / "src" / "client" / "locales"


def _values(text: str | tuple[str, str]) -> set[str]:
    forms = [text] if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("language", get_args(Language))
def test_every_code_has_a_sentence_in_every_language_on_both_edges(language: Language):
    web = json.loads((CLIENT / f"{language}.json").read_text(encoding="utf-8"))["reasons"]
    assert set(SAID[language]) == set(CODES)
    codes = {key.removesuffix("_one").removesuffix("_other") for key in web if not key.startswith("kind_")}
    assert codes == {code.value for code in CODES}
    assert {key.removeprefix("kind_") for key in web if key.startswith("kind_")} == set(get_args(Kind))


def test_no_two_reasons_have_the_same_code():
    assert len({code.value for code in CODES}) == len(CODES)


@pytest.mark.parametrize("language", get_args(Language))
def test_whatever_may_be_missing_has_a_sentence_in_every_language(language: Language):
    assert set(LACKS[language]) == set(LackCode)
    for code in LackCode:
        assert _values(LACKS[language][code]) <= _values(LACKS["en"][code])


def test_what_is_missing_says_the_reason_behind_it_too():
    lack = Lack(code=LackCode.SANDBOX_MISSING, values={"program": "bash"}, why=Reason.of(ReasonCode.BASH_MISSING))

    assert lack.text("es").startswith("Aquí no se puede ejecutar bash: No se encontró bash")


@pytest.mark.parametrize("code", CODES)
def test_no_language_names_a_value_that_english_does_not(code: Code):
    assert _values(SAID["es"][code]) <= _values(SAID["en"][code])


def test_a_sentence_holds_its_values_and_the_sentences_of_its_parts():
    reached = Reason.of(SwarmReason.SWARM_MAILS, limit=12000)
    reason = Reason.of(SwarmReason.RAISE_LIMIT, reached)

    assert reason.text() == "The swarm has sent 12,000 mails, which is its limit. Raise it and resume the swarm."
    assert reason.text("es") == "El enjambre ha enviado 12.000 correos, que es su límite. Súbelo y reanuda el enjambre."


def test_a_reason_is_read_as_it_was_stored_and_one_of_a_newer_version_is_left_to_its_text():
    reason = Reason.of(SwarmReason.RAISE_LIMIT, Reason.of(SwarmReason.SWARM_SECONDS, limit=2.5))

    assert read_reason(json.loads(json.dumps(asdict(reason)))) == reason
    assert read_reason({"code": "of-tomorrow", "values": {}, "parts": []}) is None
    assert read_reason(None) is None


def test_a_value_that_is_missing_leaves_the_sentence_readable():
    assert Reason.of(SwarmReason.SWARM_MAILS).text() == "The swarm has sent … mails, which is its limit."


def test_an_error_carries_its_reason_beside_the_english_message():
    failed = CallFailed(ErrorClass.BUDGET, Reason.of(ReasonCode.PAUSED))

    assert str(failed) == "A person paused it."
    assert failed.why == Reason.of(ReasonCode.PAUSED)
    assert failed.reworded("Otherwise.").why is None
