"""The calculator: arithmetic, equations, calculus, units."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Language,
    Recognition,
    Request,
    Tool,
    ToolContext,
    in_digits,
    skill_tool,
)
from bailiwick_skills.maths.calculation import Calculation
from bailiwick_skills.maths.continuing import continued
from bailiwick_skills.maths.named import CALCULATIONS
from bailiwick_skills.maths.named_words import say_named
from bailiwick_skills.maths.process import SymbolicProcess
from bailiwick_skills.maths.questions import Conversion, MathQuestion, MathTask, Questions
from bailiwick_skills.maths.tokens import MAX_TEXT, without_thousands_points
from bailiwick_skills.maths.tree import CannotCalculate, write, write_number
from bailiwick_skills.maths.units import Units

NAME = "calculator"
MAX_SHOWN = 300
"""Longest input that an answer repeats, in characters."""
EQUAL = frozenset(["arithmetic", "conversion", "simplify", "factor", "expand"])
"""Kinds of answers that equal their input."""
WORDS: Mapping[str, Mapping[Language, str]] = {
    "derivative": {"en": "The derivative is", "es": "La derivada es"},
    "integral": {"en": "The integral is", "es": "La integral es"},
    "limit": {"en": "The limit is", "es": "El límite es"},
}


def calculator_tools(process: SymbolicProcess | None = None) -> list[Tool]:
    """Return `calculator`; `process` carries out symbolic work, by default one of its own."""
    units = Units()
    questions = Questions(units)
    calculation = Calculation(units, process or SymbolicProcess())

    @skill_tool(read_only=True, timeout=40.0, recogniser=CalculatorRecogniser(questions, units))
    async def calculator(
        context: ToolContext,
        expression: Annotated[
            str,
            Field(min_length=1, max_length=MAX_TEXT, description="What to calculate, e.g. 2x + 5 = 15."),
        ],
        explain: Annotated[bool, Field(description="Return the steps as well.")] = False,
    ) -> dict[str, Any]:
        """Calculate exactly. Use this for every calculation instead of working it out yourself.

        `expression` may be: arithmetic ("(3 + 4) * 2^10", "15% of 80", "200 + 10%", "sqrt(144)", "5!", "log(1000)"
        to base 10, "sin(30°)"); an equation, inequality or system ("x + y = 10, x - y = 2"); calculus
        ("derivative of x^2 sin x", "integral of x^2 from 0 to 3", "limit of sin(x)/x as x -> 0"); "simplify …",
        "factor …", "expand …"; a conversion ("5 miles to km", "72 F to C"); "15% tip on 84.50", "split 120 between 5
        people", "average of 3, 5, 10" (also sum, median, maximum, standard deviation, gcd, lcm), "is 97
        prime", "prime factors of 360", "compound interest on 1000 at 5% for 10 years", "loan of 200000 at 3.5% for 30
        years", "percent change from 50 to 60", "100 plus 21% VAT", "121 without 21% VAT".

        Returns the exact result, and decimal where that differs.
        """
        try:
            question = questions.read(expression, context.language)
            answer = await calculation.carry_out(question.asked, context.language)
        except CannotCalculate as error:
            raise CallFailed(ErrorClass.TOOL, error.why) from None
        explained = explain or question.explain
        return {
            **asdict(answer),
            "input": _input(question),
            "steps": list(answer.steps) if explained else [],
        }

    return [calculator]


class CalculatorRecogniser:
    """Reads calculations in words and signs; prose with numbers in it is none."""

    def __init__(self, questions: Questions, units: Units) -> None:
        self._questions = questions
        self._units = units

    def read(self, request: Request) -> Recognition | None:
        """Return the expression and whether steps are wanted; None if the request is about something else."""
        if len(request.text) > MAX_TEXT or not _may_be(request.text):
            return None
        if last := request.latest(NAME):
            text = in_digits(request.core, request.language)
            if arguments := continued(text, last, request.language, self._questions, self._units):
                return Recognition(arguments=arguments, confidence=0.92)
        return self._asked(request)

    def _asked(self, request: Request) -> Recognition | None:
        ending = "!" if request.text.rstrip(" ?").endswith("!") and _is_factorial(request.text) else ""
        try:
            text = request.core + ending
            question = self._questions.read(
                without_thousands_points(text) if request.language == "es" else text, request.language
            )
        except CannotCalculate:
            return None
        if not question.confidence:
            return None
        arguments: dict[str, Any] = {"expression": question.text}
        if question.explain:
            arguments["explain"] = True
        return Recognition(arguments=arguments, confidence=question.confidence)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "3 + 4 = 7", the solution with its steps, or the like."""
        answer = _answer(result, language)
        if result["steps"]:
            heading = "Steps:" if language == "en" else "Pasos:"
            rows = "\n".join(f"{number}. {text}" for number, text in enumerate(result["steps"], 1))
            answer = f"{answer}\n\n{heading}\n{rows}"
        # Answers are Markdown, where two stars would set what is between them in italics.
        return answer.replace("*", "·")


def _answer(result: Mapping[str, Any], language: Language) -> str:
    if result["kind"] in CALCULATIONS:
        return say_named(result["kind"], result["figures"], language)
    exact, approximate = result["result"], result["decimal"]
    shown = exact
    if approximate:
        shown = f"{exact} ({approximate})" if "≈" in approximate else f"{exact} ≈ {approximate}"
    if result["kind"] in WORDS:
        return f"{WORDS[result['kind']][language]} {shown}."
    if result["input"] == exact:
        return shown
    if result["kind"] in EQUAL and len(result["input"]) <= MAX_SHOWN:
        return f"{result['input']} = {shown}"
    return shown


def _input(question: MathQuestion) -> str:
    """Return the calculation as it was understood, so that a misreading shows."""
    match question.asked:
        case Conversion(value, source, _):
            return f"{write_number(value)} {source.symbol}"
        case MathTask(kind, (tree, *_)) if kind in EQUAL:
            return write(tree)
        case _:
            return question.text


def _may_be(text: str) -> bool:
    """Whether a text has what every calculation has: a digit, a sign, or a word for a calculation."""
    return any(character.isdigit() for character in text) or any(sign in text for sign in "+*/^=√π∫") or len(text) < 120


def _is_factorial(text: str) -> bool:
    before = text.rstrip(" ?!")
    return before[-1:].isdigit() or before.endswith(")")
