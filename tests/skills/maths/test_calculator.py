import asyncio
import gc
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import Recogniser, Recognition, Request, Tool, ToolContext
from bailiwick.tools.toolbox import Toolbox
from bailiwick_router.core.language import Language, detect_language
from bailiwick_skills.maths.parser import parse
from bailiwick_skills.maths.process import SymbolicProcess
from bailiwick_skills.maths.tools import calculator_tools
from bailiwick_skills.maths.wire import to_wire

CONTEXT = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c")


@pytest.fixture(scope="module")
def tool() -> Any:
    """A calculator whose process is shared by the tests of this file, as loading it takes a moment."""
    process = SymbolicProcess(limit=30.0)
    yield calculator_tools(process)[0]
    process.close()


def calculate(tool: Tool, expression: Any, language: Language = "en", **more: Any) -> Any:
    context = replace(CONTEXT, language=language)
    return asyncio.run(Toolbox([tool]).call("calculator", context, {"expression": expression, **more}))


def recogniser(tool: Tool) -> Recogniser:
    assert tool.recogniser is not None
    return tool.recogniser


def read(tool: Tool, text: str) -> Recognition | None:
    return recogniser(tool).read(Request(text=text, language=detect_language(text)))


def answer(tool: Tool, text: str) -> str:
    """Return what a person without a language model gets to read."""
    found = read(tool, text)
    assert found is not None, text
    language = detect_language(text)
    result = calculate(tool, **found.arguments, language=language)
    return recogniser(tool).say(found.arguments, result, language)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what is 12*7?", "12·7 = 84"),
        ("what is five plus seven", "5 + 7 = 12"),
        ("seven times eight", "7·8 = 56"),
        ("dos más dos", "2 + 2 = 4"),
        ("cuanto es veintitres por ciento de doscientos", "23%·200 = 46"),
        ("cuánto es veinte por tres", "20·3 = 60"),
        ("cuánto es 15% de 80", "15%·80 = 12"),
        ("¿Cuánto es el 15% de 80?", "15%·80 = 12"),
        ("cuál es el 20% de 50", "20%·50 = 10"),
        ("what about 3x = 12?", "x = 4"),
        ("how much is 3 + 4", "3 + 4 = 7"),
        ("derivative of x^2 sin x", "The derivative is x^2·cos(x) + 2x·sin(x)."),
        ("deriva x^3", "The derivative is 3x^2."),
        ("¿Cuál es la derivada de x^3?", "La derivada es 3x^2."),
        ("second derivative of x^3", "The derivative is 6x."),
        ("integrate x^2 from 0 to 3", "The integral is 9."),
        ("integral de x^2 de 0 a 3", "La integral es 9."),
        ("integral of 2x dx", "The integral is x^2 + C."),
        ("calculate the integral of sin x from 0 to pi", "The integral is 2."),
        ("limit of sin(x)/x as x->0", "The limit is 1."),
        ("límite de sin(x)/x cuando x tiende a 0", "El límite es 1."),
        ("limit of 1/x as x -> 0 from the right", "The limit is infinity."),
        ("convert 5 miles to km", "5 mi = 8.04672 km"),
        ("convierte 10 kg a libras", "10 kg = 22.0462262185 lb"),
        ("72 F to C", "72 °F = 22.2222222222 °C"),
        ("how many feet in a mile?", "1 mi = 5280 ft"),
        ("¿cuántos km son 5 millas?", "5 mi = 8.04672 km"),
        ("2+2", "2 + 2 = 4"),
        ("5!", "5! = 120"),
        ("raíz cuadrada de 144", "sqrt(144) = 12"),
        ("what's the square root of 2?", "sqrt(2) ≈ 1.41421356237"),
        ("sqrt(8)", "sqrt(8) = 2·sqrt(2) ≈ 2.82842712475"),
        ("sin(pi/3)", "sin(pi/3) = sqrt(3)/2 ≈ 0.866025403784"),
        ("sqrt(-1)", "sqrt(-1) = i"),
        ("20 percent of 50", "20%·50 = 10"),
        ("increase 200 by 10%", "200 + 10% = 220"),
        ("aumenta 200 un 10%", "200 + 10% = 220"),
        ("20% off 50", "50 - 20% = 40"),
        ("what percent of 80 is 20?", "20 is 25% of 80."),
        ("calculate 1/3", "1/3 ≈ 0.333333333333"),
        ("Calcula 3,5 por 2", "3.5·2 = 7"),
        ("simplify (x^2-1)/(x-1)", "(x^2 - 1)/(x - 1) = x + 1"),
        ("factoriza x^2 - 5x + 6", "x^2 - 5x + 6 = (x - 3)·(x - 2)"),
        ("expand (x+1)^3", "(x + 1)^3 = x^3 + 3x^2 + 3x + 1"),
        ("What is 2x + 3x?", "2x + 3x = 5x"),
        ("x + y = 10, x - y = 2", "x = 6, y = 4"),
        ("resuelve el sistema x + y = 10 y x - y = 2", "x = 6, y = 4"),
        ("a^2 + b^2 = 25, a + b = 7", "a = 3, b = 4 or a = 4, b = 3"),
        ("find x if 3x = 12", "x = 4"),
        ("solve for y: 2x + y = 5", "y = 5 - 2x"),
        ("solve x^2 < 4", "-2 < x < 2"),
        ("x^2 > 4", "x < -2 or x > 2"),
        ("x^3 - 6x^2 + 11x = 6", "x = 1 or x = 2 or x = 3"),
        ("solve e^x = 5", "x = ln(5) (x ≈ 1.60943791243)"),
        ("2 + 2 = 5", "false"),
        ("sqrt(2)^2 = 2", "true"),
        ("please add 456 and 781", "The sum of 456 and 781 is 1,237."),
        ("what is the sum of 3, 7 and 24", "The sum of 3, 7 and 24 is 34."),
        ("divide 100 by 20", "100/20 = 5"),
        ("resta 3 de 10", "10 - 3 = 7"),
        ("multiplica 6 por 7", "6·7 = 42"),
        ("what does 2 + 2 equal", "2 + 2 = 4"),
        ("can you tell me what 80 divided by 4 is", "80/4 = 20"),
        ("how many pints are in four cups", "4 cup = 2 pt"),
        ("Can you solve 3(x+1) = 2x - 7 for x please?", "x = -10"),
    ],
)
def test_questions_are_answered_without_a_language_model(tool: Tool, text: str, said: str):
    assert answer(tool, text) == said


