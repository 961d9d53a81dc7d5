"""How many statements a call of the knowledge graph's tools is."""

import pytest

from bailiwick.features.memory.records import EntityDraft, ObservationDraft, Provenance, RelationDraft, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from support.statements import counted

BY = Provenance(author=WrittenBy.CLIENT)


def test_a_write_holds_the_numbers_looks_and_writes_once_with_its_note_and_fact(
    new_user_id, stores_run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(stores):
        knowledge, user = stores[KnowledgeStore], new_user_id()
        ana = EntityDraft("Ana", "person", ("sings", "swims"))
        seen = counted(monkeypatch)

        async def sent(work) -> list[str]:
            seen.clear()
            await work
            return [name for _, name in seen]

        knows = RelationDraft("Ana", "Ben", "knows")
        assert await sent(knowledge.create_entities(user, [ana], BY)) == ["lock", "known", "write"]
        more = [ObservationDraft("Ana", ("paints",)), ObservationDraft("Ana", ("sings",))]
        assert await sent(knowledge.add_observations(user, more, BY)) == ["lock", "observed", "write"]
        assert await sent(knowledge.create_relations(user, [knows], BY)) == [
            "lock",
            "related",
            "write_relations",
            "write",
        ]
        assert await sent(knowledge.create_entities(user, [ana], BY)) == ["lock", "known"]
        assert await sent(knowledge.open(user, ["Ana"])) == ["entities_named", "relations_naming"]

    stores_run(story)
