"""The sentences with which steps are explained, English and Spanish."""

from collections.abc import Mapping

from bailiwick.plugin import Language

STEPS: Mapping[str, Mapping[Language, str]] = {
    "start": {"en": "Start with {a}.", "es": "Partimos de {a}."},
    "simplify": {"en": "Simplify both sides: {a}", "es": "Simplificamos ambos lados: {a}"},
    "gather": {"en": "Bring everything to one side: {a}", "es": "Pasamos todo a un lado: {a}"},
    "subtract": {"en": "Subtract {b} from both sides: {a}", "es": "Restamos {b} en ambos lados: {a}"},
    "add": {"en": "Add {b} to both sides: {a}", "es": "Sumamos {b} en ambos lados: {a}"},
    "divide": {"en": "Divide both sides by {b}: {a}", "es": "Dividimos ambos lados entre {b}: {a}"},
    "multiply": {"en": "Multiply both sides by {b}: {a}", "es": "Multiplicamos ambos lados por {b}: {a}"},
    "swap": {"en": "Swap the sides: {a}", "es": "Intercambiamos los lados: {a}"},
    "flip": {
        "en": "Divide both sides by {b}, which is negative, so the sign turns around: {a}",
        "es": "Dividimos ambos lados entre {b}, que es negativo, así que el signo se invierte: {a}",
    },
    "check": {"en": "Check: with {b}, {a}.", "es": "Comprobación: con {b}, {a}."},
    "always": {
        "en": "{a} is always true, so every number is a solution.",
        "es": "{a} es siempre cierto, así que cualquier número es solución.",
    },
    "never": {
        "en": "{a} is false, so there is no solution.",
        "es": "{a} es falso, así que no hay solución.",
    },
    "coefficients": {
        "en": "This is a quadratic equation with a = {a}, b = {b}, c = {c}.",
        "es": "Es una ecuación de segundo grado con a = {a}, b = {b}, c = {c}.",
    },
    "discriminant": {
        "en": "The discriminant is b^2 - 4ac = ({b})^2 - 4*({a})*({c}) = {d}.",
        "es": "El discriminante es b^2 - 4ac = ({b})^2 - 4*({a})*({c}) = {d}.",
    },
    "two_roots": {
        "en": "It is positive, so there are two real solutions.",
        "es": "Es positivo, así que hay dos soluciones reales.",
    },
    "one_root": {"en": "It is zero, so there is one solution.", "es": "Es cero, así que hay una sola solución."},
    "complex_roots": {
        "en": "It is negative, so there are no real solutions, but two complex ones.",
        "es": "Es negativo, así que no hay soluciones reales, sino dos complejas.",
    },
    "formula": {
        "en": "Use the formula {x} = (-b ± sqrt({d})) / (2a) = ({minus_b} ± sqrt({d})) / {two_a}.",
        "es": "Usamos la fórmula {x} = (-b ± sqrt({d})) / (2a) = ({minus_b} ± sqrt({d})) / {two_a}.",
    },
    "result": {"en": "So {a}.", "es": "Por tanto, {a}."},
    "express": {"en": "From {a}: {b}", "es": "De {a}: {b}"},
    "substitute": {"en": "Put that into {a}: {b}", "es": "Lo sustituimos en {a}: {b}"},
    "compute": {"en": "{a} = {b}", "es": "{a} = {b}"},
    "convert": {"en": "1 {b} = {a} {c}", "es": "1 {b} = {a} {c}"},
    "scale": {"en": "So multiply by {a}: {b}", "es": "Así que multiplicamos por {a}: {b}"},
    "derive_terms": {"en": "Differentiate term by term.", "es": "Derivamos término a término."},
    "derive": {"en": "The derivative of {a} is {b} ({c}).", "es": "La derivada de {a} es {b} ({c})."},
    "again": {"en": "Differentiate again: {a}", "es": "Derivamos otra vez: {a}"},
    "constant_rule": {"en": "a constant", "es": "una constante"},
    "power_rule": {"en": "power rule", "es": "regla de la potencia"},
    "product_rule": {"en": "product rule", "es": "regla del producto"},
    "quotient_rule": {"en": "quotient rule", "es": "regla del cociente"},
    "chain_rule": {"en": "chain rule", "es": "regla de la cadena"},
    "table_rule": {"en": "known derivative", "es": "derivada inmediata"},
    "together": {"en": "Put together and simplify: {a}", "es": "Lo juntamos y simplificamos: {a}"},
    "antiderivative": {"en": "An antiderivative of {a} is {b}.", "es": "Una primitiva de {a} es {b}."},
    "bounds": {
        "en": "Take it at {b} and at {a} and subtract: ({c}) - ({d}) = {e}",
        "es": "La evaluamos en {b} y en {a} y restamos: ({c}) - ({d}) = {e}",
    },
    "plus_c": {"en": "Add the constant of integration: {a}", "es": "Añadimos la constante de integración: {a}"},
    "direct_limit": {
        "en": "Putting {x} = {a} in gives the value directly: {b}",
        "es": "Sustituyendo {x} = {a} se obtiene el valor directamente: {b}",
    },
    "form_limit": {
        "en": "Putting {x} = {a} in gives no value, so look at how it behaves near there: {c}",
        "es": "Sustituyendo {x} = {a} no se obtiene un valor, así que miramos cómo se comporta cerca: {c}",
    },
}


def step(name: str, language: Language, **values: object) -> str:
    """Return the sentence of that name with its values filled in."""
    return STEPS[name][language].format(**values)
