"""The section of the settings in which a person's Shopify stores are."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.shopify_server import ShopifyServer

TOKEN = "shpat_canary0123456789abcdef"


@pytest.fixture
def shopify() -> Iterator[ShopifyServer]:
    with ShopifyServer() as server:
        yield server


def stores(page: Page, name: str = "Stores") -> Locator:
    """The section."""
    return page.get_by_role("region", name=name, exact=True)


def line(page: Page, name: str) -> Locator:
    """The line of a store."""
    return stores(page).get_by_role("listitem").filter(has_text=name)


def test_a_store_is_added_checked_made_the_default_and_removed(
    web: Web, shopify: ShopifyServer, start_site: Callable[..., LiveSite]
) -> None:
    candles = shopify.open("candle-corner", token=TOKEN)
    shopify.open("tea-time", token=TOKEN, scopes=("read_products",)).apps["0123456789abcdef01234567"] = TOKEN
    site = start_site(shopify_api=shopify.api)
    page = web.open("/settings#stores", site=site, allow=["422"])
    stores(page).get_by_role("button", name="Add a store").click()
    dialog = page.get_by_role("dialog", name="Add a store")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_count(2)
    dialog.get_by_label("Store", exact=True).fill("candle-corner")
    dialog.get_by_role("textbox", name="Access token").fill("shpat_of_another_store")
    expect(dialog.get_by_role("textbox", name="Access token")).to_have_attribute("type", "password")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("does not take its token")
    assert axe(page) == []
    dialog.get_by_role("textbox", name="Access token").fill(TOKEN)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(line(page, "Candle Corner")).to_contain_text("default")
    expect(line(page, "Candle Corner")).to_contain_text("ready")

    stores(page).get_by_role("button", name="Add a store").click()
    dialog.get_by_label("Store", exact=True).fill("https://tea-time.myshopify.com/admin")
    dialog.get_by_role("radio", name="Client id and secret").click()
    dialog.get_by_role("textbox", name="Client id").fill("0123456789abcdef01234567")
    dialog.get_by_role("textbox", name="Client secret").fill(TOKEN)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(line(page, "Tea Time")).to_contain_text("Its token may: see products.")
    line(page, "Tea Time").get_by_role("button", name="More about Tea Time").click()
    page.get_by_role("menuitem", name="Make it the default").click()
    expect(line(page, "Tea Time").get_by_text("default", exact=True)).to_be_visible()
    expect(line(page, "Candle Corner").get_by_text("default", exact=True)).to_have_count(0)

    candles.tokens.clear()
    line(page, "Candle Corner").get_by_role("button", name="Check Candle Corner").click()
    expect(line(page, "Candle Corner")).to_contain_text("refused")
    page.reload()
    expect(line(page, "Candle Corner")).to_contain_text("give it another one")
    assert axe(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert too_wide(page) == []
    assert "canary" not in page.content()

    line(page, "Candle Corner").get_by_role("button", name="More about Candle Corner").click()
    page.get_by_role("menuitem", name="Remove").click()
    expect(line(page, "Candle Corner")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(line(page, "Candle Corner")).to_be_visible()
    with page.expect_response(lambda response: response.request.method == "DELETE") as deleted:
        line(page, "Candle Corner").get_by_role("button", name="More about Candle Corner").click()
        page.get_by_role("menuitem", name="Remove").click()
    assert deleted.value.status == 204
    expect(line(page, "Tea Time")).to_be_visible()


def test_the_section_speaks_spanish_and_says_what_a_store_is_good_for(web: Web) -> None:
    page = web.open("/settings#stores", locale="es-ES")
    expect(stores(page, "Tiendas").get_by_role("heading", name="Aún no hay tiendas")).to_be_visible()
    stores(page, "Tiendas").get_by_role("button", name="Añadir una tienda").click()
    expect(page.get_by_role("dialog", name="Añadir una tienda").get_by_label("Tienda", exact=True)).to_be_focused()
