"""A browser tab follows all executions of its person, wherever they run."""

import asyncio
from contextlib import aclosing

from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.platform import Working
from bailiwick.runs.actions import Executions
from support.running import person, running, script

TALE = "Once upon a time there was a lighthouse keeper who counted the waves until morning came."
STORY = f"""
[[turn]]
text = "{TALE}"
pace = 6.0
wait = "for the end"
"""


def test_the_text_of_executions_that_run_elsewhere_comes_as_it_is_written(own_database, tmp_path):
    async def story():
        model = script(tmp_path, STORY)
        async with (
            running(own_database.owner, tmp_path, model=model) as worker,
            running(own_database.owner, tmp_path, model=model, mode=Working.NO) as other,
        ):
            someone = await person(worker)
            texts, seen, pieces, over = {}, [], 0, set()
            async with aclosing(other[Streams].follow_user(someone.id)) as items, asyncio.timeout(60):
                assert (await anext(items)).kind == "hello"
                ids = {
                    (await someone.submit(f"tell story {n}", agent_id=agent)).id
                    for n, agent in enumerate(["ami-creative", "toby-technical", "peter-logical"])
                }
                while over != ids:
                    item = await anext(items)
                    if item.kind == "agent.stream":
                        pieces += 1
                        told = item.data["executionId"]
                        texts[told] = texts.get(told, "")[: item.data["offset"]] + item.data["text"]
                        if texts[told] == TALE:
                            # The model never says that it is done: all this was heard while it spoke.
                            await worker[Executions].cancel(someone.id, told)
                    else:
                        seen.append(item)
                    if item.kind == "done":
                        over.add(item.data["executionId"])
        assert texts == dict.fromkeys(ids, TALE)
        assert pieces > len(ids), "a text that comes in one piece did not come as it was written"
        assert not [item for item in seen if item.kind == "model-response"]
        assert len({item.data["id"] for item in seen}) == len(seen)

    asyncio.run(story())
