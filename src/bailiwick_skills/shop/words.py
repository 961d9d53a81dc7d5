"""What is said of a store without a model: the figure first, then a table."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from bailiwick.plugin import (
    Language,
    did_you_mean,
    is_not_there,
    trouble,
)
from bailiwick_skills.money.amounts import number, share, spoken

SHOWN = 20
"""Rows of a table."""
SHOWN_POINTS = 31
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|"})
PAYMENT = {
    "paid": ("paid", "pagado"),
    "pending": ("unpaid", "sin pagar"),
    "refunded": ("refunded", "reembolsado"),
    "partially_refunded": ("partly refunded", "reembolsado en parte"),
    "voided": ("voided", "anulado"),
    "authorized": ("authorised", "autorizado"),
    "partially_paid": ("partly paid", "pagado en parte"),
    "expired": ("expired", "caducado"),
}
FULFILMENT = {
    "unfulfilled": ("to ship", "por enviar"),
    "fulfilled": ("shipped", "enviado"),
    "partially_fulfilled": ("partly shipped", "enviado en parte"),
    "in_progress": ("in progress", "en curso"),
    "on_hold": ("on hold", "retenido"),
    "scheduled": ("scheduled", "programado"),
    "restocked": ("restocked", "devuelto"),
}
MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
}


def products(arguments: Mapping[str, Any], result: Any, language: Language) -> str:
    """Return how many products fit, and the first of them."""
    low = arguments.get("low_stock")

    def head(store: Mapping[str, Any], spanish: bool) -> str:
        total, many = _total(store, language), store["total"] != 1
        if low == 0:
            if spanish:
                return f"{total} {'productos están agotados' if many else 'producto está agotado'}"
            return f"{total} {'products are' if many else 'product is'} out of stock"
        if low is not None:
            if spanish:
                return f"{total} {'productos tienen' if many else 'producto tiene'} {low} unidades o menos"
            return f"{total} {'products have' if many else 'product has'} {low} pieces or fewer"
        return f"{total} {'productos' if many else 'producto'}" if spanish else f"{total} product{'s' * many}"

    def table(store: Mapping[str, Any], spanish: bool) -> str:
        titles = ("Producto", "Precio", "Existencias") if spanish else ("Product", "Price", "Stock")
        rows: list[Sequence[str]] = []
        for each in store["products"][:SHOWN]:
            stock = "–" if each["stock"] is None else number(each["stock"], language)
            rows.append((_cell(each["title"]), _prices(each, store["currency"], language), stock))
        return _table(titles, "lrr", rows)

    return _stores(result, "products", head, table, language)


def orders(arguments: Mapping[str, Any], result: Any, language: Language) -> str:
    """Return how many orders fit, and the latest of them."""
    del arguments

    def head(store: Mapping[str, Any], spanish: bool) -> str:
        total, many = _total(store, language), store["total"] != 1
        when = _when(store, language)
        return f"{total} {'pedidos' if many else 'pedido'}{when}" if spanish else f"{total} order{'s' * many}{when}"

    def table(store: Mapping[str, Any], spanish: bool) -> str:
        titles = (
            ("Pedido", "Fecha", "Cliente", "Importe", "Pago", "Envío")
            if spanish
            else ("Order", "Date", "Customer", "Total", "Payment", "Shipping")
        )
        rows = [
            (
                _cell(each["name"]),
                _short_time(each["createdAt"], language),
                _cell(each["customer"] or "–"),
                spoken(each["total"], store["currency"], language),
                _state(PAYMENT, each["payment"], spanish),
                ("cancelado" if spanish else "cancelled")
                if each["cancelled"]
                else _state(FULFILMENT, each["fulfilment"], spanish),
            )
            for each in store["orders"][:SHOWN]
        ]
        return _table(titles, "lllrll", rows)

    return _stores(result, "orders", head, table, language)


def customers(arguments: Mapping[str, Any], result: Any, language: Language) -> str:
    """Return how many customers fit, and those that changed last."""
    del arguments

    def head(store: Mapping[str, Any], spanish: bool) -> str:
        total, many = _total(store, language), store["total"] != 1
        return f"{total} {'clientes' if many else 'cliente'}" if spanish else f"{total} customer{'s' * many}"

    def table(store: Mapping[str, Any], spanish: bool) -> str:
        titles = ("Cliente", "Lugar", "Pedidos", "Gastado") if spanish else ("Customer", "Place", "Orders", "Spent")
        rows = [
            (
                _cell(each["name"]),
                _cell(each["place"] or "–"),
                number(each["orders"], language),
                spoken(each["spent"] or "0", store["currency"], language),
            )
            for each in store["customers"][:SHOWN]
        ]
        return _table(titles, "llrr", rows)

    return _stores(result, "customers", head, table, language)


def segment(result: Any, language: Language) -> str:
    """Return how many customers a rule fits, the rule, and those who spent most."""
    spanish = language == "es"
    parts: list[str] = []
    for store in result["stores"]:
        lines = [f"**{_cell(store['name'])}**: {_whom(store, language)}"]
        if store["customers"]:
            titles = ("Cliente", "Pedidos", "Gastado", "Último") if spanish else ("Customer", "Orders", "Spent", "Last")
            rows = [
                (
                    _cell(each["name"]),
                    number(each["orders"], language),
                    spoken(each["spent"], store["currency"], language),
                    _long_date(each["lastOrder"], language) if each["lastOrder"] else "–",
                )
                for each in store["customers"][:SHOWN]
            ]
            if store["total"] > len(rows):
                lines[0] += f" Aquí están {len(rows)}." if spanish else f" Here are {len(rows)} of them."
            lines.append(_table(titles, "lrrl", rows))
        lines += [*_how_chosen(store, language), *_notes({"note": store["note"]}, language)]
        parts.append("\n\n".join(lines))
    return "\n\n".join([*parts, *_failures(result, language)])


def _whom(store: Mapping[str, Any], language: Language) -> str:
    """Return how many there are and what was asked of them, as a sentence."""
    spanish, rule, count = language == "es", store["rule"], store["total"]
    total = _total(store, language)
    who = ("cliente" if spanish else "customer") + "s" * (count != 1)
    when = _when(rule, language)
    asked = _asked_of(store, language)
    more = (f", con {asked}" if spanish else f", with {asked}") if asked else ""
    if rule["segment"] == "lapsed":
        more = more and f"{more},"
        day = _long_date(rule["notSince"], language)
        if spanish:
            verbs = ("compró", "ha comprado") if count == 1 else ("compraron", "han comprado")
            return f"{total} {who} que {verbs[0]} alguna vez{more} no {verbs[1]} nada desde el {day}."
        return f"{total} {who} who bought before{more} {'has' if count == 1 else 'have'} not bought since {day}."
    if rule["segment"] == "buyers":
        when = when or (" en total" if spanish else " in all")
        if not asked:
            bought = ("compró" if count == 1 else "compraron") if spanish else "bought"
            return f"{total} {who} {bought}{when}."
        return f"{total} {who} {'con' if spanish else 'with'} {asked}{when}."
    if rule["segment"] == "new":
        if spanish:
            return f"{total} {who} {'compró' if count == 1 else 'compraron'} por primera vez{when}{more}."
        return f"{total} {who} bought for the first time{when}{more}."
    if spanish:
        verbs = ("había", "volvió") if count == 1 else ("habían", "volvieron")
        return f"{total} {who} que ya {verbs[0]} comprado antes {verbs[1]} a comprar{when}{more}."
    return f"{total} {who} who had bought before bought again{when}{more}."


def _asked_of(store: Mapping[str, Any], language: Language) -> str:
    rule, spanish = store["rule"], language == "es"
    least = "al menos" if spanish else "at least"
    asked: list[str] = []
    if rule.get("minOrders"):
        orders = ("pedido" if spanish else "order") + "s" * (rule["minOrders"] != 1)
        asked.append(f"{least} {number(rule['minOrders'], language)} {orders}")
    if rule.get("minSpent"):
        amount = spoken(rule["minSpent"], store["currency"], language)
        asked.append(f"{least} {amount} gastados" if spanish else f"{least} {amount} spent")
    return (" y " if spanish else " and ").join(asked)


def _how_chosen(store: Mapping[str, Any], language: Language) -> list[str]:
    """Return what was looked at for a segment."""
    spanish, counted = language == "es", number(store["counted"], language)
    if "since" in store["rule"]:
        what = (
            "Los pedidos cancelados y de prueba no cuentan."
            if spanish
            else "Cancelled orders and test orders do not count."
        )
    elif store["rule"]["segment"] == "lapsed":
        what = "Cuenta el último pedido de cada cliente." if spanish else "What counts is each customer's last order."
    else:
        what = (
            "Cuentan todos los pedidos de cada cliente, como los suma Shopify."
            if spanish
            else "What counts is all that each customer ever ordered, as Shopify adds it up."
        )
    if store["complete"]:
        return [what]
    if store["countedUntil"]:
        until = _short_date(store["countedUntil"], language)
        cut = (
            f"Solo se han contado los primeros {counted} pedidos, hasta el {until}."
            if spanish
            else f"Only the first {counted} orders were counted, up to {until}."
        )
    else:
        cut = (
            f"Solo se han mirado {counted} clientes; hay más."
            if spanish
            else f"Only {counted} customers were looked at; there are more."
        )
    return [f"{what} {cut}"]


def forecast(result: Any, language: Language) -> str:
    """Return what is expected, how sure that is, how it was made, and how far off it would have been."""
    parts = [_forecast_of(store, result["metric"], language) for store in result["stores"]]
    return "\n\n".join([*parts, *_failures(result, language)])


def _forecast_of(store: Mapping[str, Any], metric: str, language: Language) -> str:
    spanish, currency = language == "es", store["currency"]

    def said(value: Any) -> str:
        return spoken(value, currency, language) if metric == "sales" else number(value, language)

    expected, low, high = (said(store[metric][name]) for name in ("expected", "low", "high"))
    name, when = _cell(store["name"]), _when(store, language)
    weeks, orders = number(store["weeks"], language), number(store["countedOrders"], language)
    first, last = _long_date(store["historySince"], language), _long_date(store["historyUntil"], language)
    if spanish:
        head = f"**{name}** venderá unos **{expected}**{when}"
        if metric == "orders":
            head = f"**{name}** tendrá unos **{expected}** pedidos{when}"
        lines = [
            f"{head}; lo más probable es que queden entre {low} y {high} (cuatro de cada cinco veces).",
            f"Así se ha calculado: la media de cada día de la semana en las últimas {weeks} semanas completas, del"
            f" {first} al {last} ({orders} pedidos), sumada para los días que vienen. No tiene en cuenta tendencias,"
            " temporadas ni festivos.",
        ]
        if store["soldSoFar"] and metric == "sales":
            lines.append(f"De eso, {said(store['soldSoFar'])} ya están vendidos hasta ayer.")
        if store["testedWeeks"] and metric == "sales":
            tested = number(store["testedWeeks"], language)
            lines.append(
                f"En las últimas {tested} semanas se habría equivocado, de media, en {said(store['meanError'])} por"
                " semana."
            )
        return "\n\n".join(lines)
    head = f"**{name}** will sell about **{expected}**{when}"
    if metric == "orders":
        head = f"**{name}** will get about **{expected}** orders{when}"
    lines = [
        f"{head}; most likely between {low} and {high} (four times out of five).",
        f"How this was made: the mean of each day of the week over the last {weeks} whole weeks, {first} to {last}"
        f" ({orders} orders), added up for the days to come. Trends, seasons and holidays are not in it.",
    ]
    if store["soldSoFar"] and metric == "sales":
        lines.append(f"Of that, {said(store['soldSoFar'])} is sold already, up to yesterday.")
    if store["testedWeeks"] and metric == "sales":
        tested = number(store["testedWeeks"], language)
        lines.append(
            f"Over the last {tested} weeks it would have been off by {said(store['meanError'])} a week on average."
        )
    return "\n\n".join(lines)


def sales(arguments: Mapping[str, Any], result: Any, language: Language) -> str:
    """Return what sales come to, what they are made of, and where counting stopped."""
    metric = str(arguments.get("metric", "overview"))
    parts = [_sales_of(store, metric, language) for store in result["stores"]]
    return "\n\n".join([*parts, *_failures(result, language)])


def stock(result: Any, language: Language) -> str:
    """Return how many pieces there are and were, and how that is undone; or that there is no such product."""
    if is_not_there(result):
        return _no_product(result, language)
    spanish = language == "es"
    before, after = number(result["before"], language), number(result["after"], language)
    product = f"**{_cell(result['product'])}**"
    title = f"{product} ({_cell(result['variant'])})" if result["variant"] else product
    at = ", ".join([_cell(result["name"]), *([_cell(result["location"])] if result["severalLocations"] else [])])
    if not result["changed"]:
        if spanish:
            return f"En {at} ya hay {after} de {title}; no hacía falta cambiar nada."
        return f"The stock of {title} in {at} is {after} already; there was nothing to change."
    if spanish:
        return f"En {at} hay ahora {after} de {title}; antes eran {before}. Di «deshazlo» para deshacer el cambio."
    return f'The stock of {title} in {at} is {after} now; it was {before}. Say "undo" to take the change back.'


def price(result: Any, language: Language) -> str:
    """Return the old price and the new one, or that there is no such product."""
    if is_not_there(result):
        return _no_product(result, language)
    spanish, currency = language == "es", result["currency"]
    old, new = spoken(result["oldPrice"], currency, language), spoken(result["newPrice"], currency, language)
    product, store = f"**{_cell(result['product'])}**", _cell(result["name"])
    if not result["changed"]:
        if spanish:
            return f"El precio de {product} en {store} ya es {new}; no hacía falta cambiarlo."
        return f"The price of {product} in {store} is {new} already; there was nothing to change."
    titles = [_cell(each["title"]) for each in result["variants"]]
    of = f" ({', '.join(titles[:10])})" if titles and len(titles) <= 10 else f" ({len(titles)})" if titles else ""
    if spanish:
        return f"El precio de {product}{of} en {store} es ahora {new}; antes era {old}."
    return f"The price of {product}{of} in {store} is {new} now; it was {old}."


def _no_product(result: Any, language: Language) -> str:
    asked, store = _cell(result["asked"]), _cell(result["name"])
    near = [_cell(title) for title in result["near"]]
    head = (
        f"En {store} no hay ningún producto «{asked}»."
        if language == "es"
        else f'{store} has no product called "{asked}".'
    )
    return f"{head} {did_you_mean(near, language)}" if near else head


def _sales_of(store: Mapping[str, Any], metric: str, language: Language) -> str:
    spanish, currency = language == "es", store["currency"]
    name, when = _cell(store["name"]), _when(store, language)
    if not store["orders"]:
        none = f"**{name}** no ha vendido nada{when}." if spanish else f"**{name}** sold nothing{when}."
        return "\n\n".join([none, *_notes(store, language)])
    total = spoken(store["sales"], currency, language)
    count = number(store["orders"], language)
    many = "" if store["orders"] == 1 else "s"
    if spanish:
        head = f"**{name}** ha vendido **{total}** en {count} pedido{many}{when}."
    else:
        head = f"**{name}** sold **{total}** in {count} order{many}{when}."
    labels = (
        ("Ticket medio", "Reembolsos", "Neto", "Clientes", "Clientes que han comprado más de una vez", "Cancelados")
        if spanish
        else ("Average order", "Refunds", "Net", "Customers", "Customers who bought more than once", "Cancelled")
    )
    returning = store["returningShare"]
    values = (
        spoken(store["averageOrder"], currency, language),
        spoken(store["refunds"], currency, language),
        spoken(store["net"], currency, language),
        number(store["customers"], language),
        "–" if returning is None else share(Decimal(returning), language),
        number(store["cancelled"], language),
    )
    facts = "\n".join(f"- {label}: {value}" for label, value in zip(labels, values, strict=True))
    rows = _rows_of(store, metric, language)
    return "\n\n".join([head, facts, *([rows] if rows else []), *_notes(store, language)])


def _rows_of(store: Mapping[str, Any], metric: str, language: Language) -> str:
    spanish, currency = language == "es", store["currency"]
    amount = "Ventas" if spanish else "Sales"
    if metric == "top_products":
        titles = ("Producto", "Unidades", amount) if spanish else ("Product", "Pieces", amount)
        rows = [
            (_cell(each["title"]), number(each["quantity"], language), spoken(each["sales"], currency, language))
            for each in store["topProducts"]
        ]
        return _table(titles, "lrr", rows)
    if metric == "top_customers":
        titles = ("Cliente", "Pedidos", amount) if spanish else ("Customer", "Orders", amount)
        rows = [
            (_cell(each["name"]), number(each["orders"], language), spoken(each["sales"], currency, language))
            for each in store["topCustomers"]
        ]
        return _table(titles, "lrr", rows)
    points = store.get("byDay") or store.get("byMonth") or ()
    if len(points) < 2 or len(points) > SHOWN_POINTS:
        return ""
    titles = ("Fecha", "Pedidos", amount) if spanish else ("Date", "Orders", amount)
    rows = [
        (
            _short_date(each["date"], language),
            number(each["orders"], language),
            spoken(each["sales"], currency, language),
        )
        for each in points
    ]
    return _table(titles, "lrr", rows)


def _stores(
    result: Any,
    noun: str,
    head: Callable[[Mapping[str, Any], bool], str],
    table: Callable[[Mapping[str, Any], bool], str],
    language: Language,
) -> str:
    spanish = language == "es"
    parts: list[str] = []
    for store in result["stores"]:
        name = f"**{_cell(store['name'])}**"
        shown = min(len(store[noun]), SHOWN)
        if not shown:
            asked = _cell(result["text"]) if result.get("text") else ""
            if asked:
                nothing = f"{name}: nada encaja con «{asked}»." if spanish else f'{name}: nothing fits "{asked}".'
            else:
                nothing = f"{name}: no hay ninguno." if spanish else f"{name}: there is none."
            parts.append("\n\n".join([nothing, *_notes(store, language)]))
            continue
        more = ""
        if store["total"] > shown:
            more = f" Aquí están {shown}." if spanish else f" Here are {shown} of them."
        lead = f"{name}: {head(store, spanish)}.{more}"
        parts.append("\n\n".join([lead, table(store, spanish), *_notes(store, language)]))
    return "\n\n".join([*parts, *_failures(result, language)])


def _notes(store: Mapping[str, Any], language: Language) -> list[str]:
    spanish = language == "es"
    notes: list[str] = []
    if store.get("complete") is False:
        counted, until = number(store["countedOrders"], language), _short_date(store["countedUntil"], language)
        notes.append(
            f"Solo se han contado los primeros {counted} pedidos, hasta el {until}."
            if spanish
            else f"Only the first {counted} orders were counted, up to {until}."
        )
    if store.get("note"):
        notes.append(trouble(store["note"], language))
    return notes


def _failures(result: Any, language: Language) -> list[str]:
    lead = "No se pudo leer" if language == "es" else "Could not read"
    return [f"{lead} {_cell(each['store'])}: {trouble(each['problem'], language)}" for each in result["failures"]]


def _total(store: Mapping[str, Any], language: Language) -> str:
    count = number(store["total"], language)
    return count if store["exact"] else f"más de {count}" if language == "es" else f"more than {count}"


def _prices(each: Mapping[str, Any], currency: str, language: Language) -> str:
    if each["price"] is None:
        return "–"
    lowest = spoken(each["price"], currency, language)
    return f"{lowest} – {spoken(each['highestPrice'], currency, language)}" if each["highestPrice"] else lowest


def _state(names: Mapping[str, tuple[str, str]], state: str | None, spanish: bool) -> str:
    if state is None:
        return "–"
    return names[state][spanish] if state in names else _cell(state.replace("_", " "))


def _when(store: Mapping[str, Any], language: Language) -> str:
    first, last = store.get("since"), store.get("until")
    if not first or not last:
        return ""
    if first == last:
        on = " el " if language == "es" else " on "
        return on + _long_date(first, language)
    if language == "es":
        return f" del {_long_date(first, language)} al {_long_date(last, language)}"
    return f" from {_long_date(first, language)} to {_long_date(last, language)}"


def _long_date(written: str, language: Language) -> str:
    at = date.fromisoformat(written)
    month = MONTHS[language][at.month - 1]
    return f"{at.day} de {month} de {at.year}" if language == "es" else f"{month} {at.day}, {at.year}"


def _short_date(written: str, language: Language) -> str:
    if len(written) == 7:
        year, month = written.split("-")
        return f"{MONTHS[language][int(month) - 1]} {year}"
    at = date.fromisoformat(written)
    month = MONTHS[language][at.month - 1][:3]
    return f"{at.day} {month}" if language == "es" else f"{month} {at.day}"


def _short_time(written: str, language: Language) -> str:
    at = datetime.fromisoformat(written)
    return f"{_short_date(f'{at:%Y-%m-%d}', language)}, {at:%H:%M}"


def _cell(text: str) -> str:
    """Return words that others wrote as a table shows them: on one line, and nothing but words."""
    return " ".join(text.split()).translate(ESCAPED)[:300]


def _table(titles: Sequence[str], sides: str, rows: Sequence[Sequence[str]]) -> str:
    rule = ["---:" if side == "r" else "---" for side in sides]
    return "\n".join(f"| {' | '.join(row)} |" for row in (titles, rule, *rows))
