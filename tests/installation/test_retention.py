"""What is old is deleted, what is at work, pinned, unread or new is not, and figures stay."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bailiwick import app
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.features.conversations.retention import OldConversations
from bailiwick.features.installation.actions import delete_old
from bailiwick.features.installation.ageing import ageing_kinds
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.kernel.settings import Settings
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.feedback_store import FeedbackStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.turns import Rating
from bailiwick_router.core.decisions import Mode
from support.stored_swarm import StoredSwarm

NOW = datetime.now(UTC)


async def delete_everything_old(stores, user, metric_days=None):
    """Delete what is older than a month, figures apart."""
    for kind in ageing_kinds(stores, Settings(), app.FEATURES):
        await delete_old(kind, metric_days if kind.kind == "metrics" else 30, user)


async def thread(stores, user, name, *, age_days=0.0, finished=True, pinned=False):
    """A thread with one rated execution, as if made so many days ago."""
    conversation = await stores[ConversationStore].create(user, "notes", Mode.DIRECT, title=name)
    execution = await stores[ExecutionStore].create(user, conversation.id, name, Mode.DIRECT, "notes")
    if finished:
        await stores[ExecutionStore].claim(user, execution.id)
        await stores[ExecutionStore].finish(
            user, execution.id, 1, ExecutionStatus.COMPLETED, usage=Usage(input_tokens=5), answer="Done."
        )
        await stores[FeedbackStore].give(user, execution.id, Rating.UP, None)
    if pinned:
        await stores[ConversationStore].update(user, conversation.id, pinned=True)
    async with stores.database.as_user(user) as connection:
        age = timedelta(days=age_days)
        await connection.execute(
            "update conversations set updated_at = updated_at - $1::interval where id = $2", age, conversation.id
        )
        await connection.execute(
            "update executions set ended_at = ended_at - $1::interval, started_at = started_at - $1, agent_id = 'notes'"
            " where id = $2",
            age,
            execution.id,
        )
        await connection.execute(
            "update feedback set updated_at = updated_at - $1::interval where execution_id = $2", age, execution.id
        )
    return conversation.id


async def titles(stores, user):
    return {conversation.title for conversation in await stores[ConversationStore].list(user)}


def test_old_threads_go_unless_pinned_or_at_work_and_their_figures_stay(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for number in range(3):
            await thread(stores, user, f"old {number}", age_days=60)
        await thread(stores, user, "pinned", age_days=60, pinned=True)
        await thread(stores, user, "at work", age_days=60, finished=False)
        await thread(stores, user, "new")
        edges = (NOW - timedelta(days=90), datetime.now(UTC) + timedelta(minutes=1))

        async def figures():
            found = {}
            for kind in (MetricKind.ALL, MetricKind.EXECUTION, MetricKind.FEEDBACK):
                for one in await stores[MetricStore].sums(user, kind, edges):
                    sums = replace(one.sums, milliseconds=round(one.sums.milliseconds, 6))
                    found[kind, one.agent, one.subject] = sums
            return found

        before = await figures()
        assert before[MetricKind.ALL, "", ""].count == before[MetricKind.FEEDBACK, "notes", "up"].count == 5
        assert await stores[OldConversations].count(user, NOW - timedelta(days=30)) == 0
        while await stores[MetricStore].roll(user, hours=2000):
            pass
        assert await stores[OldConversations].count(user, NOW - timedelta(days=30)) == 3
        assert await titles(stores, user) >= {"old 0", "old 1", "old 2"}
        await delete_everything_old(stores, user)
        assert await titles(stores, user) == {"pinned", "at work", "new"}
        assert await figures() == before
        await delete_everything_old(stores, user)
        await stores[MetricStore].roll(user)
        assert await figures() == before

    stores_run(story)


def test_nothing_is_deleted_that_is_not_summed_up_yet(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await thread(stores, user, "old", age_days=60)
        await delete_everything_old(stores, user)
        assert await titles(stores, user) == {"old"}

    stores_run(story)


def test_mail_goes_when_everybody_has_read_it_also_from_under_its_answers(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        swarm = await StoredSwarm.found(stores, user, "Ana", "Ben", swarm="Old")
        first = await swarm.write("ana", "ben", "Read by all")
        await swarm.write("ben", "ana", "An answer", cause_id=first.id)
        async with stores.database.as_user(user) as connection:
            await connection.execute("update mails set sent_at = sent_at - interval '60 days'")
            await connection.execute("update deliveries set status = 'read' where mail_id = $1", first.id)
            await connection.execute("update deliveries set status = 'unread' where mail_id <> $1", first.id)
        while await stores[MetricStore].roll(user, hours=2000):
            pass
        await delete_everything_old(stores, user)
        (left,) = await stores[MailStore].list(user, swarm.id)
        assert (left.content, left.cause_id) == ("An answer", None)

    stores_run(story)


def test_figures_go_by_whole_days(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for age in (200, 10):
            await thread(stores, user, f"{age} days", age_days=age)
        while await stores[MetricStore].roll(user, hours=6000):
            pass
        async with stores.database.as_user(user) as connection:
            await connection.execute("delete from conversations where title = '200 days'")
        edges = (NOW - timedelta(days=300), NOW)
        assert [one.sums.count for one in await stores[MetricStore].sums(user, MetricKind.ALL, edges)] == [2]
        await delete_everything_old(stores, user, metric_days=100)
        assert [one.sums.count for one in await stores[MetricStore].sums(user, MetricKind.ALL, edges)] == [1]

    stores_run(story)
