def test_smoke(new_user_id, stores_run):
    from bailiwick.core.agents import Agent
    from bailiwick.core.decisions import Mode
    from bailiwick.core.conversations import Author
    from bailiwick.core.executions import ExecutionStatus, Step, StepKind, StepStatus, Usage
    from bailiwick.core.events import DirectExecuted
    async def story(stores):
        u = new_user_id()
        a = await stores.agents.save(u, Agent(id="x", name="X", tags=["a", "b"]))
        assert (await stores.agents.changes(u, 0)) == (1, [a], [])
        c = await stores.conversations.open(u, "x", Mode.DIRECT, title="t")
        assert c == await stores.conversations.open(u, "x", Mode.DIRECT, title="t")
        e = await stores.executions.create(u, c.id, "hello", Mode.DIRECT, "x")
        await stores.conversations.add_message(u, c.id, Author.USER, "hello", execution_id=e.id)
        e = await stores.executions.claim(u, e.id)
        s = await stores.executions.record(u, e.id, 1, Step(key="m:1", kind=StepKind.MODEL, agent_id="x", status=StepStatus.RUNNING, attempt=1))
        s = await stores.executions.record(u, e.id, 1, Step(key="m:1", kind=StepKind.MODEL, agent_id="x", status=StepStatus.COMPLETED, attempt=1, output={"b": 1, "a\0": "\ud800"}))
        print(s)
        f = await stores.events.append(u, [DirectExecuted(agent="x")], execution_id=e.id)
        assert f == await stores.events.since(u, e.id, 0)
        await stores.executions.finish(u, e.id, 1, ExecutionStatus.COMPLETED, usage=Usage(input_tokens=4), answer="yes", model_messages=[{"x": 1}])
        print(await stores.executions.get(u, e.id))
        print(await stores.executions.metrics(u))
        print(await stores.conversations.list(u, search="hell"))
        await stores.conversations.delete(u, c.id)
        print(await stores.notes.append(u, "Café", ["a"], call_id="1"))
        print(await stores.notes.append(u, "cafe", ["b"], call_id="2"))
        print(await stores.notes.append(u, "cafe", ["b"], call_id="2"))
        print(await stores.documents.create(u, "t", "c", call_id="1"))
    stores_run(story)