def test_an_equation_is_solved_and_explained(tool: Tool):
    assert answer(tool, "Solve 2x + 5 = 15 and explain the steps") == (
        "x = 5\n\nSteps:\n1. Start with 2x + 5 = 15.\n2. Subtract 5 from both sides: 2x = 10\n"
        "3. Divide both sides by 2: x = 5\n4. Check: with x = 5, 15 = 15."
    )
    assert "2. Restamos 5 en ambos lados: 2x = 10" in answer(tool, "resuelve 2x + 5 = 15 y explica los pasos")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("derivative of x^2 + ln(x) step by step", "power rule"),
        ("deriva la función sin(2x) paso a paso", "regla de la cadena"),
        ("integrate x^2 from 0 to 3 and show the steps", "antiderivative"),
        ("solve x^2 - 5x + 6 = 0 with steps", "discriminant"),
        ("limit of sin(x)/x as x->0, explain", "near there"),
        ("convert 5 miles to km and explain how", "1 mi = 1.609344 km"),
        ("what is 2 + 3*4, show your work", "3·4 = 12"),
    ],
)
def test_steps_are_told_when_asked_for(tool: Tool, text: str, word: str):
    said = answer(tool, text)
    assert word in said
    assert "\n1. " in said


@pytest.mark.parametrize(
    "text",
    [
        "I have 2 cats and 3 dogs",
        "iPhone 15",
        "call me at 5",
        "what is the capital of France?",
        "2024-05-01",
        "12/05/2024",
        "555-1234",
        "24/7",
        "what is love",
        "what is x",
        "what is e",
        "B-12",
        "what is covid-19",
        "I",
        "a",
        "hello",
        "42",
        "15%",
        "tell me a joke",
        "the 3 musketeers",
        "what is C++?",
        "meeting from 3 to 5",
        "what is AI?",
        "buy 2 apples",
        "what is 5G",
        "solve my problem",
        "explain the steps",
        "one",
        "no",
        "page 3 of 10",
        "how many people live in Spain",
        "find a restaurant in Madrid",
        "write 3 poems",
        "1 2 3",
        "top 10 films",
        "I + you",
        "and London?",
        "add 5 to my list",
        "convert this file to pdf",
        "in 5 minutes",
        "",
        "   ",
        "???",
        "what time is it in 5 minutes",
        "¿y huevos?",
        "derive a plan",
        "i thank you",
        "add 5 and go",
        "integrate Stripe from scratch to production",
        "limit of my card",
        "factor in the cost",
        "expand on that",
        "simplify this text",
        "\0",
        "\ud800 + 2",
        "=" * 50,
        "2 + two apples",
        "x" * 2_000,
    ],
)
def test_prose_with_numbers_is_left_alone(tool: Tool, text: str):
    assert read(tool, text) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("suma de 1.000 y 2.000", "3.000"),
        ("¿cuánto es el 10% de 1.500?", "150"),
        ("cuánto es 1.000 + 2.000", "1000 + 2000 = 3000"),
        ("cuánto es 1.234,5 + 1", "1235.5"),
        ("cuánto es 1.5 + 2.25", "3.75"),
    ],
)
def test_in_spanish_a_point_before_three_digits_groups_thousands(tool: Tool, text: str, said: str):
    found = read(tool, text)
    assert found is not None
    result = calculate(tool, found.arguments["expression"], "es")
    assert said in recogniser(tool).say(found.arguments, result, "es")


