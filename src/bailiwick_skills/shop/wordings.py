"""The wordings of requests about a store, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.plugin import (
    Pattern,
)


def any_of(wordings: str) -> Pattern:
    """Return a pattern that finds one of these, one a line, as whole words."""
    lines = [line.strip() for line in wordings.strip().splitlines()]
    return re2.compile(r"\b(?:" + "|".join(lines) + r")\b")


def all_of(wordings: str, **parts: str) -> Sequence[Pattern]:
    """Return a pattern for each line, to fit whole requests; `{name}` in a line or a part stands for a later part."""
    patterns: list[Pattern] = []
    for line in wordings.strip().splitlines():
        pattern = line.strip()
        for name, part in parts.items():
            pattern = pattern.replace(f"{{{name}}}", part)
        patterns.append(re2.compile(pattern))
    return tuple(patterns)


ACTS = re2.compile(
    r"(?:create|write|draft|refund|cancel|ship|fulfil+|delete|remove|add|place|make|predict|forecast|plan|explain|why"
    r"|compare|how (?:can|could|do|should)|crea|escribe|redacta|reembolsa|reembolsale|devuelve|cancela|envia|borra"
    r"|elimina|anade|haz|predice|planifica|explica|como|por que|compara)\b"
)
"""How requests begin that want more than figures."""

SALES: Sequence[tuple[str, Pattern]] = (
    (
        "top_products",
        any_of(r"""
            best[- ]?sell(?:ers?|ing)
            top[- ]sell\w+
            (?:sell|sells|sold|selling) (?:the )?(?:best|most)
            top (?:\w+ )?products?
            mas vendid[oa]s?
            se (?:vend\w+|han vendido) mas
            mas se (?:vend\w+|ha vendido|han vendido)
            mas (?:vendemos|vendo|vendimos)
        """),
    ),
    (
        "top_customers",
        any_of(r"""
            (?:best|top|biggest|most loyal) customers?
            customers? (?:who |that )?(?:spent|bought|buy|spend) (?:the )?most
            mejores clientes
            clientes que mas
        """),
    ),
    (
        "returning_customers",
        any_of(r"""
            (?:returning|repeat|repeating) customers?
            customers? (?:who |that )?(?:return\w*|c[ao]me back|bought again)
            clientes (?:recurrentes|que repit\w+|que vuelv\w+|fieles)
        """),
    ),
    (
        "average_order_value",
        any_of(r"""
            average order(?: value)?
            aov
            ticket medio
            (?:valor|importe) medio
            pedido medio
        """),
    ),
    (
        "refunds",
        any_of(r"""
            refunds
            refunded
            reembolsos
            devoluciones
            reembolsamos
            hemos reembolsado
        """),
    ),
    (
        "sales",
        any_of(r"""
            sales
            revenues?
            turnover
            (?:did|do|have) (?:we|i) (?:sell|sold|earn\w*|make|made|take|taken)
            (?:we|i)(?:'ve)? sold
            ventas
            factur(?:o|amos|acion|ado|a)
            ingresos
            vendimos
            vendi
            (?:hemos|he|ha) vendido
        """),
    ),
)
"""Figures by the words that ask for them; the first that is found is meant."""

ORDERS = any_of("""
    orders?
    pedidos?
""")
NOT_ORDERS = any_of("""
    in order to
    orders? of magnitude
    average order
""")
ORDER_NUMBER = re2.compile(r"\b(?:order|pedido) (?:number |no\.? |numero |n\.? ?[oº]? ?)?#?(?P<number>\d{3,12})\b")
ORDER_STATES: Sequence[tuple[str, Pattern]] = (
    (
        "unfulfilled",
        any_of(r"""
            unfulfilled
            unshipped
            not (?:yet )?(?:been )?(?:shipped|sent|fulfilled)
            to (?:be )?ship(?:ped)?
            pending
            (?:sin|por) enviar
            pendientes?(?: de envio| de enviar)?
            no (?:se )?(?:ha|han) enviado
        """),
    ),
    (
        "unpaid",
        any_of(r"""
            unpaid
            not (?:yet )?(?:been )?paid
            sin pagar
            impagados?
            por cobrar
        """),
    ),
    ("cancelled", any_of(r"(?:cancell?ed|cancelad[oa]s?|anulad[oa]s?)")),
    ("refunded", any_of(r"(?:refunded|reembolsad[oa]s?)")),
    ("paid", any_of(r"(?:paid|pagad[oa]s?)")),
    ("fulfilled", any_of(r"(?:fulfilled|shipped|sent|enviad[oa]s?)")),
    ("open", any_of(r"(?:open|abiert[oa]s?)")),
)
"""What is left out comes first: "sin enviar" before "enviado"."""
ORDERS_OF = re2.compile(
    r"\b(?:orders? (?:of|from|by|placed by)|pedidos? de) (?P<name>[\w'.-]+(?: [\w'.-]+){0,3}?)"
    r"(?: (?:been|se|ya|shipped|sent|paid|enviad[oa]|pagad[oa]|yet)\b.*)?$"
)

STOCK_BELOW = re2.compile(r"\b(?:fewer than|less than|under|below|menos de|por debajo de) (?P<count>\d{1,6})\b")
STOCK = any_of(r"""
    stock
    existencias
    left
    unidades
    qued\w+
""")
LOW_STOCK = any_of(r"""
    low (?:on|in) stock
    low stock
    running (?:low|out)
    few left
    almost (?:gone|sold out)
    poc[oa]s? (?:existencias|stock|unidades)
    qued\w+ poc[oa]s?
    (?:bajo|bajos|baja) (?:de |en )?(?:stock|existencias)
    stock bajo
    por agotarse
    casi agotad\w+
""")
SOLD_OUT = any_of(r"""
    out of stock
    sold out
    agotad[oa]s?
    sin (?:existencias|stock)
""")
LOW = 5
"""Pieces up to which a product that is low in stock has them, unless the request says another number."""
CATALOGUE = re2.compile(
    r"(?:list|show|see|display|give|which|what|how many|lista|listame|muestra|muestrame|ensename|ver|que|cuantos|dame)"
    r"(?: me| us)?(?: (?:all|every|the|my|our|of|todos|todo|los|mis|nuestros|el|mi))*"
    r"(?: (?P<state>active|draft|archived))? (?:products?|items|catalog(?:ue)?|articulos|productos|catalogo)"
    r"(?: (?P<estado>activos|en borrador|archivados))?"
    r"(?: (?:(?:in|of|from|de|en|del) )?(?:(?:the|my|our|mi|el) )?(?:catalog(?:ue)?|catalogo))?"
    r"(?: (?:do (?:we|i) have|are there|have we|we have|tenemos|hay|tengo))?"
)
STATES = {"activos": "active", "en borrador": "draft", "archivados": "archived"}

_THE = r"(?:the |a |an |our |my |el |la |los |las |un |una |nuestr[oa]s? |mis? )?"
SEARCHED = all_of(
    r"""
    {find}(?: in| through| among| for)? {the}{products}(?: (?:for|with|about|con|de))?(?: {the}sku)? {it}
    {find}(?: in| through| among| for)? {the}{products} (?:called|named|like|llamad[oa]|que se llama) {it}
    {find} (?:for )?{the}{it} (?:in|among|entre|en) {the}{products}
    {find} {the}sku {it}
    how much (?:do|does|would|should) (?:we|i|it|one) (?:charge|ask|cost) for {the}{it}
    how much (?:inventory|stock) (?:is|do we have)(?: left)? (?:of|for) {the}{it}
    how many (?:pieces|units) (?:are|do we have)(?: left)? (?:of|for) {the}{it}
    how many {it} (?:do we have|are left|are in stock|have we)(?: left| in stock)?
    how much (?:is|are) {the}{it}
    how much (?:does|do) {the}{it} cost
    what (?:does|do) {the}{it} cost
    (?:what is|what's) the price of {the}{it}
    (?:a cuanto|a que precio) (?:vendemos|vendo|esta|estan|cobramos) {the}{it}
    cuanto (?:cuesta|cuestan|vale|valen) {the}{it}
    (?:cual es|a cuanto esta) el precio (?:del|de) {the}{it}
    cuant[oa]s? (?:inventario|stock|existencias|unidades) (?:queda|quedan|hay|tenemos) (?:del|de) {the}{it}
    cuant[oa]s {it} (?:quedan|nos quedan|tenemos|hay)(?: en stock)?
    """,
    find=r"(?:search|look|find|show|look up|check|busca|buscar|buscame|encuentra|muestra|muestrame)(?: me)?",
    products=r"(?:products?|catalog(?:ue)?|productos?|catalogo)",
    the=_THE,
    it=r"(?P<text>[^\n]{1,150}?)",
)

NO_PRODUCT = re2.compile(
    r"\b(?:days?|hours?|minutes?|weeks?|months?|years?|tasks?|notes?|mails?|e-?mails?|messages?|reminders?|people|seats?"
    r"|dias?|horas?|minutos?|semanas?|mes(?:es)?|anos?|tareas?|notas?|correos?|mensajes?|recordatorios?|personas?)\b"
)
"""What is left that no store sells."""

CUSTOMERS = re2.compile(
    r"(?:list|show|see|give|how many|lista|muestra|muestrame|ver|cuantos|ensename|dame)(?: me| us)?"
    r"(?: (?:all|the|my|our|todos|los|mis|nuestros|a))*(?: latest| newest| recent)? (?:customers|clientes)"
    r"(?: (?:do (?:we|i) have|are there|have we|tenemos|hay|tengo))?"
)
ONE_CUSTOMER = re2.compile(
    r"(?:find|search|look up|show|who is|busca|buscame|muestra|encuentra|quien es)(?: me)?(?: for)?"
    r"(?: al| a la| the| el| la)? (?:customer|client|cliente|clienta)(?: called| named| llamad[oa])?"
    r" (?P<name>[^\n]{2,80})"
)

PRICES = all_of(
    r"""
    {change}(?: the| el| los)? (?:prices?|precios?) (?:of|for|on|del|de|a|al) {the}{product}{old} {new}
    {change} {the}{product}(?:'s)? price{old} {new}
    {change}(?:le)? (?:a )?{the}{product} (?:to|a) {sign}(?P<new>{amount}) ?{unit}
    """,
    change=r"(?:change|set|update|raise|lower|increase|reduce|put|drop|cambia|cambiar|cambiame|sube|subir|baja|bajar"
    r"|actualiza|pon|fija|aumenta)",
    old=r"(?: (?:from|de) {sign}(?P<old>{amount})(?: ?{unit})?)?",
    new=r"(?:to|at|a|en) {sign}(?P<new>{amount})(?: ?{unit})?",
    product=r"(?P<product>[^\n]{1,150}?)",
    the=_THE,
    sign=r"(?:[€$£] ?)?",
    amount=r"\d[\d.,]{0,15}",
    unit=r"(?:€|\$|£|eur|euros?|usd|dollars?|gbp|pounds?|dolares|dolar|libras?|pesos?)",
)
