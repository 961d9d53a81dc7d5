"""`bailiwick models`: connections made, tried, chosen and removed on the command line."""

from pathlib import Path

from support import forked_commands
from support.embedding_server import EmbeddingServer, serving
from support.providers import Answer, ProviderServer
from support.terminal import Terminal

KEY = "sk-canary/0123+456789-wxyz"


def test_a_connection_is_added_tried_chosen_and_removed(
    terminal: Terminal, server: ProviderServer, tmp_path: Path
) -> None:
    server.default = Answer(pieces=["By ", "the model."])
    key_file = tmp_path / "groq.key"
    key_file.write_text(f"{KEY}\n")
    said = terminal.run(
        "models",
        "add",
        "openai-compatible",
        "--name",
        "groq",
        "--address",
        server.openai_url,
        "--key-file",
        str(key_file),
        "--default",
    )
    assert "groq is connected." in said
    assert "By the model." in said
    assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    assert terminal.run("models", "default").strip() == "Agents that name no model use groq:local-model."
    listed = {each["name"]: each for each in terminal.read("models", "list")}
    assert listed["groq:local-model"]["default"]
    assert terminal.read("models", "test", "groq:local-model")["answer"] == "By the model."
    assert "By the model." in terminal.run("ask", "--agent", "toby-technical", "Compare two message brokers")
    refused = terminal.run("models", "remove", "groq", status=1)
    assert "in use" in refused
    assert terminal.run("models", "remove", "groq", "--yes").strip() == "groq is removed."
    assert terminal.read("models", "default") == {"model": "offline"}
    assert "no connection called 'groq'" in terminal.run("models", "remove", "groq", status=1)
    assert KEY not in said


def test_a_key_comes_by_a_pipe_and_a_refused_one_says_what_to_do(terminal: Terminal, server: ProviderServer) -> None:
    server.key, server.default = "another-key-than-that", Answer(status=401, error=f"no such key: {KEY}")
    said = terminal.run(
        "models", "add", "openrouter", "--address", server.openai_url, "--model", "m", given=f"{KEY}\n", status=1
    )
    assert "openrouter refused the key" in said
    assert KEY not in said
    assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    assert "needs a key" in terminal.run("models", "add", "openai", status=1)
    assert "/nowhere cannot be read" in terminal.run("models", "add", "openai", "--key-file", "/nowhere", status=1)


def test_a_first_limit_is_set_with_the_connection_unless_there_is_one(
    terminal: Terminal, server: ProviderServer
) -> None:
    for name, money in (("first", "3"), ("second", "9")):
        terminal.run(
            "models",
            "add",
            "openrouter",
            "--name",
            name,
            "--address",
            server.openai_url,
            "--model",
            "m",
            "--daily-limit",
            money,
            given=f"{KEY}\n",
        )
    (limit,) = terminal.read("budgets", "list")
    assert (limit["limit"]["scope"], limit["limit"]["period"], limit["limit"]["money"]) == ("everybody", "day", 3.0)


def test_the_embedder_is_tried_chosen_and_taken_back(terminal: Terminal, tmp_path: Path) -> None:
    key_file = tmp_path / "vectors.key"
    key_file.write_text(KEY)
    with serving(EmbeddingServer()) as server:
        server.lists = {"/v1/models": {"data": [{"id": "tiny-embed"}]}}
        terminal.run(
            "models",
            "add",
            "openai-compatible",
            "--name",
            "vectors",
            "--address",
            f"{server.url}/v1",
            "--model",
            "chatty",
            "--key-file",
            str(key_file),
            status=1,
        )
        listed = terminal.run("models", "embedder")
        assert "vectors:tiny-embed" in listed
        assert "Search goes by words" in listed
        server.answers = [(500, {}, b"down")]
        assert "vectors:tiny-embed failed (500): down" in terminal.run(
            "models", "embedder", "vectors:tiny-embed", status=1
        )
        assert terminal.read("models", "embedder")["embedder"]["chosen"] is None
        said = terminal.run("models", "embedder", "vectors:tiny-embed")
        assert "with 3 numbers" in said
        assert "Search goes by meaning with vectors:tiny-embed" in said
        assert terminal.read("models", "embedder", "--clear")["embedder"]["name"] is None
        assert KEY not in listed + said


def test_what_a_provider_cites_stands_under_the_answer(terminal: Terminal, server: ProviderServer) -> None:
    pages = (("https://example.org/brokers", "Message brokers"), ("javascript:alert(1)", "Not a page"))
    server.default = Answer(pieces=["By ", "the model."], cites=pages)
    terminal.run(
        "models",
        "add",
        "openai-compatible",
        "--name",
        "groq",
        "--address",
        server.openai_url,
        "--model",
        "m",
        "--default",
        given=f"{KEY}\n",
    )
    asked = ["ask", "--agent", "toby-technical", "Compare two message brokers"]
    done = forked_commands.run(asked, terminal.environment, given=b"")
    assert done.stdout.decode().strip() == "By the model."
    said = done.stderr.decode()
    assert "Source 1: Message brokers https://example.org/brokers" in said
    assert "javascript" not in said
