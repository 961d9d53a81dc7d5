"""The wordings of questions for a calculator, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.plugin import Pattern


def _all(*patterns: str) -> Sequence[Pattern]:
    return tuple(re2.compile(pattern) for pattern in patterns)


BODY = r"(?P<body>(?s:.+?))"
EXPLAINED = re2.compile(
    r"[,;.:]? ?(?:(?:and|y|e|while|with|con|please|por favor|then|luego) )*"
    r"(?:(?:explain|explaining|show|showing|give|detail|explica|explicame|explicando|muestra|muestrame|mostrando"
    r"|ensename|detalla|justifica)(?:me| me| us|ndo)?"
    r"(?: the| all| all the| your| each| every| los| todos los| el| cada"
    r"| tus| it| how| como| lo)*(?: (?:steps?|work|working|workings|pasos?|procedimiento|proceso|solution|solucion"
    r"|how you did it|you got there|se hace|how it is done))?(?: by step| a paso)?"
    r"|step by step|paso a paso|with steps|con pasos|(?:the |los )?(?:steps|pasos)|with (?:all )?(?:the |your )?steps"
    r"|con (?:todos )?los pasos)(?: please| por favor)?[.!]*$"
)
LED = _all(
    r"(?:(?:and |y )?(?:what about|how about|que tal|que hay de)"
    r"|what(?:'s| is| are)?|whats|how much (?:is|are|does)|calculate|compute|evaluate|work out|result of"
    r"|value of|find(?: me)?|cuanto (?:es|son|da|hace|vale|seria|suman)|cual es(?: el resultado de| el valor de)?"
    r"|que es|calcula|calculame|calcule|calcular|computa|evalua|resuelve|resuelva|resolver"
    r"|solve|halla|halle|dame|give me|haz la cuenta de"
    r"|el resultado de|el valor de|and|y)"
    rf"(?: (?:the )?(?:result|value|answer) of| (?:the )?(?:result|value) for| this| esto)? ?:?"
    rf" (?:(?:the|el|la|los|las) )?{BODY}",
    rf"(?:the|el|la) {BODY}",
)
LED_AND_CLOSED = _all(
    rf"what {BODY} (?:is|equals|comes to)",
    rf"(?:what does|how much does|what do) {BODY} (?:equal|make|come to|add up to)",
    rf"cuanto (?:da|hace|suman) {BODY}",
)
SPOKEN_SUMS = {
    "({a}) + ({b})": _all(
        r"(?:what(?:'s| is) |find |calculate |cual es )?(?:the |la )?(?:sum of|suma de|add|sum|suma) (?P<a>.+?),?"
        r" (?:and|to|with|y|a|con) (?P<b>.+)"
    ),
    "({b}) - ({a})": _all(r"(?:subtract|take away|resta|restar) (?P<a>.+?) (?:from|de|a) (?P<b>.+)"),
    "({a}) - ({b})": _all(
        r"(?:what(?:'s| is) |cual es )?(?:the |la )?(?:difference|diferencia) (?:between|of|entre|de) (?P<a>.+?)"
        r" (?:and|y) (?P<b>.+)"
    ),
    "({a}) * ({b})": _all(
        r"(?:multiply|multiplica|multiplicar) (?P<a>.+?) (?:by|and|with|por|y) (?P<b>.+)",
        r"(?:what(?:'s| is) |cual es )?(?:the |el )?(?:product|producto) (?:of|de) (?P<a>.+?) (?:and|y) (?P<b>.+)",
    ),
    "({a}) / ({b})": _all(r"(?:divide|dividir) (?P<a>.+?) (?:by|entre|por) (?P<b>.+)"),
}
SOLVED = _all(
    r"(?:solve|find|resuelve|resolver|halla|encuentra|calcula|determine|determina|work out|despeja|despejar)"
    r"(?: me)?(?: for| para)? ?(?P<variable>[a-zA-Z])"
    rf"(?: if| when| given| where| in| from| si| cuando| en| de| ,| :|:|,)+ {BODY}",
    r"(?:solve|find|resuelve|resolver|resuelveme|halla|encuentra|calcula|determine|determina|work out)(?: me)?"
    r"(?: the| this| la| el| esta| este| las| los)?(?: following| siguiente)?(?: linear| quadratic| simultaneous"
    r"| lineal| cuadratica)?(?: equations?| systems?(?: of equations)?| inequality| ecuacion(?:es)?"
    rf"| sistema(?: de ecuaciones)?| inecuacion)? ?:? {BODY}(?:,? (?:for|para) (?P<variable>[a-zA-Z]))?",
    rf"(?:what is|what's|cuanto vale|cuanto es|que vale) (?P<variable>[a-zA-Z]) (?:if|when|in|si|cuando|en) {BODY}",
    rf"(?:if|si) {BODY},? (?:what is|what's|then what is|find|cuanto vale|cuanto es|que vale) (?P<variable>[a-zA-Z])",
)
OF_X = r"(?: (?:with respect to|wrt|respecto (?:a|de)|con respecto a) (?P<variable>[a-zA-Z]))?"
LEAD = r"(?:(?:what is|what's|calculate|compute|find|evaluate|cual es|calcula|halla|dame|give me) )?(?:the |la |el )?"
DERIVED = _all(
    rf"{LEAD}(?P<order>first |second |third |2nd |3rd |primera |segunda |tercera )?"
    rf"(?:derivative of|derivada de(?: la funcion)?|derivate of) {BODY}{OF_X}",
    rf"{LEAD}derivada (?P<order>segunda|tercera|primera) de {BODY}{OF_X}",
    rf"(?:differentiate|derive|deriva|derivar|derivame)(?: the function| la funcion)? {BODY}{OF_X}",
    rf"d ?/ ?d(?P<variable>[a-z])(?: of)? ?{BODY}",
)
INTEGRAL = r"(?:definite |indefinite )?(?:integral|antiderivative|primitive|primitiva)(?: definida| indefinida)?"
INTEGRATE = rf"(?:{LEAD}{INTEGRAL} (?:of|de)|integrate|integra|integrar|integrame|∫)"
DX = r"(?: ?\bd(?P<variable>[a-z]))?"
BETWEEN = r"(?:from|between|de|desde|entre)(?: [a-z] ?=)? (?P<low>.+?) (?:to|and|a|hasta|y) (?P<high>.+?)"
INTEGRATED = _all(
    rf"{LEAD}{INTEGRAL} {BETWEEN} (?:of|de) {BODY}{DX}",
    rf"{INTEGRATE} {BODY}{DX},? {BETWEEN}",
    rf"{INTEGRATE} {BODY}{DX}",
)
GOES_TO = r"(?:->|→|approaches|goes to|tends to|tiende a|va a|to)"
SIDE = r"(?: (?:from|por) (?:the |la )?(?P<side>left|right|izquierda|derecha|above|below))?"
LIMITED = _all(
    rf"{LEAD}(?:limit|limite|lim)(?: of| de)? {BODY},? (?:as|when|cuando|si|for) (?P<variable>[a-z]) ?{GOES_TO} ?"
    rf"(?P<point>.+?){SIDE}",
    rf"{LEAD}(?:limit|limite|lim)(?: as| when| cuando)? ?\(? ?(?P<variable>[a-z]) ?{GOES_TO} ?(?P<point>[^ )]+)"
    rf"\)?{SIDE}(?: of| de)? {BODY}",
)
REWRITTEN = {
    "simplify": _all(rf"(?:simplify|simplifica|simplificar|reduce) {BODY}"),
    "factor": _all(rf"(?:factor|factori[sz]e|factoriza|factorizar|factorise) {BODY}"),
    "expand": _all(rf"(?:expand|expande|expandir|desarrolla|desarrollar|multiply out) {BODY}"),
}
CONVERTED = _all(
    r"(?:what is |how (?:much|tall) is |cuanto (?:es|son|mide) )?(?P<quantity>[0-9].*[0-9] ?in) (?:to|into|as|a|en)"
    r" (?P<target>.+)",
    r"(?:how (?:do|would|can|to) ?(?:you |i |we |one )?)?(?P<verb>convert|converts|change|transform|convierte"
    r"|convertir|convierteme|pasa|pasar|pasame|transforma|cambia)"
    r"(?: me)? (?P<quantity>.+?) (?:to|into|in|as|a|en) (?P<target>.+)",
    r"(?:how (?:many|much)) (?P<target>.+?) (?:are there in|are in|is in|are|is|in|make|makes|equal|equals) "
    r"(?P<quantity>.+)",
    r"(?:cuant[oa]s?) (?P<target>.+?) (?:son|es|hay en|tiene|tienen|equivalen a|equivale a|caben en) (?P<quantity>.+)",
    r"(?:(?:what(?:'s|s| is| are)|how (?:much|hot|cold|tall|far|long|heavy|fast|big|old) (?:is|are)|cuanto (?:es|son)"
    r"|a cuanto (?:equivalen?|son)|and|y) )?"
    r"(?P<quantity>.+?) (?:to|into|in|as|a|en|equals how many|=) (?:\? ?)?(?P<target>.+)",
)
QUANTITY = re2.compile(
    r"(?P<value>[-+0-9.,/^*() ]*[0-9.)]|(?:half (?:of )?an?|an?|one|una?|medi[oa])\b|)"
    r" ?(?P<unit>[^0-9(].*)"
)
PART = re2.compile(r"([0-9][0-9.,/]*) ?([^0-9]+)")
"""One of several parts of a quantity: 6 feet 2 inches."""
JOINT = re2.compile(r"(?:,| and| y)? *$")
STUFF = re2.compile(r" (?:of|de) (?:[a-z]+ ?){1,3}$")
"""What a unit is measured of: grams of flour."""
SHARE = r"(?P<b>[0-9.,]+) ?(?:%|percent|per cent|por ?ciento)"
PERCENTED = {
    "{a} + {b}%": _all(
        rf"(?:what(?:'s| is) |how much is |cuanto (?:es|son) )?{SHARE} (?:more|greater|mas) (?:than|que|de) (?P<a>.+)",
        rf"(?:what(?:'s| is) )?(?P<a>.+?) (?:increased|raised|aumentado|incrementado) (?:by|en|un|en un) {SHARE}",
        rf"(?:increase|raise|aumenta|incrementa|sube) (?P<a>.+?) (?:by|en|un|en un) (?:un )?{SHARE}",
    ),
    "{a} - {b}%": _all(
        rf"(?:what(?:'s| is) |how much is |cuanto (?:es|son) )?{SHARE} (?:less|lower|menos) (?:than|que|de) (?P<a>.+)",
        rf"(?:what(?:'s| is) )?(?P<a>.+?) (?:decreased|reduced|lowered|reducido|rebajado) (?:by|en|un|en un) {SHARE}",
        r"(?:decrease|reduce|lower|discount|disminuye|baja|rebaja|descuenta) (?P<a>.+?)"
        rf" (?:by|en|un|en un) (?:un )?{SHARE}",
        rf"(?:what(?:'s| is) |cuanto es )?(?:an? |un )?{SHARE}"
        r" (?:off|discount on|off of|de descuento (?:en|sobre|de)) (?P<a>.+)",
        rf"(?:what(?:'s| is) |cuanto (?:es|son) )?(?P<a>.+?) (?:with|con|less|at) (?:an? |un )?{SHARE}"
        r" (?:off|discount|de descuento)",
    ),
}
