"""A decision is read back as it was made."""

from dataclasses import fields, replace

import pytest

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.ids import uuid7
from support.populate import DECISION


def test_a_decision_keeps_every_field(new_user_id, stores_run):
    for field in fields(DECISION):
        assert field.name in ("id", "created_at", "model_calls") or getattr(DECISION, field.name), field.name

    async def story(stores):
        user = new_user_id()
        stored = await stores[DecisionStore].add(user, DECISION)
        assert stored == replace(DECISION, id=stored.id, created_at=stored.created_at)
        assert await stores[DecisionStore].get(user, str(stored.id)) == stored

    stores_run(story)


def test_decisions_are_listed_by_agent_latest_first_and_paged(new_user_id, stores_run):
    async def story(stores):
        user, decisions = new_user_id(), stores[DecisionStore]
        made = [await decisions.add(user, replace(DECISION, agent=agent)) for agent in ("a", "b", "a", None)]
        assert await decisions.list(user) == made[::-1]
        assert await decisions.list(user, agent_id="a") == [made[2], made[0]]
        assert await decisions.list(user, before=made[2].created_at, limit=1) == [made[1]]
        for missing in (uuid7(), "x"):
            with pytest.raises(NotFound):
                await decisions.get(user, missing)

    stores_run(story)


def test_the_same_decision_is_the_same_record_apart_from_its_id_and_time(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        first, second = [await stores[DecisionStore].add(user, DECISION) for _ in range(2)]
        assert first.id != second.id
        read = [await stores[DecisionStore].get(user, str(each.id)) for each in (first, second)]
        assert replace(read[0], id=None, created_at=None) == replace(read[1], id=None, created_at=None)

    stores_run(story)
