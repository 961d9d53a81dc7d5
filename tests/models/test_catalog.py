"""Which models there are, which are usable, and which is the default."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.settings import Settings
from bailiwick.models.catalog import Catalog
from bailiwick.models.providers import PROVIDERS
from bailiwick.models.settings import ModelSettings
from support.providers import Answer, ProviderServer


def catalog(environment: Mapping[str, str] | None = None, **settings: Any) -> Catalog:
    return Catalog(Settings(**{"ollama_url": "", **settings}), environment=environment or {})


def test_with_nothing_configured_the_offline_model_is_the_default() -> None:
    empty = catalog()
    assert empty.environment.resolve(None) == "offline"
    assert not empty.environment.configured
    assert empty.environment.usable("offline").healthy


@pytest.mark.parametrize(
    ("name", "provider"),
    [
        ("OPENAI_API_KEY", "openai"),
        ("ANTHROPIC_API_KEY", "anthropic"),
        ("GEMINI_API_KEY", "google"),
        ("GOOGLE_API_KEY", "google"),
    ],
)
def test_a_conventional_key_makes_its_providers_model_the_default(name: str, provider: str) -> None:
    found = catalog({name: "a-real-key"})
    assert found.environment.configured
    assert found.environment.resolve(None).startswith(f"{provider}:")
    assert found.environment.usable(found.environment.resolve(None)).healthy


def test_the_setting_beats_the_first_usable_provider() -> None:
    chosen = catalog({"OPENAI_API_KEY": "k" * 9}, model="anthropic:claude-haiku-4-5")
    assert chosen.environment.resolve(None) == "anthropic:claude-haiku-4-5"
    assert chosen.environment.resolve("openai:gpt-6-luna") == "openai:gpt-6-luna"


def test_a_provider_without_a_key_says_what_to_set() -> None:
    health = catalog().environment.usable("anthropic:claude-haiku-4-5")
    assert not health.healthy
    assert "ANTHROPIC_API_KEY" in health.detail
    assert "BAILIWICK_ANTHROPIC_API_KEY" in health.detail


@pytest.mark.parametrize(
    "name",
    [
        "nonsense",
        "openai",
        "openai:",
        "acme:model",
        ":",
        "x" * 10_000,
        "offline:x",
        "scripted:/etc/hosts",
        "scripted:\0",
        "scripted:" + "x/" * 9_000,
    ],
)
def test_an_unknown_model_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        catalog().environment.resolve(name)
    assert caught.value.field == "model"
    assert "anthropic" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_building_an_unusable_model_is_a_classified_failure() -> None:
    with pytest.raises(CallFailed) as caught:
        asyncio.run(catalog().model("openai:gpt-6-luna"))
    assert caught.value.error_class is ErrorClass.AUTHENTICATION


def test_a_key_from_the_environment_is_not_sent_to_an_address_set_here() -> None:
    openai = next(provider for provider in PROVIDERS if provider.name == "openai")
    environment = {"OPENAI_API_KEY": "environment-key"}
    here = ModelSettings(openai_base_url="http://127.0.0.1:9/v1")
    assert openai.access(here, environment).key is None
    assert openai.access(ModelSettings(), environment).key == "environment-key"
    there = {**environment, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    assert openai.access(ModelSettings(), there).key == "environment-key"
    both = ModelSettings(openai_base_url="http://127.0.0.1:9/v1", openai_api_key="own-key")  # pyright: ignore[reportArgumentType]
    assert openai.access(both, environment).key == "own-key"


def test_openais_own_address_written_out_is_still_openai() -> None:
    openai = next(provider for provider in PROVIDERS if provider.name == "openai")
    access = openai.access(ModelSettings(openai_base_url="https://api.openai.com/v1"), {"OPENAI_API_KEY": "key-1"})
    assert (access.url, access.key) == (None, "key-1")


def test_ollama_is_found_with_its_models(server: ProviderServer) -> None:
    server.models = ("qwen3:8b", "llama3.2:latest", "nomic-embed-text:latest")
    found = catalog(ollama_url=server.url)

    async def run() -> None:
        await found.discover()
        await found.discover()

    asyncio.run(run())
    assert [request.path for request in server.requests] == ["/api/tags"], "found once is not looked for again"
    assert found.environment.resolve(None) == "ollama:qwen3:8b"
    assert found.environment.usable("ollama:llama3.2").healthy
    assert "ollama pull mistral" in found.environment.usable("ollama:mistral").detail
    names = [entry.name for entry in asyncio.run(found.entries())]
    assert "ollama:llama3.2:latest" in names
    assert not any("embed" in name for name in names)


def test_without_an_ollama_looking_for_it_is_quick_and_harmless() -> None:
    nobody = catalog(ollama_url="http://127.0.0.1:1")
    asyncio.run(nobody.discover())
    assert nobody.environment.resolve(None) == "offline"
    assert "start it" in nobody.environment.usable("ollama:qwen3").detail


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "http://", "not an address", "http://127.0.0.1:99999"])
def test_a_bad_ollama_address_is_no_ollama(url: str) -> None:
    bad = catalog(ollama_url=url)
    asyncio.run(bad.discover())
    assert bad.environment.resolve(None) == "offline"


def test_the_only_model_of_a_compatible_server_is_the_default(server: ProviderServer) -> None:
    local = catalog(openai_base_url=server.openai_url)
    asyncio.run(local.discover())
    assert local.environment.resolve(None) == "openai:local-model"


def test_of_many_models_of_a_compatible_server_people_choose(server: ProviderServer) -> None:
    server.models = ("one", "two")
    local = catalog(openai_base_url=server.openai_url)
    asyncio.run(local.discover())
    assert local.environment.resolve(None) == "offline"
    assert {"openai:one", "openai:two"} <= {entry.name for entry in asyncio.run(local.entries())}


def test_entries_say_what_is_usable_why_not_and_what_it_costs() -> None:
    entries = asyncio.run(catalog({"ANTHROPIC_API_KEY": "a-real-key"}).entries())
    by_name = {entry.name: entry for entry in entries}
    sonnet = by_name["anthropic:claude-sonnet-5-5"]
    assert sonnet.usable
    assert sonnet.default
    assert sonnet.input_price
    assert sonnet.output_price
    assert sonnet.output_price > sonnet.input_price
    assert sum(entry.default for entry in entries) == 1
    assert by_name["offline"].usable
    unusable = [entry for entry in entries if not entry.usable]
    assert all("or set " in entry.detail for entry in unusable)
    assert [entry.usable for entry in entries] == sorted((entry.usable for entry in entries), reverse=True)


def test_every_default_model_is_in_the_price_tables() -> None:
    entries = asyncio.run(catalog().entries())
    offered = [entry for entry in entries if entry.name != "offline"]
    assert offered
    assert [entry.name for entry in offered if entry.input_price is None] == []


def test_a_test_of_a_model_makes_one_real_call(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    server.answers += [Answer(pieces=["rea", "dy"]), Answer(status=401)]

    async def run() -> None:
        local = make_catalog()
        good, bad = await local.test("openai:local-model"), await local.test("openai:local-model")
        assert (good.ok, good.answer, good.error) == (True, "ready", "")
        assert good.milliseconds > 0
        assert (bad.ok, bad.answer) == (False, "")
        assert "key" in bad.error
        await local.aclose()

    asyncio.run(run())
    assert len(server.requests) == 2


def test_a_test_of_an_unusable_model_says_what_to_set() -> None:
    check = asyncio.run(catalog().test("anthropic:claude-haiku-4-5"))
    assert not check.ok
    assert "ANTHROPIC_API_KEY" in check.error


def test_models_are_built_once(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    local = make_catalog()

    async def run() -> None:
        first, second = await asyncio.gather(local.model("openai:m"), local.model("openai:m"))
        assert first is second
        await local.aclose()

    asyncio.run(run())


def test_scripts_are_read_from_where_the_operator_points_only(home: Path, tmp_path_factory: Any) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "script.toml"
    elsewhere.write_text("")
    (home / "script.toml").write_text("")
    own = catalog(home=home)
    assert own.environment.usable(f"scripted:{home / 'script.toml'}").healthy
    assert not own.environment.usable(f"scripted:{elsewhere}").healthy
    assert not own.environment.usable(f"scripted:{home}/../{elsewhere.parent.name}/script.toml").healthy
    assert not own.environment.usable(f"scripted:{home / 'absent.toml'}").healthy
    with pytest.raises(InvalidInput):
        own.environment.resolve(f"scripted:{elsewhere}")
    assert own.environment.resolve(f"scripted:{home / 'script.toml'}")
    pointed_to = catalog(model=f"scripted:{elsewhere}")
    assert pointed_to.environment.usable(pointed_to.environment.resolve(None)).healthy


def test_importing_the_catalog_brings_no_provider_and_no_model_library() -> None:
    code = (
        "import sys, bailiwick.models.catalog\n"
        "heavy = {'pydantic_ai', 'openai', 'anthropic', 'google.genai', 'genai_prices', 'httpx2', 'httpx'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True, env=dict(os.environ)
    )
    assert done.stdout.strip() == "[]"


def test_no_banner_is_printed_where_a_model_is_built(server: ProviderServer) -> None:
    code = (
        "import asyncio\n"
        "from bailiwick.models.catalog import Catalog\n"
        "from bailiwick.kernel.settings import Settings\n"
        f"catalog = Catalog(Settings(openai_base_url={server.openai_url!r}, ollama_url=''), environment={{}})\n"
        "check = asyncio.run(catalog.test('openai:m'))\n"
        "import pydantic_ai\n"
        "assert check.ok, check\n"
        "assert pydantic_ai.BANNER_ENABLED is False\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
