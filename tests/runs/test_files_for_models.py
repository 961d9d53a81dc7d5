"""What models are given of files: the bytes on the wire of each provider, and what those are told that cannot see."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import BinaryContent, ModelRequest, UserPromptPart

from bailiwick.features.conversations.commands import kept_file
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.counting import PICTURE, size_of
from bailiwick.people.store import AccessStore
from bailiwick.runs.actions import Executions
from bailiwick.runs.files.actions import Files
from bailiwick.runs.files.given import MOST_PICTURES
from bailiwick.runs.files.records import MOST_PICTURE_BYTES, MOST_TEXT, TOO_LARGE
from bailiwick.runs.records import Execution
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick.tools.documents.apart import TOO_HARD, ApartReader
from bailiwick.tools.documents.records import ReadText
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.files import pdf, png, scanned_pdf
from support.providers import Answer, ProviderServer
from support.running import Person, person, running

PHOTO = png(640, 480)
IN_BASE64 = base64.b64encode(PHOTO).decode()
LEASE = pdf([["Tenancy agreement", "", "The notice period is three months."]])
SCAN = scanned_pdf()
AGENT = "ami-creative"
ASKED = "Write a poem about this."
SEEING = {
    "openai-chat": "openai-chat:gpt-4o",
    "openai-responses": "openai-responses:gpt-4o",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-2.5-flash",
    "ollama": "ollama:seeing-model",
}
BLIND = "ollama:local-model"


@asynccontextmanager
async def talking(
    owner_url: str, home: Path, model: str, *answers: Answer
) -> AsyncGenerator[tuple[Person, ProviderServer]]:
    """Open a platform whose providers are all one local server, with a person in it."""
    with ProviderServer(*answers) as server:
        local = {
            "openai_base_url": server.openai_url,
            "openai_api_key": "key",
            "anthropic_base_url": server.url,
            "anthropic_api_key": "key",
            "google_base_url": server.url,
            "google_api_key": "key",
        }
        server.about = {"seeing-model": {"capabilities": ["completion", "vision"]}}
        server.models = ("local-model", "seeing-model")
        async with running(owner_url, home, ollama=server.url, model=model, **local) as platform:
            yield await person(platform), server


async def ask(somebody: Person, message: str, *files: tuple[str, bytes], **options: Any) -> Execution:
    """Send files with a message to an agent and return the execution, which completed."""
    kept = [await somebody.platform[Files].upload(somebody.id, name, content) for name, content in files]
    execution = await somebody.ask(message, files=[each.id for each in kept], agent_id=AGENT, **options)
    assert execution.status == "completed", execution.failure
    return execution


def last_call(server: ProviderServer) -> str:
    """Return the body of the last call of a model, as JSON."""
    return json.dumps([each.body for each in server.requests if each.method == "POST"][-1], ensure_ascii=False)


def picture_parts(body: Any) -> list[Any]:
    """Return what a call holds of pictures, as providers write them."""
    found: list[Any] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            kind = value.get("type")
            if (
                kind in ("image_url", "input_image")
                or (kind == "image" and "source" in value)
                or "inlineData" in value
                or "inline_data" in value
            ):
                found.append(value)
            for each in value.values():
                look(each)
        elif isinstance(value, list):
            for each in value:
                look(each)

    look(body)
    return found


@pytest.mark.parametrize("provider", SEEING)
def test_a_picture_reaches_each_provider_in_its_own_format(own_database, tmp_path, provider):
    async def story() -> tuple[Any, Execution]:
        async with talking(own_database.owner, tmp_path, SEEING[provider]) as (somebody, server):
            execution = await ask(somebody, ASKED, ("photo.png", PHOTO))
            return json.loads(last_call(server)), execution

    body, execution = asyncio.run(story())
    [part] = picture_parts(body)
    data = f"data:image/png;base64,{IN_BASE64}"
    match provider:
        case "openai-chat" | "ollama":
            assert part["image_url"]["url"] == data
        case "openai-responses":
            assert part["image_url"] == data
        case "anthropic":
            assert part["source"] == {"type": "base64", "media_type": "image/png", "data": IN_BASE64}
        case _:
            inline = part.get("inlineData") or part["inline_data"]
            assert inline.get("mimeType") or inline["mime_type"] == "image/png"
            assert base64.b64decode(inline["data"].replace("-", "+").replace("_", "/")) == PHOTO
    assert "A picture, photo.png, 640 × 480" in json.dumps(body, ensure_ascii=False)
    [step] = [each for each in execution.steps if each.kind == "model"]
    assert [(each["file"], each["as"]) for each in step.input["files"]] == [(execution.files[0], "picture")]


def test_a_model_that_cannot_see_is_told_so_and_the_turn_says_it(own_database, tmp_path):
    async def story() -> tuple[str, Any]:
        async with talking(own_database.owner, tmp_path, BLIND) as (somebody, server):
            execution = await ask(somebody, ASKED, ("photo.png", PHOTO), ("scan.pdf", SCAN), ("Lease.pdf", LEASE))
            [turn] = await somebody.platform.stores[TurnStore].of(somebody.id, [execution.id])
            return last_call(server), turn

    said, turn = asyncio.run(story())
    assert IN_BASE64 not in said
    assert "A picture, photo.png, 640 × 480" in said
    assert "This model cannot see pictures." in said
    assert "The notice period is three months." in said, "the document was read for it"
    assert [(each.filename, each.unseen) for each in turn.files] == [
        ("photo.png", True),
        ("scan.pdf", True),
        ("Lease.pdf", False),
    ]


def test_a_pdf_of_pictures_goes_as_it_is_to_a_model_that_reads_them(own_database, tmp_path):
    async def story() -> tuple[str, Any]:
        async with talking(own_database.owner, tmp_path, SEEING["anthropic"]) as (somebody, server):
            execution = await ask(somebody, ASKED, ("scan.pdf", SCAN))
            [turn] = await somebody.platform.stores[TurnStore].of(somebody.id, [execution.id])
            return last_call(server), turn

    said, turn = asyncio.run(story())
    assert '"type": "document"' in said
    assert base64.b64encode(SCAN).decode() in said
    [file] = turn.files
    assert (file.unseen, file.why) == (False, None), "the person is not told that it could not be read"


def test_pictures_of_one_message_for_which_there_is_no_room_are_said_to_be_left_out(own_database, tmp_path):
    async def story() -> str:
        async with talking(own_database.owner, tmp_path, SEEING["openai-chat"]) as (somebody, server):
            await ask(somebody, ASKED, *[(f"photo{n}.png", png(100 + n, 50)) for n in range(MOST_PICTURES + 1)])
            return last_call(server)

    said = asyncio.run(story())
    assert len(picture_parts(json.loads(said))) == MOST_PICTURES
    assert f"A picture, photo{MOST_PICTURES}.png, {100 + MOST_PICTURES} × 50. It is not shown, because" in said
    assert "It was sent before" not in said


def test_what_a_person_may_keep_in_all_holds_for_uploads_at_the_same_time_and_for_copies(own_database, tmp_path):
    async def story() -> tuple[list[Any], str | None]:
        async with running(own_database.owner, tmp_path, chat_files_mb=1) as platform:
            somebody = await person(platform)
            content = b"word " * 130_000
            uploads = (platform[Files].upload(somebody.id, "long.txt", content) for _ in range(4))
            kept = await asyncio.gather(*uploads, return_exceptions=True)
            [file] = [each for each in kept if not isinstance(each, BaseException)]
            await somebody.ask("What is 2 + 3?", files=[file.id], agent_id="ski")
            with pytest.raises(InvalidInput, match="larger than 1 MB") as copied:
                await somebody.submit("What is 2 + 3?", files=[file.id])
            return [each for each in kept if isinstance(each, BaseException)], copied.value.field

    refused, field = asyncio.run(story())
    assert [type(each) for each in refused] == [InvalidInput] * 3
    assert field == "files"


def test_a_long_text_is_cut_and_said_to_be(own_database, tmp_path):
    async def story() -> tuple[str, Any]:
        async with talking(own_database.owner, tmp_path, BLIND) as (somebody, server):
            long = ("word " * (MOST_TEXT // 5 + 200)).encode()
            execution = await ask(somebody, ASKED, ("long.txt", long), ("short.csv", b"a;b\n1;2\n"))
            [turn] = await somebody.platform.stores[TurnStore].of(somebody.id, [execution.id])
            return last_call(server), turn

    said, turn = asyncio.run(story())
    assert f"Only the first {MOST_TEXT - 8:,} of {MOST_TEXT + 1000:,} characters" in said
    assert "a;b\\n1;2" in said
    assert [each.left_out for each in turn.files] == [1008, 0]


def test_later_turns_see_the_latest_pictures_and_are_told_of_older_ones(own_database, tmp_path):
    async def story() -> tuple[list[str], list[Execution]]:
        async with talking(own_database.owner, tmp_path, SEEING["openai-chat"]) as (somebody, server):
            executions = [await ask(somebody, ASKED, (f"photo{n}.png", png(100 + n, 50))) for n in range(4)]
            executions.append(await ask(somebody, "Write a poem about the last one."))
            return [last_call(server)], executions

    [said], executions = asyncio.run(story())
    body = json.loads(said)
    assert len(picture_parts(body)) == 3
    assert "A picture, photo0.png, 100 × 50. It was there before, and is not shown again." in said
    assert len({each.conversation_id for each in executions}) == 1


def test_a_picture_alone_is_a_message_to_a_model(own_database, tmp_path):
    async def story() -> tuple[str, Execution]:
        async with talking(own_database.owner, tmp_path, SEEING["openai-chat"]) as (somebody, server):
            kept = await somebody.platform[Files].upload(somebody.id, "photo.png", PHOTO)
            thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
            execution = await somebody.ask("", files=[kept.id], conversation_id=thread.id)
            return last_call(server), execution

    said, execution = asyncio.run(story())
    assert execution.status == "completed", execution.failure
    assert IN_BASE64 in said


def test_the_bytes_are_neither_in_the_journal_nor_in_the_history(own_database, tmp_path):
    async def story() -> list[Any]:
        async with talking(own_database.owner, tmp_path, SEEING["openai-chat"]) as (somebody, _):
            execution = await ask(somebody, ASKED, ("photo.png", PHOTO))
            async with somebody.platform.database.as_user(somebody.id) as connection:
                cursor = await connection.cursor("SELECT model_messages::text AS said FROM executions")
                history = [row["said"] for row in await cursor.fetch(10)]
            whole = await somebody.platform[Executions].get(somebody.id, execution.id)
            return [*history, *(str(each) for each in whole.steps)]

    for each in asyncio.run(story()):
        assert IN_BASE64[:40] not in each


def test_a_picture_counts_like_its_tokens_and_not_like_its_bytes():
    def counted(*more: Any) -> int:
        messages = [ModelRequest(parts=[UserPromptPart(content=["Hello", *more])])]
        return size_of(Question(model="x", instructions="", messages=messages)).total

    more = counted(BinaryContent(bytes(3_000_000), media_type="image/png")) - counted()
    assert more == PICTURE


def test_a_file_that_is_not_there_is_named_by_the_terminal(own_database, tmp_path):
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            somebody = await person(platform)
            user = await platform.stores[AccessStore].user(somebody.id)
            notes = tmp_path / "notes.txt"
            notes.write_text("Three months.", encoding="utf-8")
            kept = await kept_file(platform, user, notes)
            assert (await platform[Files].named(somebody.id, kept)).filename == "notes.txt"
            with pytest.raises(InvalidInput, match=r"absent\.txt cannot be read"):
                await kept_file(platform, user, tmp_path / "absent.txt")

    asyncio.run(story())


def test_a_picture_that_is_too_large_for_models_is_said_to_be(own_database, tmp_path):
    large = png(640, 480) + b"\0" * MOST_PICTURE_BYTES

    async def story():
        async with talking(own_database.owner, tmp_path, SEEING["openai-chat"]) as (somebody, server):
            execution = await ask(somebody, ASKED, ("wall.png", large), ("photo.png", PHOTO))
            (turn,) = await somebody.platform.stores[TurnStore].of(somebody.id, [execution.id])
            return last_call(server), turn

    said, turn = asyncio.run(story())
    assert "It is too large to be shown to a model. Say so." in said
    wall, photo = turn.files
    assert (wall.unseen, wall.why) == (True, TOO_LARGE)
    assert (photo.unseen, photo.why) == (False, None)


def test_a_file_that_was_not_read_in_time_is_read_with_the_next_message(own_database, tmp_path):
    read = ApartReader()
    late = [CallFailed(ErrorClass.TIMEOUT, TOO_HARD)]

    async def reader(content: bytes, media_type: str) -> ReadText:
        if late:
            raise late.pop()
        return await read(content, media_type)

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            user = await person(platform)
            files = Files(platform.database, platform.stores, reader, file_mb=1, total_mb=1, most=1)
            kept = await files.upload(user.id, "lease.pdf", LEASE)
            return [(await files.made_readable(user.id, [kept.id]))[0] for _ in range(2)]

    first, second = asyncio.run(story())
    assert (first.characters, first.why) == (None, TOO_HARD)
    assert second.characters
    assert second.why is None
