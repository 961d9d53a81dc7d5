import pytest

from bailiwick.features.code.requests import ScriptReader, ShellReader
from bailiwick.features.code.results import as_result, fenced, in_words
from bailiwick.tools.confined import ProgramEnd, ProgramOutcome, SandboxLimits
from bailiwick.tools.records import Request
from bailiwick_router.core.language import detect_language

HELLO = "console.log('Hello')"


def request(text: str) -> Request:
    return Request(text=text, language=detect_language(text))


def script(text: str) -> str | None:
    found = ScriptReader().read(request(text))
    return found.arguments["code"] if found else None


def command(text: str) -> str | None:
    found = ShellReader().read(request(text))
    return found.arguments["command"] if found else None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("run console.log('Hello')", HELLO),
        ("Run console.log('Hello').", HELLO),
        ("please execute console.log('Hello') please", HELLO),
        ("Can you run `console.log('Hello')`?", HELLO),
        ("Task: run console.log('Hello')\n\nContext: the person asked for it", HELLO),
        ("Tarea: ejecuta console.log('Hello')\n\nContexto: nada", HELLO),
        ("Run this JavaScript: console.log('Hello')", HELLO),
        ("run the following code:\n\nconst a = 1;\nconsole.log(a);", "const a = 1;\nconsole.log(a);"),
        ("Run this JavaScript code: 1 + 1", "console.log(1 + 1)"),
        ("Run this JavaScript: let a = 1", "let a = 1"),
        ("JavaScript: console.log('Hello')", HELLO),
        ("ejecuta console.log('Hello')", HELLO),
        ("Ejecuta este código JavaScript: console.log('Hello')", HELLO),
        ("¿Puedes ejecutar console.log('Hello')?", HELLO),
        ("Run this:\n```js\nconst x = 2\nconsole.log(x)\n```", "const x = 2\nconsole.log(x)"),
        ("```javascript\nconsole.log('Hello')\n```\nrun it please", HELLO),
        ("ejecuta esto:\n```ts\nconst a: number = 1\n```", "const a: number = 1"),
        ("run ```\nconsole.log('Hello')\n```", HELLO),
        ("execute for (let i = 0; i < 3; i++) { console.log(i); }", "for (let i = 0; i < 3; i++) { console.log(i); }"),
        ("evaluate [1, 2, 3].map(x => x * 2)", "console.log([1, 2, 3].map(x => x * 2))"),
        ("run console.log('Ñandú 😀')", "console.log('Ñandú 😀')"),
    ],
)
def test_a_request_to_run_javascript_is_read_with_its_code(text: str, code: str):
    assert script(text) == code
    assert command(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("run the shell command `ls -la`", "ls -la"),
        ("Run the command ls", "ls"),
        ("run this bash command: echo hi | wc -c", "echo hi | wc -c"),
        ("ejecuta el comando `ls`", "ls"),
        ("Ejecuta este comando de bash: echo hola", "echo hola"),
        ("```bash\necho a\necho b\n```\nrun this", "echo a\necho b"),
        ("run this:\n```sh\nls\n```", "ls"),
        ("run `df -h`", "df -h"),
    ],
)
def test_a_request_to_run_a_command_is_read_with_it(text: str, expected: str):
    assert command(text) == expected
    assert script(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "run",
        "run a marathon (slowly)",
        "how do I run JavaScript?",
        "write a script that sorts a list",
        "what does console.log('x') do?",
        "explain this:\n```js\nconsole.log(1)\n```",
        "run the report for May",
        "ejecuta el plan de marketing (con cuidado)",
        "how far can I run?",
        "test the waters",
        "try harder",
        "I run a company",
        "let me know (please)",
        "run ``",
        "\ud800",
        "```js\n",
        "solve 2x + 5 = 15",
        "derivative of f(x) = x^2",
        "run the numbers for me",
        "add milk to my list",
    ],
)
def test_other_requests_are_left_alone(text: str):
    assert script(text) is None
    assert command(text) is None


def test_a_huge_request_is_not_looked_at():
    assert script("run console.log('" + "x" * 200_000 + "')") is None


def result(**changes: object) -> dict[str, object]:
    return {"stdout": "", "stderr": "", "exitCode": 0, "stopped": None, "seconds": 0.1, **changes}


def test_a_person_reads_what_was_printed_and_what_went_wrong():
    assert in_words(result(stdout="Hello\n"), "en") == "The output:\n\n```\nHello\n```"
    assert in_words(result(), "es") == "Se ejecutó y no imprimió nada."
    failed = in_words(result(exitCode=1, stderr="SyntaxError"), "en")
    assert failed == "It failed with code 1.\n\nErrors and warnings:\n\n```\nSyntaxError\n```"
    assert "Se detuvo: tardó más" in in_words(result(exitCode=None, stopped="tardó más de 30 segundos."), "es")


@pytest.mark.parametrize("ended", set(ProgramEnd) - {ProgramEnd.EXITED})
@pytest.mark.parametrize("language", ["en", "es"])
def test_why_a_program_was_stopped_is_said_in_both_languages(ended: ProgramEnd, language: str):
    outcome = ProgramOutcome(exit_code=None, stdout="", stderr="", ended=ended, seconds=1.0)
    limits = SandboxLimits(memory_bytes=1 << 20, cpu_seconds=1, processes=1, open_files=1, file_bytes=1)
    told = in_words(as_result(outcome, limits, 1.0, language), language)
    assert told.startswith("It was stopped: " if language == "en" else "Se detuvo: ")
    assert ("emptied" in told or "vació" in told) == (ended is ProgramEnd.WORKSPACE)


def test_output_cannot_leave_its_block():
    assert fenced("a\n```\n# heading") == "````\na\n```\n# heading\n````"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("run bash: ls -la", "ls -la"),
        ("bash: echo hi", "echo hi"),
        ("ejecuta bash: ls", "ls"),
        ("bash is a shell", None),
    ],
)
def test_a_command_after_the_name_of_the_shell_is_read(text, command):
    found = ShellReader().read(Request(text=text, language="en"))
    assert (found and found.arguments["command"]) == command
