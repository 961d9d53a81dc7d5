"""Commands that look for themselves say so where a server runs beside them."""

from typer.testing import CliRunner

from bailiwick.cli import build
from bailiwick.storage.serve_lock import ServeLock


def test_models_says_that_a_server_beside_it_may_find_others(tmp_path, monkeypatch):
    monkeypatch.setenv("BAILIWICK_OLLAMA_URL", "")
    asked = ["models", "list", "--json", "--home", str(tmp_path)]
    alone = CliRunner().invoke(build(), asked)
    with ServeLock.acquire(tmp_path, "http://127.0.0.1:8420"):
        beside = CliRunner().invoke(build(), asked)
    assert (alone.exit_code, alone.stderr, beside.exit_code) == (0, "", 0)
    assert "A server runs at http://127.0.0.1:8420." in beside.stderr
    assert beside.stdout == alone.stdout