def test_a_calculation_that_goes_on_keeps_its_decimals_in_spanish(tool: Tool):
    assert calculate(tool, "(1.125) + (2)", "es")["result"] == "3.125"


@pytest.mark.parametrize("text", ["how many tiles are in 5 feet", "10 points to pints"])
def test_ordinary_words_are_no_slips_for_units(tool: Tool, text: str):
    assert read(tool, text) is None


def test_a_slip_in_a_unit_is_forgiven_and_less_sure(tool: Tool):
    slipped, right = read(tool, "5 kilometrs to miles"), read(tool, "5 kilometers to miles")
    assert slipped is not None
    assert right is not None
    assert (slipped.confidence, right.confidence) == (0.8, 0.97)


def test_a_command_is_surer_than_a_bare_sum(tool: Tool):
    bare, led, command = (read(tool, text) for text in ("2+2", "what is 2+2", "solve 2x = 4"))
    assert bare is not None
    assert led is not None
    assert command is not None
    assert bare.confidence < led.confidence < command.confidence


def test_a_result_tells_how_the_input_was_read(tool: Tool):
    result = calculate(tool, "cuánto es 3,5 por 2")
    assert result == {
        "kind": "arithmetic",
        "input": "3.5*2",
        "result": "7",
        "decimal": None,
        "steps": [],
        "figures": {},
    }


