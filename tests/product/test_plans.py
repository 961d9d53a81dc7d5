"""The queries that run all the time read few rows, however many there are."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from psycopg import sql

from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.ids import uuid7
from support.people import add_user

EXECUTION, CONVERSATION = uuid7(), uuid7()
FILTERS = {
    "kinds": None,
    "found_by": None,
    "agent": None,
    "execution_id": None,
    "search": None,
    "before_id": None,
    "limit": 50,
}
NOW = datetime.now(UTC)
SCOPE = {"scope": "user"}
DOCUMENT = "00000000-0000-7000-a000-000000000007"
THREAD = "00000000-0000-7000-8000-00000000000c"
TURN, ROOM = "00000000-0000-7000-b000-000000000007", "00000000-0000-7000-8000-000000000007"
MAIL = "00000000-0000-7000-9000-000000000007"
USED = {"input_tokens": 1, "output_tokens": 1, "model_calls": 1, "tool_calls": 1, "cost": 0.5}
TASK, SCHEDULE = "00000000-0000-7000-c000-000000000007", "00000000-0000-7000-d000-000000000007"
REMINDER = "00000000-0000-7000-f000-000000000003"
CARRIED_OUT = "00000000-0000-7000-c100-000000000007"
ASSIGNED = {
    "assigned": False,
    "decision_id": EXECUTION,
    "worker": "toby",
    "decided": "toby",
    "decision": "{}",
    "decided_at": NOW,
}
BOARD = {
    "statuses": ["todo", "doing", "review", "done", "paused", "cancelled"],
    "agent_id": None,
    "rank": None,
    "tag": None,
    "search": None,
    "due_from": None,
    "due_before": None,
    "undated": False,
    "overdue": False,
    "key": None,
    "id": None,
    "limit": 30,
}
FOUND = {
    "pattern": "%x%",
    "agent_id": None,
    "mode": None,
    "begun_by": None,
    "before": None,
    "pinned_first": True,
    "limit": 8,
}
NAMED = {"keys": [20], "names": ["n20"]}
ONE_OF = {"agent": None, "subject": None, "by_agent": True, "by_subject": True}
PIECE = {"sinces": [NOW - timedelta(hours=2)], "untils": [NOW - timedelta(hours=1)], "slots": [1], "kinds": ["model"]}
PART = {"kind": "tool", "spans": ["hour"], **PIECE, **ONE_OF}
STEPS = (
    '[{"key": "tool:99", "position": 99, "kind": "tool", "status": "completed", "attempt": 1, "name": "n",'
    ' "input": {}}]'
)
CASES = [
    ("runs.store", "get", {"id": EXECUTION}),
    ("runs.store", "hold", {"id": EXECUTION}),
    ("runs.store", "steps", {"id": EXECUTION}),
    ("runs.store", "list", {"conversation_id": None, "agent_id": None, "status": None, "before": None, "limit": 50}),
    (
        "runs.store",
        "list",
        {"conversation_id": None, "agent_id": None, "status": "waiting", "before": None, "limit": 50},
    ),
    (
        "runs.store",
        "list_of_agent",
        {"conversation_id": None, "agent_id": "toby", "status": None, "before": None, "limit": 50},
    ),
    (
        "runs.store",
        "finish",
        {
            "execution_id": EXECUTION,
            "attempt": 1,
            "status": "completed",
            "outcome": "answered",
            "answer": "",
            "error_class": None,
            "error_message": None,
            "lack": None,
            "why": None,
            "input_tokens": 0,
            "output_tokens": 0,
            "model_calls": 0,
            "tool_calls": 0,
            "cost": 0.0,
            "model_messages": "[]",
            "steps": STEPS,
            "facts": 1,
            "sizes": [1],
            "preceded": [None],
            "digests": ["0"],
            "instructions": ["x"],
            "kinds": ["done"],
            "agents": [None],
            "data": ["{}"],
            **ASSIGNED,
        },
    ),
    (
        "runs.store",
        "record",
        {
            "execution_id": EXECUTION,
            "attempt": 1,
            "begins": False,
            "steps": STEPS,
            "facts": 1,
            "sizes": [1],
            "preceded": [None],
            "digests": ["0"],
            "instructions": ["x"],
            "kinds": ["agent.removed"],
            "agents": [None],
            "data": ["{}"],
            **ASSIGNED,
        },
    ),
    (
        "kernel.events.store",
        "append",
        {"execution_id": EXECUTION, "kinds": ["agent.removed"], "data": ["{}"], "agents": [None]},
    ),
    ("kernel.events.store", "append_loose", {"kinds": ["agent.removed"], "data": ["{}"], "agents": [None]}),
    ("kernel.events.store", "since", {"execution_id": EXECUTION, "after": 3, "limit": 500}),
    ("kernel.events.store", "cursor_state", {"transaction": str(10**12), "id": 0, "most": 2001}),
    ("kernel.events.store", "cursor_state", {"transaction": "0", "id": 0, "most": 250}),
    ("kernel.events.store", "horizon", {}),
    ("kernel.events.store", "news", {"transaction": "0", "id": 0, "settled": str(10**12), "limit": 200}),
    ("kernel.events.store", "open_calls", {"transaction": str(10**12), "id": 0, "limit": 100}),
    ("kernel.events.store", "recent", FILTERS),
    ("kernel.events.store", "recent", {**FILTERS, "kinds": ["rare"], "found_by": ["rare"]}),
    ("features.swarm.store", "forget_events", {"kinds": ["mail.died", "room.changed"], "id": "s1"}),
    ("kernel.events.store", "recent", {**FILTERS, "execution_id": EXECUTION}),
    ("kernel.events.store", "following", {**FILTERS, "after_id": 10**9}),
    ("runs.threads.store", "main", {"thread_key": "x"}),
    (
        "runs.threads.store",
        "list",
        {"agent_id": None, "mode": None, "begun_by": None, "before": None, "limit": 50},
    ),
    ("runs.threads.store", "found_by_few", {**FOUND, "positions": [3, 5, 7], "titles": 20}),
    ("runs.threads.store", "found_by_many", {**FOUND, "positions": list(range(6000))}),
    ("runs.threads.words", "indexed", {}),
    ("runs.threads.words", "next", {"after": 5990, "seconds": 0.0, "limit": 50}),
    ("runs.threads.words", "said", {"ids": [CONVERSATION], "indexed": 3000}),
    (
        "runs.threads.words",
        "unpost",
        {"positions": [17], "configurations": ["pg_catalog.english"], "texts": ["needle"]},
    ),
    ("runs.threads.words", "sweep", {"terms": ["needle"]}),
    ("runs.threads.words", "beginning", {"low": "needle", "above": "needle\U0010ffff"}),
    ("runs.threads.words", "having", {"terms": ["needle", "hay7"]}),
    ("runs.threads.words", "not_indexed", {"after": 0, "most": 200, "patterns": ["m"]}),
    ("runs.threads.words", "contents", {"positions": [3, 5, 7]}),
    ("runs.threads.store", "latest", {"begun_by": "ask"}),
    ("runs.threads.store", "messages", {"id": CONVERSATION, "execution_id": None, "before": None, "limit": 100}),
    ("runs.threads.store", "later_messages", {"id": CONVERSATION, "since": 1, "limit": 100}),
    ("runs.threads.store", "turn_position", {"id": CONVERSATION, "turn_id": EXECUTION}),
    ("runs.threads.store", "recall", {"id": CONVERSATION}),
    ("runs.threads.store", "replaceable", {"execution_id": EXECUTION}),
    ("runs.threads.store", "supersede", {"id": CONVERSATION, "execution_id": EXECUTION}),
    ("runs.threads.turn_store", "of", {"ids": [EXECUTION]}),
    ("runs.threads.turn_store", "steps", {"ids": [EXECUTION]}),
    ("runs.threads.turn_store", "unfinished", {"limit": 100}),
    (
        "runs.threads.store",
        "history",
        {"conversation_id": CONVERSATION, "before_execution": EXECUTION, "limit": 9},
    ),
    (
        "runs.threads.store",
        "empty_summary",
        {"conversation_id": CONVERSATION, "model": "openai:m", "code": "model-unreadable"},
    ),
    ("runs.threads.store", "as_it_was_before", {"execution_id": EXECUTION}),
    ("agents.store", "changes", {"since": 10**9}),
    ("agents.decision_store", "list", {"agent_id": None, "before": None, "limit": 50}),
    ("features.routing.misroute_store", "list", {"before": None, "limit": 50}),
    ("features.routing.misroute_store", "withdraw", {"decision_id": EXECUTION}),
    ("features.routing.misroute_store", "get", {"id": EXECUTION}),
    ("features.routing.misroute_store", "correct_earlier", {"decision_id": EXECUTION, "correct": "toby"}),
    ("features.routing.misroute_store", "drop_contradicting", {"decision_id": EXECUTION}),
    ("agents.decision_store", "execution_of", {"id": EXECUTION}),
    ("agents.releases.states", "get", {}),
    ("agents.releases.states", "corrections", {"limit": 40}),
    ("agents.releases.store", "get", {"number": 70}),
    ("agents.releases.store", "published", {}),
    ("agents.releases.store", "waiting", {"working": True}),
    ("agents.releases.store", "list", {"before": 2000, "status": None, "limit": 50}),
    ("agents.releases.store", "of_digest", {"digest": "7"}),
    ("agents.releases.store", "agents_of", {"number": 70}),
    ("agents.releases.store", "lessons_of", {"number": 70}),
    ("agents.releases.store", "known_agents", {"digests": ["7", "8"]}),
    ("agents.releases.store", "canary_figures", {"number": 70, "most": 100}),
    ("agents.releases.golden_store", "list", {"before": None, "limit": 50}),
    ("agents.releases.golden_store", "get", {"id": EXECUTION}),
    ("agents.releases.golden_store", "unpin", {"decision_id": EXECUTION}),
    ("agents.releases.traffic_store", "recent", {"seen": 100, "by_model": False, "limit": 40}),
    ("agents.releases.traffic_store", "model_share", {"seen": 100, "limit": 40}),
    ("agents.releases.traffic_store", "corrections", {"limit": 40}),
    ("agents.metrics.agent_metric_store", "recent", {"agent_id": "toby", "limit": 10}),
    ("kernel.http.kept_responses", "find", {"key": "x"}),
    ("people.store", "find", {"digest": b"x", "kind": "key"}),
    ("runs.approvals.store", "get", {"id": EXECUTION}),
    ("runs.approvals.store", "list", {"status": None, "execution_id": None, "before": None, "limit": 50}),
    ("runs.approvals.store", "of_step", {"execution_id": EXECUTION, "step_key": "k"}),
    ("runs.approvals.store", "count_pending", {}),
    ("runs.approvals.store", "late", {}),
    ("runs.approvals.store", "withdraw", {"execution_id": EXECUTION}),
    ("runs.approvals.store", "granted", {"agent_id": "7", "tool": "t"}),
    ("tools.credential_store", "find", {"name": "7"}),
    ("tools.credential_store", "note_use", {"id": EXECUTION}),
    ("tools.credential_store", "sealed_otherwise", {"key_id": "k", "after": None, "limit": 200}),
    ("bailiwick_skills.notes.store", "made_by", {"call_id": "x"}),
    ("bailiwick_skills.notes.store", "deleted", {"limit": 100}),
    ("bailiwick_skills.notes.store", "list", {"limit": 100}),
    ("features.documents.store", "made_by", {"call_id": "x"}),
    ("features.documents.store", "get", {"id": DOCUMENT, "key": "space"}),
    (
        "features.documents.store",
        "list",
        {
            "search": None,
            "tag": None,
            "source": None,
            "status": None,
            "before": None,
            "limit": 50,
            "key": "space",
        },
    ),
    ("features.documents.store", "waiting", {"limit": 50}),
    ("features.documents.store", "ids", {"after": DOCUMENT, "limit": 50}),
    ("features.documents.passages", "from", {"document_id": DOCUMENT, "first": 0, "limit": 50}),
    ("features.documents.passages", "place", {"document_id": DOCUMENT, "id": DOCUMENT}),
    ("features.documents.passages", "cited", {"ids": [DOCUMENT]}),
    ("features.documents.passages", "beginning", {"low": "needle", "above": "needle\U0010ffff"}),
    ("features.documents.passages", "sizes", {"terms": ["needle", "haystack"]}),
    (
        "features.documents.passages",
        "by_words",
        {
            "terms": ["needle", "hay7"],
            "words": [0, 1],
            "weights": [1.0, 1.0],
            "document_id": None,
            "tag": None,
            "limit": 50,
        },
    ),
    ("features.documents.passage_points", "unfinished", {"limit": 50}),
    ("features.documents.passage_points", "missing", {"documents": [DOCUMENT], "key": "space", "limit": 50}),
    (
        "features.documents.passage_points",
        "nearest_among",
        {
            "model": "space",
            "dimensions": 2,
            "point": "[0,1]",
            "document_id": DOCUMENT,
            "tag": None,
            "limit": 50,
        },
    ),
    ("features.mcp.store", "enablement", {"server_id": EXECUTION}),
    ("features.mcp.store", "hold", {"server_id": EXECUTION}),
    ("kernel.http.rates", "wait", {"subject": "mcp:1", "most": 10, "window": timedelta(seconds=60)}),
    ("features.memory.store", "made_by", {"call_id": "x"}),
    ("features.memory.store", "known", {**SCOPE, **NAMED, "since": 2**31 - 1}),
    ("features.memory.store", "first_named", {**SCOPE, **NAMED}),
    ("features.memory.store", "observed", {**SCOPE, **NAMED, "contents": ["observed 20"]}),
    ("features.memory.store", "related", {**SCOPE, **NAMED, "since": 2**31 - 1}),
    ("features.memory.store", "remove_entities", {**SCOPE, **NAMED, "numbers": [20], "change": EXECUTION}),
    (
        "features.memory.store",
        "remove_observations",
        {**SCOPE, "entities": [20], "contents": ["x"], "change": EXECUTION},
    ),
    ("features.memory.store", "entities", {**SCOPE, "numbers": [20, 40]}),
    ("features.memory.store", "relations_naming", {**SCOPE, **NAMED}),
    ("features.memory.store", "every_entity", {**SCOPE, "limit": 50, "offset": 0}),
    (
        "features.memory.index",
        "containing_latest",
        {"low": "needle", "grams": ["nee", "edl", "dle"], "most": 100, "block": 2048},
    ),
    ("features.memory.index", "containing_among", {"low": "ne", "most": 20}),
    ("features.memory.index", "containing_short", {"low": "ne", "above": "ne\U0010ffff"}),
    (
        "features.memory.index",
        "having_terms",
        {
            **SCOPE,
            "terms": ["needle"],
            "grams": ["\uffff\uffff\uffffneedle"],
            "limit": 5000,
        },
    ),
    ("features.memory.index", "containing_here", {"scope": EXECUTION, "low": "needle"}),
    ("features.memory.index", "having_terms_here", {"scope": EXECUTION, "terms": ["needle"], "limit": 5000}),
    ("features.memory.views", "page_entities", {**SCOPE, "entity_type": None, "limit": 50, "offset": 0}),
    ("features.memory.views", "of_type", {**SCOPE, "numbers": [20, 40], "entity_type": "t"}),
    ("features.memory.views", "briefs", {**SCOPE, "numbers": [20, 40]}),
    ("features.memory.views", "entity", {"id": EXECUTION}),
    ("features.memory.views", "tainted", SCOPE),
    ("features.memory.views", "marked", {**SCOPE, "names": ["n20"]}),
    ("features.memory.views", "marked", {**SCOPE, "names": None}),
    ("features.memory.views", "disagreeing", {**SCOPE, "limit": 50}),
    ("features.memory.views", "relations_among", {**SCOPE, **NAMED, "limit": 50}),
    ("features.memory.recalling", "any", {}),
    (
        "features.memory.recalling",
        "fitting",
        {
            "words": ["needle", "n20"],
            "every": ["needle", "n20"],
            "prefix": "\uffff\uffff\uffff",
            "most": 500,
            "names": 10,
            "limit": 12,
        },
    ),
    ("features.memory.history", "changes", {**SCOPE, "before": None, "limit": 50}),
    ("features.memory.history", "removed_entities", {"change": EXECUTION, "limit": 50}),
    ("features.memory.history", "removed_observations", {"change": EXECUTION, "limit": 50}),
    ("features.memory.history", "removed_relations", {"change": EXECUTION, "limit": 50}),
    ("features.memory.history", "all_named", {**SCOPE, **NAMED}),
    ("features.memory.history", "erase_recalled", {**SCOPE, "observations": [20], "relations": [21]}),
    ("features.memory.history", "expire", {"now": NOW}),
    ("features.swarm.store", "hold", {"id": "s1"}),
    ("features.swarm.store", "get", {"id": "s1"}),
    ("features.swarm.store", "list", {"before": None, "limit": 50}),
    ("features.swarm.store", "busy", {"id": "s1"}),
    ("features.swarm.store", "hold_to_count", {"id": "s1"}),
    ("features.swarm.store", "hold_to_work", {"id": "s1", "resident_id": "r7@s1"}),
    ("features.swarm.store", "hold_to_end", {"execution_id": TURN}),
    ("features.swarm.store", "hold_to_begin", {"resident_id": "r7@s1"}),
    ("features.swarm.store", "hold_of_resident", {"resident_id": "r7@s1"}),
    ("features.swarm.store", "reserve", {"execution_id": TURN, "tokens": 1}),
    ("features.swarm.store", "taken_tokens", {"id": "s1"}),
    ("features.swarm.store", "spend", {"execution_id": TURN, "seconds": 1.0, **USED}),
    ("features.swarm.resident_store", "whose", {"id": "r7@s1"}),
    ("features.swarm.resident_store", "of", {"ids": ["r1@s1", "r7@s1"]}),
    ("features.swarm.resident_store", "ancestors", {"id": "r7@s1", "limit": 1000}),
    ("features.swarm.resident_store", "made_by", {"call_id": "x", "swarm_id": "s1"}),
    ("features.swarm.room_store", "of", {"ids": [ROOM], "swarm_id": "s1"}),
    ("features.swarm.room_store", "of_member", {"member": "r1@s1", "swarm_id": "s1"}),
    ("features.swarm.room_store", "keyed", {"key": "#7", "swarm_id": "s1"}),
    ("features.swarm.mail_store", "addressed", {"swarm_id": "s1", "id": "r7@s1", "name_key": "r7"}),
    (
        "features.swarm.mail_store",
        "send",
        {
            "id": EXECUTION,
            "swarm_id": "s1",
            "room_id": ROOM,
            "sender": "r7@s1",
            "by_person": False,
            "content": "x",
            "cause_id": MAIL,
            "reply_to": None,
            "mentions": ["person"],
            "expects_reply": False,
            "tainted": False,
            "execution_id": TURN,
            "call_id": "x",
            "most_unread": 500,
            "most_runs": 500,
            "error": "",
            "why": None,
            "kind": "mail.sent",
            "fact": "{}",
            "told": 20,
            "task": "resident",
            "arguments": "{}",
            "lock": "resident:",
            "kind_of_lock": ":mail",
            "worker_id": None,
            "places": 0,
        },
    ),
    (
        "features.swarm.mail_store",
        "send_direct",
        {
            "ids": [EXECUTION],
            "swarms": ["s1"],
            "recipients": ["r7@s1"],
            "name_keys": ["r7@s1"],
            "contents": ["x"],
            "facts": ["{}"],
            "most_unread": 500,
            "most_runs": 500,
            "kind": "mail.sent",
            "task": "resident",
            "arguments": "{}",
            "lock": "resident:",
            "kind_of_lock": ":mail",
            "worker_id": None,
            "places": 0,
        },
    ),
    ("features.swarm.mail_store", "read_by_person", {"swarm_id": "s1", "room_id": ROOM, "up_to": 10**6}),
    ("features.swarm.mail_store", "read_all", {"swarm_id": "s1", "room_id": ROOM, "recipient": "r7@s1"}),
    ("features.swarm.mail_store", "delivery", {"mail_id": MAIL, "recipient": "person", "swarm_id": "s1"}),
    ("features.swarm.mail_store", "redeliver", {"mail_id": MAIL, "recipient": "person"}),
    ("features.swarm.mail_store", "of", {"ids": [MAIL], "swarm_id": "s1"}),
    ("features.swarm.mail_store", "deliveries", {"ids": [MAIL]}),
    ("features.swarm.mail_store", "shares", {"ids": [MAIL]}),
    ("features.swarm.mail_views", "room", {"swarm_id": "s1", "room_id": ROOM}),
    ("features.swarm.mail_views", "sent_lately", {"swarm_id": "s1", "room_id": ROOM, "sender": "r7@s1"}),
    (
        "features.swarm.mail_views",
        "laps",
        {
            "swarm_id": "s1",
            "room_id": ROOM,
            "sender": "r7@s1",
            "cause_id": MAIL,
            "times": 2,
            "longest": 50,
        },
    ),
    ("features.swarm.mail_views", "latest", {"swarm_id": "s1", "before": 2000, "limit": 50}),
    ("features.swarm.mail_views", "latest_of_room", {"swarm_id": "s1", "room_id": ROOM, "before": 2000, "limit": 50}),
    (
        "features.swarm.mail_views",
        "latest_of_member",
        {"swarm_id": "s1", "member": "r7@s1", "before": 2000, "limit": 50},
    ),
    (
        "features.swarm.mail_views",
        "latest_of_member",
        {"swarm_id": "s1", "member": "person", "before": 2000, "limit": 50},
    ),
    ("features.swarm.mail_views", "latest_dead", {"swarm_id": "s1", "before": 2000, "limit": 50}),
    ("features.swarm.mail_views", "causes", {"swarm_id": "s1", "id": MAIL, "limit": 50}),
    ("features.swarm.mail_views", "effects", {"swarm_id": "s1", "id": MAIL, "limit": 50}),
    ("features.swarm.mail_views", "wrote", {"execution_id": TURN, "room_id": ROOM, "sender": "r7@s1"}),
    ("features.swarm.mail_views", "passed_on", {"swarm_id": "s1", "id": MAIL}),
    ("features.swarm.mail_views", "of_turns", {"execution_ids": [TURN]}),
    ("features.swarm.mail_views", "asking", {"swarm_id": "s1", "limit": 50}),
    (
        "features.swarm.mail_views",
        "flow",
        {
            "swarm_id": "s1",
            "since": NOW - timedelta(minutes=30),
            "until": NOW,
            "span": timedelta(minutes=1),
            "limit": 9,
        },
    ),
    ("features.swarm.turn_store", "state_to_begin", {"id": "r1@s1"}),
    ("features.swarm.turn_store", "take_up", {"execution_id": TURN, "attempts": 2, "resident_id": "r7@s1"}),
    ("features.swarm.turn_store", "thread", {"resident_id": "r7@s1"}),
    (
        "features.swarm.turn_store",
        "create",
        {
            "execution_id": EXECUTION,
            "conversation_id": THREAD,
            "swarm_id": "s1",
            "resident_id": "r1@s1",
            "room_id": ROOM,
            "woken_by": "direct_message",
            "mails": 50,
            "characters": 1000,
        },
    ),
    ("features.swarm.turn_store", "mails", {"execution_id": TURN}),
    (
        "features.swarm.turn_store",
        "finish",
        {
            "execution_id": TURN,
            "status": "dead",
            "digest": "",
            "tainted": False,
            "error": "",
            "why": None,
            "seconds": 1.0,
            **USED,
        },
    ),
    ("features.swarm.turn_store", "release_execution", {"execution_id": TURN, "attempt": 1}),
    ("features.swarm.turn_store", "release", {"execution_id": TURN, "error": "", "why": None, "retry_at": None}),
    ("features.swarm.turn_store", "hurry", {"resident_id": "r7@s1"}),
    ("features.swarm.turn_store", "list", {"resident_id": "r7@s1", "before": None, "messages": True, "limit": 20}),
    ("features.swarm.turn_store", "messages", {"resident_id": "r7@s1", "before_execution": TURN, "window": 20}),
    (
        "features.swarm.turn_store",
        "digests",
        {"resident_id": "r7@s1", "before_execution": TURN, "after_execution": None, "window": 20, "limit": 200},
    ),
    ("features.swarm.turn_store", "unfinished", {"swarm_id": "s1", "resident_id": None, "room_id": None}),
    ("features.tasks.store", "of", {"ids": [TASK]}),
    ("features.tasks.store", "numbered", {"number": 7}),
    ("features.tasks.store", "made_by", {"call_id": "x"}),
    ("features.tasks.store", "last_position", {"status": "todo"}),
    ("features.tasks.store", "first_position", {"status": "todo", "moved": TASK}),
    ("features.tasks.store", "neighbours", {"id": TASK, "status": "todo", "moved": EXECUTION}),
    ("features.tasks.store", "edges", {"ids": [TASK]}),
    ("features.tasks.store", "comments", {"task_id": TASK, "limit": 100}),
    ("features.tasks.store", "runs", {"task_id": TASK, "limit": 50}),
    (
        "features.tasks.store",
        "end_run",
        {
            "id": TASK,
            "execution_id": CARRIED_OUT,
            "status": "review",
            "position": 1.0,
            "submitted": True,
            "result": "",
            "summary": None,
            "tainted": False,
        },
    ),
    ("features.tasks.lists", "by_position", BOARD),
    ("features.tasks.lists", "by_position", {**BOARD, "key": "1000", "id": TASK}),
    ("features.tasks.lists", "by_due", BOARD),
    ("features.tasks.lists", "by_due", {**BOARD, "key": "infinity", "id": TASK}),
    ("features.tasks.lists", "by_priority", BOARD),
    ("features.tasks.lists", "by_priority", {**BOARD, "key": 1, "id": TASK}),
    ("features.tasks.lists", "by_updated", BOARD),
    ("features.schedules.store", "get", {"id": SCHEDULE}),
    ("features.schedules.store", "list", {"status": None, "before": None, "limit": 50}),
    ("features.schedules.store", "take_due", {}),
    ("features.schedules.store", "next", {}),
    ("features.schedules.store", "runs", {"schedule_id": SCHEDULE, "before": None, "limit": 50}),
    ("features.schedules.store", "unfinished", {"schedule_id": SCHEDULE}),
    ("features.reminders.store", "get", {"id": REMINDER}),
    ("features.reminders.store", "hold_due", {"id": REMINDER}),
    ("features.reminders.store", "made_by", {"call_id": "call 500"}),
    ("features.reminders.store", "overdue", {"limit": 50}),
    ("features.swarm.turn_store", "sleepers", {"swarm_id": None, "silence": timedelta(minutes=5), "limit": 1000}),
    ("agents.metrics.store", "marks", {}),
    ("agents.metrics.store", "counts", {**PART, "kind": "execution", "spans": ["ever"]}),
    (
        "agents.metrics.store",
        "unfinished_by_slot",
        {
            "edges": [NOW - timedelta(days=2), NOW],
            "since": NOW - timedelta(days=2),
            "until": NOW,
            "agent": None,
            "by_agent": True,
        },
    ),
    ("agents.metrics.rolling", "ever", {}),
    ("agents.metrics.store", "counts", PART),
    ("agents.metrics.store", "sums", PART),
    ("agents.metrics.store", "unfinished", {"agent": "toby", "limit": 100}),
    (
        "agents.metrics.store",
        "samples",
        {
            "classes": ["network", "rare"],
            "since": NOW - timedelta(days=90),
            "until": NOW,
            "agent": None,
        },
    ),
    *(
        ("agents.metrics.facts", name, {**PIECE, **ONE_OF})
        for name in ("execution", "calls", "stage", "error", "link", "approval", "feedback", "decision", "shadow")
    ),
    ("people.preference_store", "get", {}),
    ("features.installation.retention_store", "old_events", {"before": NOW - timedelta(days=1), "limit": 50}),
    (
        "features.conversations.retention",
        "old_conversations",
        {"before": NOW - timedelta(days=1), "rolled": NOW, "limit": 50},
    ),
    (
        "features.swarm.retention",
        "old_mails",
        {"before": NOW - timedelta(days=1), "rolled": NOW, "limit": 20},
    ),
]
HASTY = {f"features.swarm.{each}" for each in ("store", "resident_store", "mail_store", "turn_store")}
"""Swarms write thousands of mails in the first minute, which is as long as statistics may take."""
FILL = """
    insert into conversations (id, agent_id, mode, thread_key, title)
    select gen_random_uuid(), 'toby', 'direct', n::text, 't' from generate_series(1, 3000) n;
    insert into conversations (id, agent_id, mode, thread_key, title)
    values ('00000000-0000-7000-8000-00000000000c', 'r1@s1', 'direct', '3001', 't');
    insert into executions (id, conversation_id, message, mode, requested_agent, agent_id, created_at)
    select gen_random_uuid(), id, 'm', 'direct', 'toby', 'toby', now() - thread_key::integer * interval '1 hour'
      from conversations;
    update executions set status = 'failed', attempt = 1, started_at = created_at, ended_at = created_at,
                          error_class = 'network'
     where ctid in (select ctid from executions order by created_at limit 2900);
    insert into metric_sums (kind, span, at, agent, subject, count)
    select kind, 'hour', date_trunc('hour', now()) - n * interval '1 hour', 'a', 's', 1
      from generate_series(1, 1000) n, unnest('{tool,model,execution}'::text[]) kind;
    insert into feedback (execution_id, rating, updated_at) select id, 'up', created_at from executions;
    insert into messages (id, conversation_id, author, content)
    select gen_random_uuid(), id, 'user', 'm' from conversations;
    insert into message_postings (term, first, last, members)
    select case n % 100 when 7 then 'needle' else 'hay' || n end, n, n, '{0}' from generate_series(1, 3000) n;
    insert into steps (execution_id, key, position, kind, status, attempt, name, input, input_tokens, output_tokens,
                       model_calls, tool_calls, cost, ended_at)
    select id, 'k', 1, 'model', 'completed', 1, '', '{}', 0, 0, 0, 0, 0, now() from executions;
    insert into events (execution_id, sequence, kind, data) select id, 1, 'common', '{}' from executions;
    insert into instructions (digest, text) select n::text, 't' from generate_series(1, 3000) n;
    insert into decisions (id, record) select gen_random_uuid(), '{}' from executions;
    insert into misroutes (id, decision_id, note) select gen_random_uuid(), id, 'n' from decisions;
    insert into routing_agents (digest, fields) select n::text, '{}' from generate_series(1, 3000) n;
    insert into routing_lessons (digest, pairs) select n::text, '[]' from generate_series(1, 3000) n;
    insert into routing_releases (id, number, digest, status, author, reason, agents, lessons, rules, changes,
                                  change_count, edits, working, published_at)
    select gen_random_uuid(), n, n::text, case n when 3000 then 'published' else 'retired' end, 'person', '',
           array[n::text], array[n::text], '{}', '[]', 0, '[]', true, now()
      from generate_series(1, 3000) n;
    insert into golden_cases (id, message_hash, text, note, source)
    select gen_random_uuid(), n::text, 't', '', 'person' from generate_series(1, 3000) n;
    insert into agents (id, origin, definition, revision)
    select n::text, 'user', '{}', n from generate_series(1, 3000) n;
    insert into agent_tombstones (id, revision) select n::text, n from generate_series(3001, 6000) n;
    insert into idempotency_keys (key, request_hash) select n::text, 'h' from generate_series(1, 3000) n;
    insert into access_tokens (id, kind, name, digest, scopes)
    select gen_random_uuid(), 'key', 'n', n::text::bytea, '{}' from generate_series(1, 3000) n;
    insert into approvals (id, execution_id, step_key, agent_id, tool, origin, arguments, argument_hash, reason,
                           status, expires_at, decided_at)
    select gen_random_uuid(), id, 'k', 'a', 't', 'builtin', '{}', 'h', 'r', 'used', now(), now() from executions;
    insert into approval_grants (agent_id, tool) select n::text, 't' from generate_series(1, 3000) n;
    insert into credentials (id, name, description, key_id, sealed)
    select gen_random_uuid(), n::text, '', 'old', decode(repeat('00', 40), 'hex') from generate_series(1, 3000) n;
    insert into mcp_enablements (server_id, server_name, enabled)
    select gen_random_uuid(), 'n', true from generate_series(1, 3000) n;
    insert into rates (subject, hits) select n::text, array[now()] from generate_series(1, 3000) n;
    insert into plugin_notes.notes (id, title, title_key, lines, deleted_at)
    select gen_random_uuid(), 't', n::text, '{}', case when n % 20 = 7 then now() end from generate_series(1, 3000) n;
    insert into plugin_notes.note_calls (call_id, note_id)
    select n::text, gen_random_uuid() from generate_series(1, 3000) n;
    insert into plugin_notes.note_changes (id, note_id, left_at)
    select gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, 3000) n;
    insert into documents (id, title, content, call_id, status, passages, embedded, embedded_with)
    select ('00000000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid, 't', 'c', n::text, 'ready', 1,
           case when n = 8 then 0 else 1 end, 'space'
      from generate_series(1, 3000) n;
    insert into passages (id, document_id, position, heading, start_at, end_at, text)
    select id, id, 0, '', 0, 1, 'c' from documents;
    insert into passage_terms (term, document_id, size, positions, counts)
    select case when right(id::text, 2) = '07' then 'needle' else 'hay' || right(id::text, 4) end, id, 1, '{0}', '{1}'
      from documents;
    insert into passage_embeddings (passage_id, document_id, model, dimensions, embedding)
    select id, id, 'space', 2, '[0,1]' from documents;
    insert into knowledge_scopes (scope, last_number, folded) values ('user', 90000, 1000000);
    insert into knowledge_changes (id, scope, position, kind, count, author, source, tainted, call_id)
    select gen_random_uuid(), 'user', n, 'created', 1, 'agent', '', false, n::text from generate_series(1, 3000) n;
    insert into knowledge_entities (scope, number, id, name, entity_type, name_key, terms)
    select 'user', n * 10, gen_random_uuid(), 'n' || n * 10, 't', n * 10, '{t}' from generate_series(1, 3000) n;
    insert into knowledge_observations (scope, number, id, entity, content, terms, author, source, tainted, created_at)
    select 'user', n * 10 + 1, gen_random_uuid(), n * 10, 'observed ' || n, '{observ}', 'agent', '', false, now()
      from generate_series(1, 3000) n;
    insert into knowledge_relations (scope, number, id, from_name, to_name, relation_type, from_key, to_key)
    select 'user', n * 10 + 2, gen_random_uuid(), 'n' || n * 10, 'n' || n * 10 + 10, 'r', n * 10, n * 10 + 10
      from generate_series(1, 3000) n;
    insert into knowledge_postings (gram, block, size, members)
    select md5(n::text), n, 1, ARRAY[n * 10] from generate_series(1, 3000) n;
    insert into knowledge_postings (gram, block, size, members)
    select gram, 1, 2, '{20, 31}' from unnest('{nee,edl,dle,\uffff\uffff\uffffneedle}'::text[]) gram;
    insert into swarms (id, name, goal, limits, mails)
    select 's' || n, 'n', '', '{}', 0 from generate_series(1, 2000) n;
    update swarms set mails = 3000, residents = 2000 where id = 's1';
    insert into residents (id, swarm_id, name, name_key, role, guidance, depth, tools, context_window, color, icon)
    select 'r' || n || '@s1', 's1', 'R' || n, 'r' || n, '', '', 1, '{}', 9, '', '' from generate_series(1, 2000) n;
    insert into rooms (id, swarm_id, kind, name, key, mails)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 's1', 'group', 'n', '#' || n, 1
      from generate_series(1, 2000) n;
    insert into room_members (swarm_id, room_id, member_id)
    select 's1', id, member_id
      from rooms, unnest(array['person', 'r' || right(key, -1) || '@s1', 'r1@s1']) as member_id
     where key <> '#1' and (member_id <> 'r1@s1' or right(key, -1)::integer <= 20);
    insert into mails (id, swarm_id, room_id, position, sender_id, by_person, content, cause_id, root_id, hop,
                       mentions, expects_reply, tainted, sent_at)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 's1',
           ('00000000-0000-7000-8000-' || lpad((n % 1000 + 2)::text, 12, '0'))::uuid, n,
           'r' || n % 1000 + 2 || '@s1', false, 'x',
           case when n > 1 then ('00000000-0000-7000-9000-' || lpad((n - 1)::text, 12, '0'))::uuid end,
           '00000000-0000-7000-9000-000000000001', n, '{}', n % 3 = 0, false, now() - (3001 - n) * interval '1 minute'
      from generate_series(1, 3000) n;
    insert into deliveries (mail_id, recipient_id, swarm_id, room_id, position, wakes, status)
    select mails.id, member_id, 's1', mails.room_id, position, member_id = 'r1@s1',
           case when member_id = 'r1@s1' or position > 2990 then 'unread' else 'read' end
      from mails join room_members on room_members.user_id = mails.user_id and room_members.room_id = mails.room_id
     where member_id <> sender_id;
    insert into conversations (id, agent_id, mode, thread_key, title, resident_id)
    select ('00000000-0000-7000-a000-' || lpad(right(name_key, -1), 12, '0'))::uuid, id, 'direct', 'resident:' || id,
           'n', id
      from residents;
    insert into executions (id, conversation_id, message, mode, requested_agent, agent_id, status, ended_at)
    select ('00000000-0000-7000-b000-' || lpad(n::text, 12, '0'))::uuid,
           ('00000000-0000-7000-a000-' || lpad((n % 2000 + 1)::text, 12, '0'))::uuid, 'm', 'direct',
           'r' || n % 2000 + 1 || '@s1', 'r' || n % 2000 + 1 || '@s1',
           case when n <= 20 then 'pending' else 'completed' end,
           case when n > 20 then now() - interval '1 year' end
      from generate_series(1, 4000) n;
    insert into resident_turns (execution_id, swarm_id, resident_id, woken_by, unfinished)
    select ('00000000-0000-7000-b000-' || lpad(n::text, 12, '0'))::uuid, 's1', 'r' || n % 2000 + 1 || '@s1', 'manual',
           n <= 20
      from generate_series(1, 4000) n;
    insert into schedules (id, name, every_seconds, timezone, action, missed, overlap, next_at)
    select ('00000000-0000-7000-d000-' || lpad(n::text, 12, '0'))::uuid, 'n', 60, 'UTC', '{}', 'once', 'skip',
           now() + (n - 5) * interval '1 minute'
      from generate_series(1, 1000) n;
    insert into reminders (id, text, due_at, timezone, language, call_id, changed_by)
    select ('00000000-0000-7000-f000-' || lpad(n::text, 12, '0'))::uuid, 'n', now() + (n - 5) * interval '1 minute',
           'UTC', 'en', 'call ' || n, 'change ' || n
      from generate_series(1, 1000) n;
    insert into tasks (id, number, title, description, folded, supervised, rank, status, due_at, tags, position,
                       schedule_id, call_id, completed_at)
    select ('00000000-0000-7000-c000-' || lpad(n::text, 12, '0'))::uuid, n, 't', '', 't', false, n % 4,
           (array['todo', 'doing', 'review', 'done', 'paused', 'cancelled'])[n % 6 + 1],
           case when n % 3 > 0 then now() + (n - 2000) * interval '1 hour' end, '{}', n,
           ('00000000-0000-7000-d000-' || lpad((n % 1000 + 1)::text, 12, '0'))::uuid, n::text,
           case when n % 6 = 3 then now() end
      from generate_series(1, 10000) n;
    insert into task_dependencies (task_id, depends_on)
    select ('00000000-0000-7000-c000-' || lpad(n::text, 12, '0'))::uuid,
           ('00000000-0000-7000-c000-' || lpad((n + 1)::text, 12, '0'))::uuid
      from generate_series(1, 9000) n where n % 10 < 9;
    insert into task_comments (id, task_id, author, kind, content)
    select gen_random_uuid(), id, 'p', 'comment', 'c' from tasks;
    insert into conversations (id, agent_id, mode, thread_key, title, task_id)
    select id, 'a', 'direct', 'task:' || id, 't', id from tasks where number <= 3000;
    insert into executions (id, conversation_id, message, mode, status, ended_at)
    select ('00000000-0000-7000-c100-' || lpad(number::text, 12, '0'))::uuid, id, 'm', 'direct', 'completed',
           now() - interval '1 year'
      from tasks where number <= 3000;
    insert into task_runs (execution_id, task_id, instructions, tainted)
    select ('00000000-0000-7000-c100-' || lpad(number::text, 12, '0'))::uuid, id, '', false
      from tasks where number <= 3000;
    insert into schedule_runs (id, schedule_id, due_at, execution_id, status, by_hand)
    select gen_random_uuid(), ('00000000-0000-7000-d000-' || lpad((n % 100 + 1)::text, 12, '0'))::uuid,
           now() - n * interval '1 minute', ('00000000-0000-7000-c100-' || lpad(n::text, 12, '0'))::uuid, 'fired', false
      from generate_series(1, 3000) n;
"""


@contextmanager
def filled(postgres, template, *, statistics):
    """A database with thousands of rows of one user among those of another."""
    name = f"large_{uuid7().replace('-', '')}"
    urls = postgres.create(name, template=template)
    users = uuid7(), uuid7()
    with psycopg.connect(urls.owner, autocommit=True) as connection:
        for (table,) in connection.execute("select tablename from pg_tables where schemaname = 'public'").fetchall():
            connection.execute(sql.SQL("alter table {} set (autovacuum_enabled = false)").format(sql.Identifier(table)))
    for user in users:
        with psycopg.connect(urls.app) as connection:
            add_user(connection, user)
            connection.execute(FILL)
    if statistics:
        with psycopg.connect(urls.owner, autocommit=True) as connection:
            connection.execute("analyze")
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, false)", (users[0],))
        connection.commit()
        yield connection
    postgres.drop(name)


@pytest.fixture(scope="module")
def large(postgres, database_template):
    """A large database that knows how large it is."""
    with filled(postgres, database_template, statistics=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def sudden(postgres, database_template):
    """A database that has become large so quickly that no statistics have been gathered yet."""
    with filled(postgres, database_template, statistics=False) as connection:
        yield connection


@pytest.mark.parametrize(("noun", "name", "parameters"), CASES)
def test_the_query_reads_few_rows(large, noun, name, parameters):
    check(large, noun, name, parameters)


@pytest.mark.parametrize(("noun", "name", "parameters"), [case for case in CASES if case[0] in HASTY])
def test_a_swarms_query_reads_few_rows_also_before_there_are_statistics(sudden, noun, name, parameters):
    check(sudden, noun, name, parameters)


def check(large, noun, name, parameters):
    queries = Queries(noun if noun.startswith("bailiwick_skills.") else f"bailiwick.{noun}")
    explain = sql.SQL("explain (analyze, format json) ").as_bytes(large) + queries[name].sql.encode()
    try:
        plan = psycopg.ClientCursor(large).execute(explain, parameters).fetchone()[0]
    finally:
        large.rollback()
    assert rows_read(plan[0]["Plan"]) <= 300


def rows_read(node):
    """How many rows the scans of a plan touched, whether they kept them or not."""
    own = 0
    if "Scan" in node["Node Type"] and "Relation Name" in node:
        dropped = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        own = (node["Actual Rows"] + dropped) * node["Actual Loops"]
    return own + sum(rows_read(child) for child in node.get("Plans", []))


@pytest.mark.parametrize(
    "query", ["select * from plugin_notes.notes where title = 'x'", "select * from events order by id limit 1"]
)
def test_the_check_notices_a_query_that_reads_everything(large, query):
    plan = large.execute(f"explain (analyze, format json) {query}").fetchone()[0]
    large.rollback()
    assert (rows_read(plan[0]["Plan"]) > 300) == ("notes" in query)
