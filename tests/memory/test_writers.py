"""Writers of several processes at once lose nothing."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.records import EntityDraft, Provenance, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore

SCRIPT = Path(__file__).parent.parent / "support" / "memory_writer.py"
PROCESSES, WRITERS, CALLS = 3, 20, 4


def test_of_twenty_writers_in_each_of_three_processes_everything_acknowledged_is_there_once(
    database_urls, new_user_id, stores_run
):
    user = new_user_id()
    me = Provenance(author=WrittenBy.PERSON)
    stores_run(lambda stores: stores[KnowledgeStore].create_entities(user, [EntityDraft("all", "t")], me))
    processes = [
        subprocess.Popen(
            [sys.executable, str(SCRIPT), database_urls.app, user, str(process), str(WRITERS), str(CALLS)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for process in range(PROCESSES)
    ]
    acknowledged = Counter(line for process in processes for line in process.communicate()[0].splitlines())
    assert [process.returncode for process in processes] == [0] * PROCESSES
    graph = stores_run(lambda stores: stores[KnowledgeStore].read(user))
    there = Counter(f"entity {entity.name}" for entity in graph.entities if entity.name != "all")
    there += Counter(f"relation {relation.to_name}" for relation in graph.relations)
    there += Counter(f"observation {content}" for content in graph.entities[0].observations)
    assert there == acknowledged
    assert set(there.values()) == {1}
    own = PROCESSES * WRITERS * CALLS
    assert len(there) == 3 * own + 2 * CALLS + 1
    changes = stores_run(lambda stores: stores[KnowledgeHistory].changes(user, limit=1))
    assert changes[0].position >= 3 * own
