"""Shopify stores over HTTP, and whole stories with them: asked in a chat, approved once, never anybody else's."""

import json
import logging
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from bailiwick.people.actions import People
from bailiwick.tools.credential_actions import Credentials
from support.postgres import TestServer
from support.shopify_server import Shop, ShopifyServer
from support.site import ENDED, Site, settings_of

TOKEN = "shpat_canary0123456789abcdef"
STORES = "/api/shopify/stores"


@pytest.fixture(scope="module")
def shopify() -> Iterator[ShopifyServer]:
    with ShopifyServer() as server:
        yield server


@pytest.fixture(scope="module")
def database() -> str:
    """Name of the database of this file's site."""
    return f"shop_{secrets.token_hex(4)}"


@pytest.fixture(scope="module")
def shop_site(
    postgres: TestServer,
    database_template: str,
    database: str,
    shopify: ShopifyServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """A site of this file whose Shopify is a local one."""
    urls = postgres.create(database, template=database_template)
    with Site(settings_of(urls, tmp_path_factory.mktemp("shop"), shopify_api=shopify.api)) as site:
        yield site
    postgres.drop(database)


@pytest.fixture
def merchant(shop_site: Site) -> Iterator[httpx.Client]:
    """Calls as somebody without stores."""
    with shop_site.client(shop_site.person("Merchant")) as client:
        yield client


@pytest.fixture
def candles(shopify: ShopifyServer) -> Shop:
    """A fresh shop in Madrid."""
    return shopify.open("candle-corner", token=TOKEN)


def add(client: httpx.Client, domain: str = "candle-corner", **more: Any) -> httpx.Response:
    return client.post(STORES, json={"domain": domain, "token": TOKEN, **more})


def test_the_web_app_is_told_that_there_is_a_shop(merchant: httpx.Client) -> None:
    assert "shopify" in merchant.get("/api/me").json()["plugins"]


def test_a_store_is_added_when_it_takes_the_token_and_told_without_it(merchant: httpx.Client, candles: Shop) -> None:
    made = add(merchant)
    assert made.status_code == 201, made.text
    store = made.json()
    assert store["checkedAt"] is not None
    assert store | {"checkedAt": None} == {
        "domain": "candle-corner.myshopify.com",
        "name": "Candle Corner",
        "isDefault": True,
        "checkedAt": None,
        "state": "ok",
        "reason": None,
        "why": None,
        "scopes": [
            "read_products",
            "write_products",
            "read_orders",
            "read_all_orders",
            "read_customers",
            "read_inventory",
            "write_inventory",
            "read_locations",
        ],
    }
    assert merchant.get(STORES).json() == {"stores": [store]}
    assert merchant.get(f"{STORES}/candle-corner.myshopify.com").json() == store
    credentials = merchant.get("/api/credentials")
    assert credentials.json()["credentials"][0]["name"] == "shopify:candle-corner.myshopify.com"
    assert "canary0123456789" not in credentials.text + merchant.get("/api/debug/events").text
    assert add(merchant).status_code == 409
    assert merchant.delete(f"{STORES}/candle-corner.myshopify.com").status_code == 204
    assert merchant.get(STORES).json() == {"stores": []}
    assert merchant.delete(f"{STORES}/candle-corner.myshopify.com").status_code == 404


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"token": "shpat_of_somebody_else"}, "token", "does not take its token"),
        ({"domain": "no-such-shop"}, "domain", "knows no store at no-such-shop.myshopify.com"),
        ({"domain": "candles.example.org"}, "domain", "your-store.myshopify.com"),
        ({"domain": "candle-corner.myshopify.com@evil.example"}, "domain", "your-store.myshopify.com"),
        ({"token": "short"}, "token", "Copy the access token whole"),
        ({"token": "with a blank in the middle"}, "token", "Copy the access token whole"),
        ({"clientId": "0123456789abcdef0123"}, "token", "a client id with its secret"),
        ({"token": None}, "token", "a client id with its secret"),
    ],
)
def test_what_does_not_open_the_store_is_not_kept(
    merchant: httpx.Client, candles: Shop, shopify: ShopifyServer, body: dict[str, Any], field: str, sentence: str
) -> None:
    refused = merchant.post(STORES, json={"domain": "candle-corner", "token": TOKEN, **body})
    assert refused.status_code == 422, refused.text
    assert refused.json()["errors"][0]["field"] == field
    assert sentence in refused.json()["detail"]
    assert TOKEN not in refused.text
    assert merchant.get(STORES).json() == {"stores": []}


