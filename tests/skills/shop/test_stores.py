"""What is kept beside a store's credential, and which address is a store's."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.errors import InvalidInput
from bailiwick.tools.credentials import Credential, check_name
from bailiwick_skills.shop.stores import (
    LONGEST_SHOP,
    USED_SCOPES,
    StoreLabel,
    StoreState,
    credential_name,
    shop_domain,
    stores_among,
    used_scopes,
)

MOMENT = datetime(2026, 7, 15, 12, 0, tzinfo=UTC)


def credential(domain, label=None, day=1, description=""):
    at = datetime(2026, 7, day, tzinfo=UTC)
    return Credential(
        id=domain,
        name=credential_name(domain),
        kind="shopify",
        which=domain,
        description=description,
        created_at=at,
        updated_at=at,
        last_used_at=None,
        noted={} if label is None else label.write(),
    )


@given(
    name=st.text(max_size=100),
    default=st.booleans(),
    state=st.sampled_from(StoreState),
    scopes=st.sets(st.sampled_from(USED_SCOPES)),
)
def test_a_label_is_read_as_it_was_noted_whatever_a_store_is_called(name, default, state, scopes):
    label = StoreLabel(name=name, default=default, state=state, checked_at=MOMENT, scopes=used_scopes(scopes))
    noted = json.loads(json.dumps(label.write()))
    read = StoreLabel.read(noted)
    assert (read.default, read.state, read.checked_at, read.scopes) == (default, state, MOMENT, label.scopes)
    assert len(read.name or "") <= LONGEST_SHOP
    assert read.write() == noted


def test_a_persons_own_description_says_nothing_of_the_store():
    ((store, _),) = stores_among([credential("a.myshopify.com", description="Mine · default · ok")])
    assert (store.name, store.state) == (None, StoreState.UNKNOWN)


@pytest.mark.parametrize(
    "given",
    [
        "candle-corner",
        "Candle-Corner.myshopify.com",
        " https://candle-corner.myshopify.com/ ",
        "candle-corner.myshopify.com/admin",
        "https://admin.shopify.com/store/candle-corner",
    ],
)
def test_a_store_is_known_by_its_domain_its_address_or_its_own_part(given):
    assert shop_domain(given) == "candle-corner.myshopify.com"


@pytest.mark.parametrize(
    "given",
    [
        "",
        "-",
        "candle.example.com",
        "a.myshopify.com.evil.example",
        "a@evil.example",
        "a.myshopify.com@evil.example",
        "a/b",
        "a.b.myshopify.com",
        "á",
        "127.0.0.1",
        "a.myshopify.com:8080",
        "a" * (LONGEST_SHOP + 1),
        "a\n",
        "a?x=1",
        "evil.example#.myshopify.com",
        "a%2e",
        "ａ",
    ],
)
def test_nothing_else_is_a_stores_address_so_that_no_token_goes_there(given):
    if given.strip() == "a":
        assert shop_domain(given) == "a.myshopify.com"
        return
    with pytest.raises(InvalidInput) as refused:
        shop_domain(given)
    assert refused.value.field == "domain"


def test_the_name_of_a_stores_credential_can_be_one():
    check_name(credential_name(shop_domain("a" * LONGEST_SHOP)))
    for wrong in ("shopify:", ":a", "a:b:c", "shopify:A", f"shopify:{'a' * 81}"):
        with pytest.raises(InvalidInput):
            check_name(wrong)


def test_exactly_one_store_is_the_default_whatever_the_labels_say():
    def defaults(*credentials):
        return [store.domain[0] for store, _ in stores_among(credentials) if store.is_default]

    a, b = credential("a.myshopify.com", day=2), credential("b.myshopify.com", day=1)
    chosen = credential("c.myshopify.com", StoreLabel(name="C", default=True, state=StoreState.OK), day=3)
    also = credential("d.myshopify.com", StoreLabel(name="D", default=True, state=StoreState.OK), day=4)
    assert defaults(a, b) == ["b"], "the first that was added"
    assert defaults(a, b, chosen) == ["c"]
    assert defaults(also, chosen, a) == ["c"]
    assert [store.domain[0] for store, _ in stores_among([a, b, chosen])] == ["c", "a", "b"]
    assert stores_among([credential("evil.example")]) == ()


def test_the_right_to_write_is_the_right_to_read():
    assert used_scopes(["write_products", "read_themes", "read_orders"]) == (
        "read_products",
        "write_products",
        "read_orders",
    )
