"""Writers in a process of their own: `python memory_writer.py <app url> <user> <process> <writers> <calls>`.

Every writer adds things of its own and things that all add, and prints a line for each that was acknowledged.
"""

import asyncio
import sys

from bailiwick.features.memory.records import EntityDraft, ObservationDraft, Provenance, RelationDraft, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores

ME = Provenance(author=WrittenBy.CLIENT)


async def main(app_url: str, user: str, process: str, writers: int, calls: int) -> None:
    async with Database(app_url, pool_size=5, patience=60.0) as database:
        knowledge = Stores(database)[KnowledgeStore]

        async def write(writer: int) -> None:
            for call in range(calls):
                own = f"{process}-{writer}-{call}"
                drafts = [EntityDraft(f"shared {call}", "t", ("first",)), EntityDraft(own, "t", (own,))]
                for made in await knowledge.create_entities(user, drafts, ME):
                    print(f"entity {made.name}", flush=True)
                relations = [RelationDraft("all", f"shared {call}", "has"), RelationDraft("all", own, "has")]
                for relation in await knowledge.create_relations(user, relations, ME):
                    print(f"relation {relation.to_name}", flush=True)
                additions = [ObservationDraft("all", ("same", own))]
                for added in await knowledge.add_observations(user, additions, ME):
                    for content in added.contents:
                        print(f"observation {content}", flush=True)

        async with asyncio.TaskGroup() as group:
            for writer in range(writers):
                group.create_task(write(writer))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