def test_explain_as_an_argument_brings_the_steps(tool: Tool):
    assert calculate(tool, "2x = 4")["steps"] == []
    assert calculate(tool, "2x = 4", explain=True)["steps"][-1] == "Check: with x = 2, 4 = 4."


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("1/0", "Division by zero"),
        ("9^9^9^9", "too large"),
        ("1000000!", "up to 1000!"),
        ("2 +", "too early"),
        ("__import__('os').system('id')", "no meaning"),
        ("x^1000 = 2", "too large"),
        ("expand (x+1)^99999", "too large"),
        ("integral of 1/x from 0 to 1", "converge"),
        ("limit of 1/x as x->0", "no limit"),
        ("x + y = 3", "several unknowns"),
        ("convert 5 miles to blorks", "no unit called"),
        ("5 kg to km", "measures"),
        ("solve for z: x = 3", "no z"),
        ("1/(1-1)*sqrt(2)", "Division by zero"),
        ("derivative of", "."),
        ("x = 1, 3", "."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(tool: Tool, expression: str, message: str):
    with pytest.raises(CallFailed) as caught:
        calculate(tool, expression)
    assert caught.value.error_class is ErrorClass.TOOL
    assert message in str(caught.value)


@pytest.mark.parametrize("expression", ["1" * 1_001, "", 5, None, ["2+2"]])
def test_arguments_of_the_wrong_shape_are_refused(tool: Tool, expression: Any):
    with pytest.raises(CallFailed) as caught:
        calculate(tool, expression)
    assert caught.value.error_class is ErrorClass.VALIDATION


def test_recognising_is_fast(tool: Tool):
    begun = time.perf_counter()
    for _ in range(50):
        read(
            tool, "I would like 2 tickets from Madrid to London on the 5th, and 3 + 4 bags, if that is possible, please"
        )
        read(tool, "+" * 1_000)
    assert time.perf_counter() - begun < 20


# The process -------------------------------------------------------------------------------------------


def job(kind: str, text: str) -> dict[str, Any]:
    return {"kind": kind, "trees": [to_wire(parse(text))], "variable": "x", "order": 1, "side": "", "language": "en"}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except FileNotFoundError:
        return False


SLOW = "(x + y + z + a + b)^100"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_job_that_takes_too_long_is_ended_with_its_process():
    async def story() -> None:
        process = SymbolicProcess(limit=1.0)
        await process.carry_out(job("derivative", "x^2"))
        pid = process.pid
        assert pid is not None
        assert alive(pid)
        with pytest.raises(CallFailed, match="longer than 1 second") as caught:
            await process.carry_out(job("expand", SLOW))
        assert caught.value.error_class is ErrorClass.TIMEOUT
        assert not alive(pid)
        assert (await process.carry_out(job("derivative", "x^3"))).result == "3x^2"
        process.close()

    asyncio.run(story())


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_cancelled_call_ends_the_process_and_the_event_loop_never_waits():
    async def story() -> None:
        process = SymbolicProcess(limit=60.0)
        await process.carry_out(job("derivative", "x^2"))
        pid = process.pid
        assert pid is not None
        async with asyncio.timeout(30):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await process.carry_out(job("expand", SLOW))
        assert not alive(pid)
        process.close()

    asyncio.run(story())


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_the_process_ends_with_what_started_it():
    process = SymbolicProcess()
    asyncio.run(process.carry_out(job("derivative", "x^2")))
    pid = process.pid
    assert pid is not None
    del process
    gc.collect()
    assert not alive(pid)


def test_a_process_that_cannot_start_is_reported():
    process = SymbolicProcess(command=(sys.executable, "-c", ""))
    with pytest.raises(CallFailed, match="could not be started") as caught:
        asyncio.run(process.carry_out(job("derivative", "x^2")))
    assert caught.value.error_class is ErrorClass.TOOL
    process.close()


def test_many_calls_at_once_all_get_their_own_answer(tool: Tool):
    async def story() -> list[Any]:
        box = Toolbox([tool])
        calls = (box.call("calculator", CONTEXT, {"expression": f"derivative of x^{n}"}) for n in range(3, 15))
        return await asyncio.gather(*calls)

    assert [result["result"] for result in asyncio.run(story())] == [f"{n}x^{n - 1}" for n in range(3, 15)]
