"""Models: a provider is picked, its key pasted, tried and made the default, without a restart; and removed again."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from bailiwick.people.records import UserRole
from browser.axe import axe
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import DESKTOP, PHONE, Web, resize
from support.providers import Answer, ProviderServer

KEY = "sk-canary/0123+456789-wxyz"


@pytest.fixture
def provider() -> Iterator[ProviderServer]:
    """A server that speaks OpenAI's protocol."""
    with ProviderServer(models=("small-model", "large-model")) as server:
        server.default = Answer(pieces=["By ", "the model."], usage={"input": 1_000, "output": 500})
        yield server


def shown_well(page: Page, web: Web, name: str) -> None:
    """Look at the page in both sizes and themes."""
    for size, dark in ((DESKTOP, False), (DESKTOP, True), (PHONE, False), (PHONE, True)):
        resize(page, *size, dark=dark)
        web.shot(page, f"{name}-{size[0]}-{'dark' if dark else 'light'}")
        assert too_wide(page) == []
        assert axe(page) == []
    resize(page, *DESKTOP)


def test_the_home_of_a_fresh_installation_leads_to_a_model_that_answers(
    web: Web, start_site: Callable[..., LiveSite], provider: ProviderServer
) -> None:
    site = start_site()
    person = site.site.person("Ada", role=UserRole.OWNER)
    page = web.open("/", site=site, person=person)
    missing = page.locator("section").filter(has=page.get_by_role("heading", name="No language model yet"))
    expect(missing.get_by_role("button", name="Anthropic")).to_be_visible()
    shown_well(page, web, "home")
    missing.get_by_role("button", name="Any compatible server").press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Connect", exact=True)).to_be_disabled()
    dialog.get_by_label("Address").fill(provider.openai_url)
    dialog.get_by_label("Key, if it wants one").fill(KEY)
    dialog.get_by_label("Name").fill("groq")
    shown_well(page, web, "connect")
    dialog.get_by_label("Name").press("Enter")
    expect(dialog.get_by_role("heading", name="groq is connected")).to_be_visible()
    expect(dialog.get_by_text("2 models to choose from.")).to_be_visible()
    dialog.get_by_label("Model", exact=True).fill("small-model")
    dialog.get_by_label("$ per million tokens read").fill("2")
    dialog.get_by_label("$ per million tokens written").fill("4")
    dialog.get_by_role("button", name="Test small-model").click()
    expect(dialog.get_by_role("status")).to_contain_text("It answers, in")
    shown_well(page, web, "choose")
    expect(dialog.get_by_role("switch", name="Use it by default")).to_be_checked()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)
    expect(missing).to_have_count(0)
    ask = page.get_by_label("What do you want to ask?")
    ask.fill("Compare the architectures of two message brokers")
    ask.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("By the model.")
    assert provider.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in page.content()


def test_connections_are_listed_tried_changed_and_removed_in_the_settings(
    web: Web, start_site: Callable[..., LiveSite], provider: ProviderServer
) -> None:
    site = start_site()
    person = site.site.person("Ada", role=UserRole.OWNER)
    with site.site.client(person) as client:
        facts = {"small-model": {"inputPrice": 2, "outputPrice": 4}}
        body = {"kind": "openai-compatible", "name": "groq", "address": provider.openai_url, "key": KEY}
        made = client.post("/api/models/connections", json={**body, "defaultModel": "small-model", "facts": facts})
        assert made.status_code == 201
        agent = {"id": "ada", "name": "Ada", "instructions": "Answer.", "model": "groq:small-model"}
        assert client.post("/api/agents/create", json=agent).status_code == 201
    page = web.open("/settings#models", site=site, person=person)
    models = page.get_by_role("region", name="Models", exact=True)
    line = models.get_by_role("list", name="Connections").get_by_role("listitem")
    expect(line).to_contain_text("groq")
    expect(line).to_contain_text("key …wxyz")
    line.get_by_role("button", name="Test groq").click()
    expect(line.get_by_role("status")).to_contain_text("for $0.00")
    models.get_by_label("Default model").select_option("groq:large-model")
    expect(models.get_by_role("list", name="Ready to use").get_by_role("listitem").first).to_contain_text("large-model")
    shown_well(page, web, "settings")
    provider.default = Answer(status=401, error="no such key")
    line.get_by_role("button", name="Test groq").click()
    expect(line).to_contain_text("does not answer")
    expect(line).to_contain_text("groq refused the key. Enter another one.")
    provider.default = Answer(pieces=["By the model."])
    line.get_by_role("button", name="Change groq").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Key, if it wants one")).to_have_attribute("placeholder", "…wxyz")
    dialog.get_by_label("Key, if it wants one").fill("another-key-abcd")
    dialog.get_by_role("button", name="Save and go on").click()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)
    expect(line).to_contain_text("key …abcd")
    expect(line.get_by_text("does not answer")).to_have_count(0)
    line.get_by_role("button", name="Remove groq").click()
    expect(dialog).to_contain_text("the default model")
    expect(dialog).to_contain_text("your agents Ada")
    assert axe(page) == []
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(models.get_by_role("heading", name="Pick a provider")).to_be_visible()


def test_a_member_connects_models_of_their_own_and_sees_no_default_to_choose(web: Web) -> None:
    page = web.open("/settings#models", locale="es-ES")
    models = page.get_by_role("region", name="Modelos", exact=True)
    expect(models.get_by_label("Modelo por defecto")).to_have_count(0)
    models.get_by_role("button", name="Cualquier servidor compatible").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("switch")).to_have_count(0)
    web.allow("422")
    dialog.get_by_label("Dirección").fill("http://127.0.0.1:11434/v1")
    dialog.get_by_role("button", name="Conectar", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("lleva a la red pública")
    assert axe(page) == []
