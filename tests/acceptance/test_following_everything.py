"""A browser tab follows all executions of its person, wherever they run."""

import asyncio
from contextlib import aclosing

from bailiwick.wiring import Working
from support.running import person, running, script

STORY = """
[[turn]]
text = "Once upon a time there was a lighthouse keeper who counted the waves until morning came."
pace = 60.0
"""


def test_the_text_of_executions_that_run_elsewhere_comes_as_it_is_written(database_urls, tmp_path):
    async def story():
        model = script(tmp_path, STORY)
        async with (
            running(database_urls.owner, tmp_path, model=model) as worker,
            running(database_urls.owner, tmp_path, model=model, mode=Working.NO) as other,
        ):
            someone = await person(worker)
            texts, seen, pieces = {}, [], 0
            async with aclosing(other.streams.follow_user(someone.id)) as items, asyncio.timeout(60):
                assert (await anext(items)).kind == "hello"
                ids = {(await someone.submit(f"tell story {n}", agent_id=agent)).id
                       for n, agent in enumerate(["ami-creative", "toby-technical", "peter-logical"])}  # fmt: skip
                over = set()
                while over != ids:
                    item = await anext(items)
                    if item.kind == "agent.stream":
                        pieces += 1
                        key = item.data["executionId"], item.data["call"]
                        texts[key] = texts.get(key, "")[: item.data["offset"]] + item.data["text"]
                    else:
                        seen.append(item)
                    if item.kind == "done":
                        over.add(item.data["executionId"])
        answers = {
            (item.data["executionId"], item.data["data"]["call"]): item.data["data"]["text"]
            for item in seen if item.kind == "model-response"
        }  # fmt: skip
        assert texts == answers
        assert len(answers) == 3
        assert pieces > 9
        assert len({item.data["id"] for item in seen}) == len(seen)

    asyncio.run(story())