def test_a_store_that_cannot_be_asked_is_not_kept_and_may_be_tried_again(merchant: httpx.Client, candles: Shop) -> None:
    candles.refuse = lambda request: (503, b"", {})
    key = {"Idempotency-Key": secrets.token_hex(8)}
    body = {"domain": "candle-corner", "token": TOKEN}
    assert merchant.post(STORES, json=body, headers=key).status_code == 503
    candles.refuse = None
    first = merchant.post(STORES, json=body, headers=key)
    again = merchant.post(STORES, json=body, headers=key)
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    other = merchant.post(STORES, json={**body, "token": TOKEN + "x"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-mismatch")


def test_of_several_stores_one_is_the_default_until_another_is_chosen(
    merchant: httpx.Client, candles: Shop, shopify: ShopifyServer
) -> None:
    shopify.open("tea-time", token=TOKEN)
    add(merchant)
    assert add(merchant, "tea-time").json()["isDefault"] is False

    def defaults() -> list[str]:
        return [each["name"] for each in merchant.get(STORES).json()["stores"] if each["isDefault"]]

    assert defaults() == ["Candle Corner"]
    chosen = merchant.put(f"{STORES}/tea-time.myshopify.com", json={"isDefault": True})
    assert (chosen.status_code, defaults()) == (200, ["Tea Time"])
    refused = merchant.put(f"{STORES}/tea-time.myshopify.com", json={"isDefault": False})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "isDefault")
    merchant.delete(f"{STORES}/tea-time.myshopify.com")
    assert defaults() == ["Candle Corner"]


def test_a_check_says_how_a_store_stands_now_and_a_new_token_mends_it(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    address = f"{STORES}/candle-corner.myshopify.com"
    candles.tokens = {"shpat_renewed0123456789"}
    checked = merchant.post(f"{address}/check").json()
    assert (checked["state"], checked["name"], checked["isDefault"]) == ("refused", "Candle Corner", True)
    assert "does not take its token" in checked["reason"]
    assert merchant.get(address).json()["state"] == "refused"
    assert merchant.put(address, json={"token": "shpat_wrong_0123456789"}).status_code == 422
    mended = merchant.put(address, json={"token": "shpat_renewed0123456789"})
    assert (mended.json()["state"], mended.json()["reason"]) == ("ok", None)
    candles.refuse = lambda request: (502, b"", {})
    assert merchant.post(f"{address}/check").json()["state"] == "unreachable"


def test_the_id_and_secret_of_an_app_open_a_store_too(merchant: httpx.Client, candles: Shop) -> None:
    candles.apps["0123456789abcdef0123456789abcdef"] = "shpss_canary0123456789"
    pair = {"clientId": "0123456789abcdef0123456789abcdef", "clientSecret": "shpss_canary0123456789"}
    made = merchant.post(STORES, json={"domain": "candle-corner", **pair})
    assert (made.status_code, made.json()["state"]) == (201, "ok")
    called = merchant.post("/api/tools/shopifyGetProducts/call", json={"arguments": {}}).json()
    assert called["error"] is None
    assert "canary0123456789" not in made.text + json.dumps(called)


def test_a_stranger_sees_uses_and_changes_no_store_of_somebody_else(
    shop_site: Site, merchant: httpx.Client, candles: Shop
) -> None:
    add(merchant)
    candles.put("Secret product", "1.00")
    address = f"{STORES}/candle-corner.myshopify.com"
    with shop_site.client(shop_site.person("Stranger")) as stranger:
        assert stranger.get(STORES).json() == {"stores": []}
        for answer in (
            stranger.get(address),
            stranger.post(f"{address}/check"),
            stranger.delete(address),
            stranger.put(address, json={"isDefault": True}),
        ):
            assert answer.status_code == 404
        before = len(candles.requests)
        called = stranger.post(
            "/api/tools/shopifyGetProducts/call", json={"arguments": {"store": "candle-corner.myshopify.com"}}
        )
        assert "No Shopify store is connected" in called.json()["error"]
        assert len(candles.requests) == before
    assert merchant.get(address).json()["state"] == "ok"


def ask(client: httpx.Client, message: str) -> str:
    accepted = client.post("/api/agents/execute", json={"message": message, "agentId": "emma-ecommerce"})
    assert accepted.status_code == 202, accepted.text
    return accepted.json()["id"]


def settled(client: httpx.Client, execution_id: str, *until: str) -> dict[str, Any]:
    """Follow an execution until it is over or waits."""
    with client.stream("GET", f"/api/agents/execution/{execution_id}/events") as stream:
        for line in stream.iter_lines():
            if any(line == f"event: {kind}" for kind in ("done", *until)):
                break
    return client.get(f"/api/agents/execution/{execution_id}").json()


def test_what_did_we_sell_is_answered_with_figures_of_the_store_and_a_chart(
    merchant: httpx.Client, candles: Shop
) -> None:
    add(merchant)
    yesterday = datetime.now(UTC) - timedelta(days=1)
    candles.sell(yesterday.isoformat(), "1200.50", customer="Ana")
    candles.sell(yesterday.isoformat(), "34.00", customer="Ana")
    english = settled(merchant, ask(merchant, "What did we sell in the last 7 days?"))
    assert english["status"] == "completed", english
    assert english["answer"].startswith("**Candle Corner** sold **€1,234.50** in 2 orders")
    (step,) = [step for step in english["steps"] if step["kind"] == "tool"]
    drawn = step["output"]["result"]["chart"]
    assert (drawn["type"], drawn["unit"], sum(drawn["series"][0]["values"])) == ("bar", "EUR", 1234.5)
    spanish = settled(merchant, ask(merchant, "¿Qué hemos vendido en los últimos 7 días?"))
    assert spanish["answer"].startswith("**Candle Corner** ha vendido **1234,50 €** en 2 pedidos")


def test_a_merchant_goes_on_with_the_last_question(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Linen shirt", "24.00", stock=3)
    thread = merchant.post("/api/conversations/create", json={"agentId": "emma-ecommerce", "mode": "direct"}).json()

    def said(message: str) -> str:
        body = {"message": message, "conversationId": thread["id"]}
        return settled(merchant, merchant.post("/api/agents/execute", json=body).json()["id"])["answer"]

    this_week = said("What did we sell this week?")
    last_month = said("and last month?")
    assert this_week.startswith("**Candle Corner** sold"), this_week
    assert last_month.startswith("**Candle Corner** sold"), last_month
    assert last_month != this_week
    assert "Linen shirt" in said("how many linen shirts are left?")
    assert "soap" in said("search for soap in my store")


def test_all_prices_wait_for_a_person_who_sees_each(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Linen shirt", "24.00")
    candles.put("Mug", "9.50")
    execution_id = ask(merchant, "raise all prices by 10%")
    assert settled(merchant, execution_id, "execution.waiting")["status"] == "waiting"
    (waiting,) = merchant.get("/api/approvals?status=pending").json()["approvals"]
    assert [(each["title"], each["oldValue"], each["newValue"]) for each in waiting["found"]] == [
        ("Linen shirt", "24.00 EUR", "26.40 EUR"),
        ("Mug", "9.50 EUR", "10.45 EUR"),
    ]
    assert candles.changes == []
    assert merchant.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 200
    assert "The prices of 2 products in Candle Corner are changed (+10 %)" in settled(merchant, execution_id)["answer"]


def test_a_price_waits_for_a_person_and_is_changed_exactly_once(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Linen shirt", "24.00")
    request = "Change the price of the linen shirt from 24 to 19.99"
    execution_id = ask(merchant, request)
    assert settled(merchant, execution_id, "execution.waiting")["status"] == "waiting"
    assert (candles.changes, candles.price("Linen shirt")) == ([], "24.00")
    (waiting,) = merchant.get("/api/approvals?status=pending").json()["approvals"]
    assert waiting["tool"] == "shopifyUpdateProductPrice"
    assert waiting["arguments"] == {"product": "linen shirt", "price": "19.99", "old_price": "24"}
    (found,) = waiting["found"]
    assert (found["kind"], found["title"], found["oldValue"], found["newValue"]) == (
        "price",
        "Linen shirt",
        "24.00 EUR",
        "19.99 EUR",
    )
    assert "Candle Corner" in found["excerpt"]
    assert merchant.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 200
    done = settled(merchant, execution_id)
    assert done["answer"] == "The price of **Linen shirt** in Candle Corner is €19.99 now; it was €24.00."
    assert merchant.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 409
    assert (len(candles.changes), candles.asked("SetPrices"), candles.price("Linen shirt")) == (1, 1, "19.99")

    denied_id = ask(merchant, "Cambia el precio de la linen shirt a 5 €")
    assert settled(merchant, denied_id, "execution.waiting")["status"] == "waiting"
    (waiting,) = merchant.get("/api/approvals?status=pending").json()["approvals"]
    merchant.post(f"/api/approvals/{waiting['id']}/deny", json={"note": "Too cheap."})
    denied = settled(merchant, denied_id)
    assert denied["status"] in ENDED
    assert "Too cheap." in denied["answer"]
    assert candles.asked("SetPrices") == 1


def test_a_stock_waits_for_a_person_is_changed_once_and_put_back(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Blue mug", "9.50", stock=10)
    thread = merchant.post("/api/conversations/create", json={"agentId": "emma-ecommerce", "mode": "direct"}).json()

    def approved(message: str) -> tuple[dict[str, Any], str]:
        body = {"message": message, "conversationId": thread["id"]}
        execution_id = merchant.post("/api/agents/execute", json=body).json()["id"]
        assert settled(merchant, execution_id, "execution.waiting")["status"] == "waiting"
        (waiting,) = merchant.get("/api/approvals?status=pending").json()["approvals"]
        assert merchant.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 200
        return waiting["found"][0], settled(merchant, execution_id)["answer"]

    found, answer = approved("set the stock of the blue mug to 12")
    assert (found["kind"], found["title"], found["oldValue"], found["newValue"]) == ("stock", "Blue mug", "10", "12")
    assert answer.startswith("The stock of **Blue mug** in Candle Corner is 12 now; it was 10.")
    found, answer = approved("undo")
    assert (found["oldValue"], found["newValue"], candles.stock("Blue mug")) == ("12", "10", 10)
    found, answer = approved("añade 5 blue mugs al stock")
    assert answer.startswith("En Candle Corner hay ahora 15 de **Blue mug**; antes eran 10.")
    assert (candles.asked("SetStock"), candles.asked("AdjustStock"), candles.stock("Blue mug")) == (1, 2, 15)


def test_a_stock_that_changed_before_the_merchant_agreed_is_left_alone(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Blue mug", "9.50", stock=10)
    execution_id = ask(merchant, "add 5 blue mugs to stock")
    assert settled(merchant, execution_id, "execution.waiting")["status"] == "waiting"
    (waiting,) = merchant.get("/api/approvals?status=pending").json()["approvals"]
    candles.restock("Blue mug", 9)
    assert merchant.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 200
    assert "has changed since" in settled(merchant, execution_id)["answer"]
    assert merchant.get(f"/api/approvals/{waiting['id']}").json()["status"] == "changed"
    assert (candles.stock("Blue mug"), candles.changes) == (9, [])


def test_a_price_that_changed_before_the_merchant_agreed_is_left_alone(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Linen shirt", "24.00")
    execution_id = ask(merchant, "Cambia el precio de la linen shirt a 5 €")
    assert settled(merchant, execution_id, "execution.waiting")["status"] == "waiting"
    (waiting,) = merchant.get("/api/approvals?status=pending").json()["approvals"]
    candles.products[0]["_variants"][0]["price"] = "30.00"
    assert merchant.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 200
    done = settled(merchant, execution_id)
    assert "ha cambiado desde que se preguntó" in done["answer"]
    assert merchant.get(f"/api/approvals/{waiting['id']}").json()["status"] == "changed"
    assert candles.changes == []


def test_nobody_is_asked_about_a_product_that_is_not_there(merchant: httpx.Client, candles: Shop) -> None:
    add(merchant)
    candles.put("Linen shirt", "24.00")
    done = settled(merchant, ask(merchant, "Change the price of the linen to 5 dollars"))
    assert done["answer"] == 'Candle Corner has no product called "linen". Did you mean "Linen shirt"?'
    assert merchant.get("/api/approvals?status=pending").json()["approvals"] == []


def test_the_token_is_in_no_answer_event_log_or_row_even_when_the_shop_repeats_it(
    database: str,
    merchant: httpx.Client,
    candles: Shop,
    postgres: TestServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    add(merchant)
    said = {"errors": [{"message": f"the token {TOKEN} is odd", "extensions": {"code": "X"}}]}
    candles.refuse = lambda request: (200, said, {})
    execution = settled(merchant, ask(merchant, "orders of today"))
    assert "the token … is odd" in execution["answer"]
    checked = merchant.post(f"{STORES}/candle-corner.myshopify.com/check")
    seen = [json.dumps(execution), checked.text, caplog.text, *capfd.readouterr()]
    seen += [merchant.get(path).text for path in ("/api/debug/events?limit=200", "/api/agents/executions", STORES)]
    assert "the token … is odd" in checked.json()["reason"]
    seen += rows(make_conninfo(postgres.admin, dbname=database))
    assert [text for text in seen if "canary0123456789" in text] == []


def rows(connection: str) -> list[str]:
    """Return every row of every table of the product."""
    found: list[str] = []
    with psycopg.connect(connection) as database:
        tables = database.execute(
            "select relname from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r'"
            " and nspname = (select nspname from pg_class d join pg_namespace m on m.oid = d.relnamespace"
            " where relname = 'credentials')"
        ).fetchall()
        for (table,) in tables:
            for row in database.execute(sql.SQL("select t::text from {} t").format(sql.Identifier(table))):
                found.append(row[0])
    assert any("candle-corner" in row for row in found)
    return found


def test_stores_are_kept_open_when_the_key_that_seals_them_is_replaced(
    shop_site: Site, merchant: httpx.Client, candles: Shop
) -> None:
    add(merchant)
    owner = shop_site.run(shop_site.platform[People].owner())
    shop_site.run(shop_site.platform[Credentials].rotate(owner.id))
    assert merchant.post(f"{STORES}/candle-corner.myshopify.com/check").json()["state"] == "ok"
