"""Calculations that are asked for by name: as people say it, and against the closed formulas."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_skills.maths.named import CALCULATIONS, Named, factors_of, numbers_of, read_loose, read_named, value_of
from bailiwick_skills.maths.named_words import say_named
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tree import CannotCalculate, write_number

MONEY = st.decimals(min_value=0, max_value=10**9, places=2).map(Fraction)
PERCENT = st.decimals(min_value=0, max_value=200, places=1).map(Fraction)
YEARS = st.integers(min_value=1, max_value=60)


def said(text: str, language="en") -> str:
    asked = read_named(text)
    assert asked is not None, text
    answer = asked.answer()
    return say_named(answer.kind, answer.figures, language)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("15% tip on 84.50", "A 15% tip on 84.50 is 12.675, 97.175 with it. Rounded: 12.68 and 97.18."),
        ("how much is a 20 percent tip on a bill of $60", "A 20% tip on $60 is $12, $72 with it."),
        ("split a bill of 84 dollars between 3 people with a 20% tip", "$84 with a 20% tip is $100.80"),
        ("split 100 between 3", "100 split between 3 is 33.33 each."),
        ("mean of 2 4 9", "The average of 2, 4 and 9 is 5 (15 / 3)."),
        ("median of 4, 1, 3, 2", "The median of 4, 1, 3 and 2 is 2.5."),
        ("which of 3, 50 and 7 is the largest", "The largest of 3, 50 and 7 is 50."),
        (
            "standard deviation of 2, 4, 4, 6",
            "is 1.41421356237; 1.63299316186 if they are a sample. Their average is 4.",
        ),
        ("is 1 prime", "No, 1 is not prime: a prime has two divisors"),
        ("is 2 prime", "Yes, 2 is prime."),
        ("factorise 97 into primes", "The prime factors of 97: 97."),
        ("least common multiple of 4, 6 and 10", "is 60."),
        (
            "interest on 1000 at 5% for 18 months compounded monthly",
            "is 1,077.72 after 18 months (77.72 of it interest)",
        ),
        ("simple interest on 1000 at 5% for 10 years", "is 1,500 after 10 years (500 of it interest)"),
        ("loan of 1200 at 0% for 1 year", "costs 100 a month: 1,200 in all, 0 of it interest."),
        ("percent change from 50 to 60", "From 50 to 60 is a change of 20% (10)."),
        ("121 without 21% vat", "121 without 21% tax is 100, the tax is 21."),
    ],
)
def test_what_is_asked_for_by_name_is_answered_by_name(text: str, words: str):
    assert words in said(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("propina del 10% de 45 euros", "Una propina del 10 % sobre 45 € son 4,50 €; 49,50 € con ella."),
        ("reparte 120 entre 5", "120 entre 5 son 24 cada uno."),
        ("media de 3,5 y 4", "La media de 3,5 y 4 es 3,75 (7,5 / 2)."),
        ("es 91 primo", "No, 91 no es primo: es 7*13."),
        ("mcd de 12 y 18", "El máximo común divisor de 12 y 18 es 6."),
        ("interes compuesto de 1.000 al 5% durante 10 anos", "1.000 al 5 % de interés compuesto son 1.628,89"),
        ("hipoteca de 200.000 al 3,5% a 30 anos", "cuesta 898,09 al mes: 323.312,18 en total"),
        ("100 mas 21% de iva", "100 con un 21 % de impuesto son 121, 21 de impuesto."),
        ("que porcentaje de 80 es 20", "20 es el 25 % de 80."),
    ],
)
def test_in_spanish_too(text: str, words: str):
    assert words in said(text, "es")


@pytest.mark.parametrize(
    "text",
    [
        "tip of the iceberg",
        "average joe",
        "is he prime minister",
        "split the group",
        "max of the team",
        "sum of all fears",
    ],
)
def test_prose_names_no_calculation(text: str):
    assert read_named(text) is None


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("how much tip should i leave on a 62 dollar bill at 20 percent", "en", "tip"),
        ("what would i pay monthly on a 150000 loan at 4% over 25 years", "en", "loan"),
        ("we paid $90 in all, how much is that for each of 4 friends", "en", "split"),
        ("what does a jacket of 80 cost at 25% off", "en", "discount"),
        ("tengo 84 euros a dividir entre 7 personas", "es", "split"),
        ("cuanto pago por 80 euros con un 20% menos", "es", "discount"),
        ("what are the 7 best films to share with 5 friends", "en", None),
        ("what did the 2 kids share in 2019", "en", None),
        ("what did a 30 year mortgage at 4% cost in 2019", "en", None),
        ("dicen que hay un 30% menos de abejas que en 1990", "es", None),
        ("el 20% de la gente duerme menos de 6 horas, que es poco", "es", None),
        ("que peliculas comparten 4 amigos de las 7 mejores", "es", None),
    ],
)
def test_numbers_in_any_order_are_a_calculation_only_where_words_name_it(text: str, language: str, name: str | None):
    asked = read_loose(text, language)
    assert (asked and asked.name) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("split 100 between 0 people", "division-by-zero"),
        ("is 2.5 prime", "factors-limit"),
        ("prime factors of 0", "factors-limit"),
        ("prime factors of 10000000000000", "factors-limit"),
        ("compound interest on 1000 at 900% for 900 years", "number-out-of-range"),
        ("what percent of 0 is 20", "division-by-zero"),
        ("percent change from 0 to 5", "division-by-zero"),
        ("loan of 1000 at 5% for 0 years", "number-out-of-range"),
    ],
)
def test_what_has_no_answer_is_said(text: str, code: str):
    asked = read_named(text)
    assert asked is not None
    with pytest.raises(CannotCalculate) as refused:
        asked.answer()
    assert refused.value.why.code.value == code


@pytest.mark.parametrize("name", CALCULATIONS)
def test_the_text_of_a_calculation_reads_back_as_the_same(name: str):
    values = {
        "amount": Fraction("1234.567"),
        "percent": Fraction("3.5"),
        "count": Fraction(3),
        "number": Fraction(360),
        "whole": Fraction("80.25"),
        "part": Fraction("20.125"),
        "before": Fraction(50),
        "after": Fraction(60),
        "months": Fraction(18),
        "period": Fraction(12),
    }
    needed = {slot: value for slot, value in values.items() if f"{{{slot}}}" in CALCULATIONS[name].text}
    if "{term}" in CALCULATIONS[name].text:
        needed["months"] = values["months"]
    numbers = (Fraction("1.234"), Fraction(12), Fraction(-3)) if "{numbers}" in CALCULATIONS[name].text else ()
    asked = Named(name, needed, numbers, "€" if "amount" in needed else "")
    assert read_named(asked.text) == asked


@given(MONEY, PERCENT)
def test_a_tip_is_its_share_of_the_amount_and_the_total_both(amount, percent):
    figures = Named("tip", {"amount": amount, "percent": percent}).answer().figures
    assert Fraction(figures["tip"]) == pytest.approx(amount * percent / 100)
    assert Fraction(figures["total"]) == pytest.approx(amount + amount * percent / 100)


@given(st.fractions(min_value=1, max_value=10**6), st.fractions(min_value=1, max_value=10**6))
def test_a_share_of_the_whole_is_the_part_again(part, whole):
    percent = Fraction(Named("share", {"part": part, "whole": whole}).answer().figures["percent"])
    assert float(percent * whole / 100) == pytest.approx(float(part), rel=1e-9)


@given(MONEY, PERCENT)
def test_a_tax_that_is_added_can_be_taken_off_again(amount, percent):
    total = Named("tax_added", {"amount": amount, "percent": percent}).answer().figures["total"]
    if Fraction(total) == amount * (1 + percent / 100):
        net = Named("tax_taken", {"amount": Fraction(total), "percent": percent}).answer().figures["net"]
        assert float(Fraction(net)) == pytest.approx(float(amount), rel=1e-9, abs=1e-9)


@given(MONEY, st.integers(min_value=0, max_value=30), YEARS, st.sampled_from([1, 2, 4, 12, 52, 365]))
def test_compound_interest_is_the_closed_formula_to_the_cent(amount, percent, years, period):
    values = {
        "amount": amount,
        "percent": Fraction(percent),
        "months": Fraction(12 * years),
        "period": Fraction(period),
    }
    figures = Named("compound", values).answer().figures
    expected = float(amount) * (1 + percent / 100 / period) ** (period * years)
    assert float(Fraction(figures["total"])) == pytest.approx(expected, rel=1e-9, abs=0.006)
    assert Fraction(figures["total"]) - Fraction(figures["interest"]) == amount


@given(MONEY, st.integers(min_value=0, max_value=30), YEARS)
def test_the_payments_of_a_loan_pay_it_back(amount, percent, years):
    values = {"amount": amount, "percent": Fraction(percent), "months": Fraction(12 * years)}
    figures = Named("loan", values).answer().figures
    rate, months, owed = percent / 1200, 12 * years, float(amount)
    monthly = amount / months if not percent else float(amount) * rate / (1 - (1 + rate) ** -months)
    assert float(Fraction(figures["monthly"])) == pytest.approx(float(monthly), rel=1e-9, abs=0.006)
    for _ in range(months):
        owed = owed * (1 + rate) - float(monthly)
    assert owed == pytest.approx(0, abs=max(1e-5 * float(amount), 1e-6))


@given(st.integers(min_value=2, max_value=10**7))
def test_the_prime_factors_of_a_number_are_primes_whose_product_it_is(number):
    factors = factors_of(number)
    product = 1
    for factor, times in factors.items():
        assert all(factor % divisor for divisor in range(2, int(factor**0.5) + 1))
        product *= factor**times
    assert product == number


@given(st.lists(st.decimals(min_value=-1000, max_value=1000, places=2).map(Fraction), min_size=2, max_size=20))
def test_a_list_reads_back_as_it_was_written(numbers):
    written = ", ".join(map(write_number, numbers))
    assert numbers_of(written, "en") == tuple(numbers)
    assert sorted(numbers)[0] == Fraction(Named("minimum", {}, tuple(numbers)).answer().result)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("$1,234.50", "en", "1234.5"),
        ("1.000 euros", "es", "1000"),
        ("1.000", "en", "1"),
        ("200k", "en", "200000"),
        ("2 millones de euros", "es", "2000000"),
        ("3,5", "es", "3.5"),
    ],
)
def test_amounts_are_read_as_each_language_writes_them(text, language, value):
    assert value_of(text, language) == Fraction(value)


def test_interest_that_no_number_can_hold_is_out_of_range():
    asked = read_named("compound interest on 1000 at 1000000000000000% for 1000 years compounded daily")
    assert asked is not None
    with pytest.raises(CannotCalculate) as refused:
        asked.answer()
    assert refused.value.why.code is MathsReason.NUMBER_OUT_OF_RANGE


@pytest.mark.parametrize(
    ("years", "language", "words"),
    [("1.3", "en", "after 1.3 years"), ("1.3", "es", "tras 1,3 años"), ("1.5", "en", "after 18 months")],
)
def test_a_term_is_told_in_years_where_its_months_are_not_whole(years: str, language: str, words: str):
    assert words in said(f"simple interest on 1000 at 5% for {years} years", language)


@pytest.mark.parametrize("term", ["1.3 years", "0.33 years", "18 months", "10 years"])
def test_a_term_reads_back_as_it_was_written(term: str):
    asked = read_named(f"loan of 1000 at 5% for {term}")
    assert asked is not None
    assert asked.text.endswith(term)
    assert read_named(asked.text) == asked
