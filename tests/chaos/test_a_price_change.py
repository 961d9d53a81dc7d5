"""A worker dies after it changed a price or a stock in a store and before it could note that."""

import asyncio

import pytest

from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick_skills.shop.http import stores_of
from support.ledger import crash
from support.running import person, running, working
from support.shopify_server import ShopifyServer

TOKEN = "shpat_0123456789abcdef0123"
PRICE = "Change the price of the linen shirt from 24 to 19.99"
STOCK = "add 5 linen shirts to stock"


@pytest.mark.parametrize(
    "boundary", ["before tool completed", pytest.param("after tool running", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("message", [PRICE, STOCK])
def test_an_approved_change_is_written_exactly_once_whenever_the_worker_dies(
    database_urls, tmp_path, monkeypatch, boundary, message
):
    async def story(shop):
        async with running(database_urls.owner, tmp_path, mode=Working.NO) as platform:
            someone = await person(platform)
            await stores_of(platform[ToolEquipment]).add(someone.id, "candle-corner", TOKEN)
            execution = await someone.submit(message, agent_id="emma-ecommerce")
            async with working(platform):
                waiting = await platform[Executions].wait(someone.id, execution.id, 30.0)
            assert waiting.status is ExecutionStatus.WAITING
            (approval,) = await platform.stores[ApprovalStore].list(someone.id, status=ApprovalStatus.PENDING)
            await platform[Executions].approve(someone.id, approval.id)
            await crash(database_urls.owner, tmp_path, "", boundary)
            written = len(shop.changes)
            async with working(platform):
                return written, await platform[Executions].wait(someone.id, execution.id, 30.0)

    with ShopifyServer() as shopify:
        monkeypatch.setenv("BAILIWICK_SHOPIFY_API", shopify.api)
        shop = shopify.open("candle-corner", token=TOKEN)
        shop.put("Linen shirt", "24.00")
        written, done = asyncio.run(story(shop))
        assert written == (1 if boundary == "before tool completed" else 0)
        assert done.status is ExecutionStatus.COMPLETED, done.failure
        assert len(shop.changes) == 1
        if message == PRICE:
            assert (shop.asked("SetPrices"), shop.price("Linen shirt")) == (1, "19.99")
            assert "19.99" in done.answer
        else:
            assert shop.stock("Linen shirt") == 15
            assert "is 15 now; it was 10" in done.answer
