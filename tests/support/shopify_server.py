"""A local Shopify that speaks the Admin GraphQL wire, strictly: shops, tokens, costs, throttling, pages, refusals.

    with ShopifyServer() as shopify:
        shop = shopify.open("candle-corner", token="shpat_…", currency="EUR", zone="Europe/Madrid")
        shop.sell("2026-07-01T10:00:00+02:00", "39.90", customer="Ana")
        settings = Settings(shopify_api=shopify.api)

What it is asked is checked against an excerpt of Shopify's schema: an unknown field or argument, a variable that is
not used, or a question that may cost more than a thousand points is refused as Shopify refuses it.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import urlsplit

from support.graphql import Operation, Refused, Schema, Selected, chosen, cost_of
from support.shopify_schema import EXCERPT
from support.shopify_search import search

SCHEMA = Schema(EXCERPT)
VERSION = "2026-07"
SCOPES = (
    "read_products",
    "write_products",
    "read_orders",
    "read_customers",
    "read_inventory",
    "write_inventory",
    "read_locations",
    "read_all_orders",
)
NEEDED = {
    "products": "read_products",
    "productsCount": "read_products",
    "product": "read_products",
    "productVariant": "read_products",
    "productVariants": "read_products",
    "orders": "read_orders",
    "ordersCount": "read_orders",
    "order": "read_orders",
    "customers": "read_customers",
    "customersCount": "read_customers",
    "productVariantsBulkUpdate": "write_products",
    "inventorySetQuantities": "write_inventory",
    "inventoryAdjustQuantities": "write_inventory",
    "inventoryItem": "read_inventory",
    "location": "read_locations",
}
"""Access scope of each field that needs one."""
ONCE = ("inventorySetQuantities", "inventoryAdjustQuantities")
"""What has to come with a key, and is carried out once for each."""


@dataclass
class Request:
    """One question that arrived."""

    operation: str
    variables: Mapping[str, Any]
    token: str


@dataclass
class Bucket:
    """The allowance of an app in a shop."""

    most: float = 2000.0
    restored: float = 100.0
    left: float = 2000.0
    at: float = 0.0

    def now(self, clock: float) -> float:
        self.left = min(self.most, self.left + (clock - self.at) * self.restored)
        self.at = clock
        return self.left


@dataclass
class Shop:
    """One shop and all that is in it."""

    domain: str
    name: str
    tokens: set[str]
    zone: str = "Europe/Madrid"
    currency: str = "EUR"
    scopes: tuple[str, ...] = SCOPES
    apps: dict[str, str] = field(default_factory=dict)
    """Secrets of apps by client id; each question for a token makes a new one."""
    products: list[dict[str, Any]] = field(default_factory=list)
    orders: list[dict[str, Any]] = field(default_factory=list)
    customers: dict[str, dict[str, Any]] = field(default_factory=dict)
    bucket: Bucket = field(default_factory=Bucket)
    requests: list[Request] = field(default_factory=list)
    changes: list[Mapping[str, Any]] = field(default_factory=list)
    """Mutations that were carried out."""
    kept: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """By the key of a mutation, what was asked and answered."""
    refuse: Callable[[Request], "tuple[int, Any, Mapping[str, str]] | None"] | None = None
    """What it says instead: status, body, headers; nothing for the usual answer."""
    complaint: str | None = None
    """A user error that it answers every change with."""

    def put(
        self,
        title: str,
        *prices: str,
        stock: int | None = 10,
        sku: str = "",
        status: str = "ACTIVE",
        compare: str | None = None,
        variants: tuple[str, ...] = (),
        at: Mapping[str, int] | None = None,
    ) -> str:
        """Put a product on the shelf, a variant for each price; returns its number.

        `at` says how many pieces of each variant are at each location, instead of `stock` at the only one.
        """
        if at is not None:
            stock = sum(at.values()) * len(prices)
        number = str(1000 + len(self.products))
        made = []
        for index, price in enumerate(prices):
            made.append(
                {
                    "id": f"gid://shopify/ProductVariant/{number}{index}",
                    "title": variants[index] if variants else "Default Title",
                    "sku": f"{sku}-{index}" if sku and len(prices) > 1 else sku,
                    "price": price,
                    "compareAtPrice": compare,
                    "inventoryQuantity": (stock or 0) // len(prices),
                    "_levels": dict(at or {"Shop": (stock or 0) // len(prices)}),
                }
            )
        self.products.append(
            {
                "id": f"gid://shopify/Product/{number}",
                "title": title,
                "status": status,
                "vendor": "Own make",
                "productType": "Goods",
                "totalInventory": stock or 0,
                "tracksInventory": stock is not None,
                "_variants": made,
            }
        )
        return number

    def sell(
        self,
        at: str,
        total: str,
        *,
        customer: str | None = None,
        refunded: str = "0.0",
        cancelled: bool = False,
        test: bool = False,
        lines: tuple[tuple[str, int, str], ...] = (),
        paid: bool = True,
        shipped: bool = False,
    ) -> str:
        """Take an order; `lines` are of title, quantity and unit price. Returns its name, `#1001`."""
        number = 1001 + len(self.orders)
        if customer is not None:
            known = self.customers.setdefault(
                customer,
                {
                    "id": f"gid://shopify/Customer/{5000 + len(self.customers)}",
                    "displayName": customer,
                    "createdAt": at,
                    "numberOfOrders": "0",
                    "amountSpent": self._money("0.0"),
                    "defaultEmailAddress": {"emailAddress": f"{customer.split()[0].lower()}@example.org"},
                    "defaultAddress": {"city": "Madrid", "country": "Spain"},
                    "lastOrder": None,
                },
            )
            known["numberOfOrders"] = str(int(known["numberOfOrders"]) + 1)
            known["amountSpent"] = self._money(str(Decimal(known["amountSpent"]["amount"]) + Decimal(total)))
            known["lastOrder"] = {"name": f"#{number}", "createdAt": at}
        made = [
            {
                "title": title,
                "variantTitle": None,
                "quantity": quantity,
                "currentQuantity": quantity,
                "product": {"id": f"gid://shopify/Product/{title}"},
                "discountedUnitPriceAfterAllDiscountsSet": {"shopMoney": self._money(price)},
            }
            for title, quantity, price in lines
        ]
        self.orders.append(
            {
                "id": f"gid://shopify/Order/{number}",
                "name": f"#{number}",
                "createdAt": at,
                "cancelledAt": at if cancelled else None,
                "test": test,
                "displayFinancialStatus": "PAID" if paid else "PENDING",
                "displayFulfillmentStatus": "FULFILLED" if shipped else "UNFULFILLED",
                "totalPriceSet": {"shopMoney": self._money(total)},
                "totalRefundedSet": {"shopMoney": self._money(refunded)},
                "customer": self.customers[customer] if customer else None,
                "_lines": made,
            }
        )
        return f"#{number}"

    def asked(self, operation: str) -> int:
        """Return how often an operation of this name arrived."""
        return sum(request.operation == operation for request in self.requests)

    def price(self, product: str) -> str:
        """Return the price of a product's first variant."""
        return next(each for each in self.products if each["title"] == product)["_variants"][0]["price"]

    def stock(self, product: str, location: str = "Shop") -> int:
        """Return how many pieces of a product's first variant are at a location."""
        return next(each for each in self.products if each["title"] == product)["_variants"][0]["_levels"][location]

    def restock(self, product: str, quantity: int, location: str = "Shop") -> None:
        """Have another number of pieces of a product's first variant, as somebody else would."""
        next(each for each in self.products if each["title"] == product)["_variants"][0]["_levels"][location] = quantity

    def root(self) -> dict[str, Any]:
        """Return what questions are answered from."""
        return {
            "shop": {
                "name": self.name,
                "myshopifyDomain": self.domain,
                "ianaTimezone": self.zone,
                "currencyCode": self.currency,
            },
            "currentAppInstallation": {"accessScopes": [{"handle": scope} for scope in self.scopes]},
            "products": self._page(self._product_views, self._product_fields),
            "productsCount": self._count(self._product_views, self._product_fields),
            "product": lambda id: next((each for each in self._product_views() if each["id"] == id), None),
            "productVariants": self._page(
                self._variant_views, lambda each: {"sku": each["sku"], "words": each["title"]}
            ),
            "productVariant": lambda id: next((each for each in self._variant_views() if each["id"] == id), None),
            "orders": self._page(self._order_views, self._order_fields),
            "ordersCount": self._count(self._order_views, self._order_fields),
            "order": lambda id: next((each for each in self._order_views() if each["id"] == id), None),
            "customers": self._page(lambda: list(self.customers.values()), self._customer_fields),
            "customersCount": self._count(lambda: list(self.customers.values()), self._customer_fields),
            "productVariantsBulkUpdate": self._update,
            "inventorySetQuantities": lambda input: self._stocked(input, input["quantities"]),
            "inventoryAdjustQuantities": lambda input: self._stocked(input, input["changes"]),
        }

    def _update(self, productId: str, variants: list[dict[str, Any]]) -> dict[str, Any]:
        held = next((each for each in self.products if each["id"] == productId), None)
        by_id = {each["id"]: each for each in held["_variants"]} if held else {}
        if self.complaint or held is None or any(each["id"] not in by_id for each in variants):
            said = self.complaint or "Product does not exist"
            return {
                "productVariants": None,
                "userErrors": [{"field": ["variants"], "message": said, "code": "INVALID"}],
            }
        self.changes.append({"product": productId, "variants": variants})
        for each in variants:
            by_id[each["id"]].update({name: value for name, value in each.items() if name != "id"})
        return {"productVariants": [by_id[each["id"]] for each in variants], "userErrors": []}

    def _stocked(self, asked: dict[str, Any], changes: list[dict[str, Any]]) -> dict[str, Any]:
        assert (asked["name"], asked["reason"]) == ("available", "correction")
        for each in changes:
            variant, location = self._level(each["inventoryItemId"], each["locationId"])
            now, compared = variant["_levels"][location], each["changeFromQuantity"]
            wrong = self.complaint and (self.complaint, "INVALID_QUANTITY")
            if compared is not None and compared != now:
                wrong = ("The quantity has changed.", "CHANGE_FROM_QUANTITY_STALE")
            if wrong:
                said = {"field": ["input"], "message": wrong[0], "code": wrong[1]}
                return {"inventoryAdjustmentGroup": None, "userErrors": [said]}
            variant["_levels"][location] = each["quantity"] if "quantity" in each else now + each["delta"]
            variant["inventoryQuantity"] = sum(variant["_levels"].values())
        self.changes.append(asked)
        group = {"id": f"gid://shopify/InventoryAdjustmentGroup/{len(self.changes)}", "reason": asked["reason"]}
        return {"inventoryAdjustmentGroup": group, "userErrors": []}

    def _level(self, item: str, location: str) -> tuple[dict[str, Any], str]:
        every = [each for held in self.products for each in held["_variants"]]
        variant = next(each for each in every if self._item(each)["id"] == item)
        return variant, next(name for name in variant["_levels"] if self._location(name)["id"] == location)

    def _item(self, variant: Mapping[str, Any]) -> dict[str, Any]:
        held = next(each for each in self.products if variant["id"] in [one["id"] for one in each["_variants"]])
        levels = [
            {
                "id": f"gid://shopify/InventoryLevel/{variant['id'].rpartition('/')[2]}",
                "location": self._location(name),
                "quantities": lambda names, quantity=quantity: [{"name": one, "quantity": quantity} for one in names],
            }
            for name, quantity in variant["_levels"].items()
        ]
        return {
            "id": f"gid://shopify/InventoryItem/{variant['id'].rpartition('/')[2]}",
            "tracked": held["tracksInventory"],
            "inventoryLevels": self._page(lambda: levels, None),
        }

    def _location(self, name: str) -> dict[str, str]:
        return {"id": f"gid://shopify/Location/{sum(name.encode())}", "name": name}

    def once(self, field: str, key: str | None, arguments: Any, answer: Callable[[], Any]) -> Any:
        """Return what a mutation that comes with a key is answered with: what it was before, if it was made before."""
        if key in self.kept:
            before, answered = self.kept[key]
            if before == (field, arguments):
                return answered
            said = {"field": None, "message": "Key of other parameters", "code": "IDEMPOTENCY_KEY_PARAMETER_MISMATCH"}
            return {field: {"inventoryAdjustmentGroup": None, "userErrors": [said]}}
        answered = answer()
        if not answered[field]["userErrors"]:
            self.kept[str(key)] = (field, arguments), answered
        return answered

    def _product_views(self) -> list[dict[str, Any]]:
        return [{**each, "variants": self._page(lambda each=each: each["_variants"], None)} for each in self.products]

    def _variant_views(self) -> list[dict[str, Any]]:
        return [
            {**each, "product": held, "inventoryItem": self._item(each)}
            for held in self._product_views()
            for each in held["_variants"]
        ]

    def _order_views(self) -> list[dict[str, Any]]:
        return [{**each, "lineItems": self._page(lambda each=each: each["_lines"], None)} for each in self.orders]

    def _product_fields(self, each: Mapping[str, Any]) -> dict[str, Any]:
        skus = " ".join(one["sku"] for one in each["_variants"])
        words = f"{each['title']} {each['vendor']} {each['productType']}"
        return {"status": each["status"], "inventory_total": each["totalInventory"], "sku": skus, "words": words}

    def _order_fields(self, each: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "name": each["name"],
            "created_at": datetime.fromisoformat(each["createdAt"]),
            "status": "cancelled" if each["cancelledAt"] else "open",
            "financial_status": each["displayFinancialStatus"],
            "fulfillment_status": each["displayFulfillmentStatus"],
            "words": (each["customer"] or {}).get("displayName", ""),
        }

    def _customer_fields(self, each: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "words": f"{each['displayName']} {each['defaultEmailAddress']['emailAddress']}",
            "orders_count": int(each["numberOfOrders"]),
            "total_spent": int(Decimal(each["amountSpent"]["amount"])),
        }

    def _count(self, every: Callable[[], list[Any]], fields: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
        def count(query: str | None = None) -> dict[str, Any]:
            return {"count": sum(search(query)(fields(each)) for each in every()), "precision": "EXACT"}

        return count

    def _page(
        self, every: Callable[[], list[Any]], fields: Callable[[Any], dict[str, Any]] | None
    ) -> Callable[..., Any]:
        def page(
            first: int, after: str | None = None, query: str | None = None, sortKey: str = "", reverse: bool = False
        ) -> dict[str, Any]:
            found = [each for each in every() if fields is None or search(query)(fields(each))]
            if sortKey in ("CREATED_AT", "UPDATED_AT"):
                found.sort(key=lambda each: datetime.fromisoformat(each["createdAt"]), reverse=reverse)
            elif sortKey in ("TITLE", "INVENTORY_TOTAL"):
                found.sort(key=lambda each: each["title" if sortKey == "TITLE" else "totalInventory"])
            start = int(after.removeprefix("c")) if after else 0
            end = start + first
            return {
                "nodes": found[start:end],
                "pageInfo": {
                    "hasNextPage": end < len(found),
                    "endCursor": f"c{min(end, len(found))}" if found else None,
                },
            }

        return page

    def _money(self, amount: str) -> dict[str, str]:
        return {"amount": amount, "currencyCode": self.currency}


class ShopifyServer:
    """Several shops on one port, by the domain in the path."""

    def __init__(self, clock: Callable[[], float] = lambda: time.monotonic() * 1000) -> None:
        """`clock` says how much the allowances have refilled; by itself they refill a thousand times as fast."""
        self.clock = clock
        self.shops: dict[str, Shop] = {}
        self.outside: list[str] = []
        """Hosts and paths that no shop is at."""
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def api(self) -> str:
        """What the setting `shopify_api` has to be."""
        return f"http://127.0.0.1:{self._server.server_port}/{{shop}}/admin/api/{VERSION}/graphql.json"

    def open(self, shop: str, *, token: str, name: str = "", **more: Any) -> Shop:
        """Open a shop that one token opens."""
        domain = f"{shop}.myshopify.com"
        self.shops[domain] = Shop(domain, name or shop.replace("-", " ").title(), {token}, **more)
        return self.shops[domain]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *unused: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, Any, Mapping[str, str]]:
        """Return status, body and headers."""
        with self._lock:
            domain, _, rest = path.strip("/").partition("/")
            shop = self.shops.get(domain)
            if shop is None:
                self.outside.append(path)
                return 404, {"errors": "Not Found"}, {}
            if rest == "admin/oauth/access_token":
                return self._token(shop, json.loads(body))
            if rest != f"admin/api/{VERSION}/graphql.json":
                self.outside.append(path)
                return 404, {"errors": "Not Found"}, {}
            return self._graphql(shop, headers.get("x-shopify-access-token", ""), json.loads(body))

    def _token(self, shop: Shop, asked: Mapping[str, str]) -> tuple[int, Any, Mapping[str, str]]:
        secret = shop.apps.get(asked["client_id"])
        if asked["grant_type"] != "client_credentials" or secret is None:
            return 400, {"error": "app_not_installed"}, {}
        if asked["client_secret"] != secret:
            return 401, {"error": "invalid_client"}, {}
        token = f"shpat_of_a_day_{len(shop.tokens)}"
        shop.tokens.add(token)
        return 200, {"access_token": token, "scope": ",".join(shop.scopes), "expires_in": 86399}, {}

    def _graphql(self, shop: Shop, token: str, asked: Mapping[str, Any]) -> tuple[int, Any, Mapping[str, str]]:
        if token not in shop.tokens:
            return 401, {"errors": "[API] Invalid API key or access token (unrecognized login or wrong password)"}, {}
        try:
            operation = SCHEMA.check(asked["query"], asked.get("variables") or {})
        except Refused as refused:
            return 200, {"errors": [{"message": str(refused), "extensions": {"code": "undefinedField"}}]}, {}
        request = Request(operation.name, asked.get("variables") or {}, token)
        shop.requests.append(request)
        instead = shop.refuse(request) if shop.refuse else None
        return instead if instead is not None else self._paid(shop, operation)

    def _paid(self, shop: Shop, operation: Operation) -> tuple[int, Any, Mapping[str, str]]:
        cost, left = cost_of(operation.fields), shop.bucket.now(self.clock())
        if cost > 1000:
            said = f"Query cost is {cost}, which exceeds the single query max cost limit (1000)."
            return 200, {"errors": [{"message": said, "extensions": {"code": "MAX_COST_EXCEEDED"}}]}, {}
        status = {"maximumAvailable": shop.bucket.most, "restoreRate": shop.bucket.restored}
        if cost > left:
            extensions = {
                "cost": {
                    "requestedQueryCost": cost,
                    "actualQueryCost": None,
                    "throttleStatus": {**status, "currentlyAvailable": left},
                }
            }
            throttled = [{"message": "Throttled", "extensions": {"code": "THROTTLED"}}]
            return 200, {"errors": throttled, "extensions": extensions}, {}
        for name in _names(operation.fields):
            if name in NEEDED and NEEDED[name] not in shop.scopes:
                said = f"Access denied for {name} field. Required access: `{NEEDED[name]}` access scope."
                return 200, {"data": None, "errors": [{"message": said, "extensions": {"code": "ACCESS_DENIED"}}]}, {}
        first = operation.fields[0]
        if first.name in ONCE:
            key = first.directives.get("idempotent", {}).get("key")
            if key is None:
                said = "The @idempotent directive is required for this mutation but was not provided."
                return 200, {"data": None, "errors": [{"message": said, "extensions": {"code": "BAD_REQUEST"}}]}, {}
            data = shop.once(first.name, key, first.arguments, lambda: chosen(shop.root(), operation.fields))
        else:
            data = chosen(shop.root(), operation.fields)
        shop.bucket.left -= cost
        extensions = {
            "cost": {
                "requestedQueryCost": cost,
                "actualQueryCost": cost,
                "throttleStatus": {**status, "currentlyAvailable": shop.bucket.left},
            }
        }
        return 200, {"data": data, "extensions": extensions}, {}


def _names(fields: list[Selected]) -> Iterator[str]:
    """Yield the names of fields, and of those within them."""
    for one in fields:
        yield one.name
        yield from _names(one.fields)


def _handler(server: ShopifyServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                status, answer, more = server.answer(urlsplit(self.path).path, headers, body)
            except (KeyError, ValueError, AssertionError, TypeError) as error:
                status, answer, more = 500, {"errors": f"the test server failed: {error!r}"}, {}
            content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {
                "content-type": "application/json",
                "content-length": str(len(content)),
                **more,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
