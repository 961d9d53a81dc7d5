"""Documents, their passages and embeddings are kept whole, found, and their owner's only."""

import asyncio
import random

import pytest

from bailiwick.features.documents import passage_search
from bailiwick.features.documents.passage_points import PassagePoints
from bailiwick.features.documents.store import DocumentStore
from bailiwick.features.memory.observation_points import ObservationPoints
from bailiwick.features.memory.records import EntityDraft, ObservationDraft, Provenance, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.search_words import sought
from bailiwick.tools.documents.chunking import outline_of, passages_of
from bailiwick.tools.documents.records import DocumentSource, DocumentStatus, OriginalFile, ReadText

LEASE = "# Lease\n\n## Notice\n\nThe notice period is three months.\n\n## Deposit\n\nThe deposit is 1,800 euros."


def read_of(text, *, truncated=False):
    return ReadText(
        content=text, outline=tuple(outline_of(text)), passages=tuple(passages_of(text)), truncated=truncated
    )


async def kept(stores, user, title, text, language="en", **more):
    made = await stores[DocumentStore].create(user, title, text, **more)
    return await stores[DocumentStore].index(user, made.id, 1, read_of(text), language)


async def found(stores, user, query, **more):
    return [each.passage.text for each in await stores[DocumentStore].by_words(user, query, **more)]


def test_a_document_is_indexed_in_one_go_and_indexed_again_without_a_gap(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), stores[DocumentStore]
        made = await kept(stores, user, "Lease", LEASE, tags=["home"])
        assert (made.status, made.passages, made.language) == (DocumentStatus.READY, 2, "en")
        before = await documents.passages(user, made.id)
        assert [LEASE[each.start : each.end] for each in before] == [each.text for each in before]
        assert [each.heading for each in before] == ["Lease › Notice", "Lease › Deposit"]
        again = LEASE.replace("three", "six")
        await documents.change(user, made.id, content=again)
        marked = await documents.begin_indexing(user, made.id)
        assert marked.status is DocumentStatus.INDEXING
        assert await found(stores, user, "months") == [before[0].text]
        assert await documents.index(user, made.id, 1, read_of(again), "en") is None, "of an older revision"
        assert await documents.index(user, made.id, 2, read_of(again), "en")
        after = await documents.passages(user, made.id)
        assert after[0].id != before[0].id
        assert "six months" in after[0].text
        assert len(await found(stores, user, "three")) == 0
        text = await documents.text(user, made.id)
        assert (text.content, [each.heading for each in text.outline]) == (again, ["Lease", "Notice", "Deposit"])

    stores_run(story)


def test_passages_that_stay_keep_their_ids_and_embeddings(new_user_id, stores_run):
    async def story(stores):
        user, documents, embeddings = new_user_id(), stores[DocumentStore], stores[PassagePoints]
        made = await kept(stores, user, "Lease", LEASE)
        texts = await embeddings.missing(user, "space")
        assert texts[0].text.startswith("Lease\nLease › Notice\n")
        await embeddings.add(user, "space", texts, [[1.0, 0.0], [0.0, 1.0]])
        ids = [each.id for each in await documents.passages(user, made.id)]
        longer = LEASE + "\n\n## Pets\n\nA cat is welcome."
        await documents.change(user, made.id, content=longer)
        await documents.begin_indexing(user, made.id)
        await documents.index(user, made.id, 2, read_of(longer), "en")
        assert [each.id for each in await documents.passages(user, made.id)][:2] == ids
        [text] = await embeddings.missing(user, "space")
        assert "cat" in text.text
        await embeddings.add(user, "space", [text], [[0.6, 0.8]])
        assert (await documents.get(user, made.id, key="space")).embedded == 3
        assert (await documents.get(user, made.id, key="other")).embedded == 0
        progress = await embeddings.progress(user, "space")
        assert (progress.passages, progress.embedded, progress.pending) == (3, 3, 0)

    stores_run(story)


def test_another_embedder_makes_embeddings_stale_one_by_one(new_user_id, stores_run):
    async def story(stores):
        user, embeddings = new_user_id(), stores[PassagePoints]
        await kept(stores, user, "Lease", LEASE)
        await embeddings.begin(user, "one")
        await embeddings.add(user, "one", await embeddings.missing(user, "one"), [[1, 0], [0, 1]])
        await embeddings.begin(user, "two")
        stale = await embeddings.missing(user, "two")
        assert len(stale) == 2
        await embeddings.add(user, "two", stale[:1], [[1, 0, 0]])
        assert (await embeddings.progress(user, "two")).pending == 1
        assert len(await stores[DocumentStore].by_meaning(user, "two", [1, 0, 0])) == 1
        assert await embeddings.forget_all(user) == 2
        assert await stores[DocumentStore].by_meaning(user, "two", [1, 0, 0]) == []

    stores_run(story)


def test_words_are_found_in_their_forms_without_accents_and_by_their_beginning(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await kept(stores, user, "Lease", LEASE)
        await kept(stores, user, "Canción", "Los contratos se firman en el café.", "es")
        assert "notice period" in (await found(stores, user, "periods of notice"))[0]
        assert len(await found(stores, user, "contrato CAFE")) == 1
        assert len(await found(stores, user, "cancion")) == 1, "a title is found, too"
        assert len(await found(stores, user, "depo")) == 1
        assert len(await found(stores, user, "depo ")) == 0, "a word that has ended is no beginning"
        assert await found(stores, user, "the of and") == []
        assert await found(stores, user, "?!") == []
        assert await found(stores, user, "\U0001f600 zyzzyva") == []

    stores_run(story)


def test_phrases_must_stand_there_and_unwanted_words_must_not(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await kept(stores, user, "A", "The red house is old.")
        await kept(stores, user, "B", "The house is red and new.")
        assert await found(stores, user, '"red house"') == ["The red house is old."]
        assert await found(stores, user, "house -new") == ["The red house is old."]
        assert await found(stores, user, 'house -"red house"') == ["The house is red and new."]

    stores_run(story)


def test_a_rare_word_outweighs_a_common_one_and_a_heading_counts_more(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for n in range(8):
            await kept(stores, user, f"Report {n}", f"The budget of department {n}.")
        await kept(stores, user, "Plans", "# Aquarium\n\nIt opens in May.")
        await kept(stores, user, "Trip", "One afternoon at the aquarium and other places.")
        best = await found(stores, user, "aquarium budget")
        assert best[0].startswith("# Aquarium")
        assert best[1].startswith("One afternoon")

    stores_run(story)


def test_search_can_keep_to_a_document_or_a_tag(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), stores[DocumentStore]
        one = await kept(stores, user, "One", "apples and pears", tags=["fruit"])
        two = await kept(stores, user, "Two", "apples and nails", tags=["misc"])
        texts = await stores[PassagePoints].missing(user, "s")
        await stores[PassagePoints].add(user, "s", texts, [[1.0, 0.0], [0.8, 0.6]])
        for more, expected in (({"document_id": two.id}, two), ({"tag": "fruit"}, one)):
            assert [each.document.id for each in await documents.by_words(user, "apples", **more)] == [expected.id]
            near = await documents.by_meaning(user, "s", [1.0, 0.0], **more)
            assert [each.document.id for each in near] == [expected.id]

    stores_run(story)


def test_a_very_common_word_is_left_out_of_a_long_search(new_user_id, stores_run, monkeypatch):
    monkeypatch.setattr(passage_search, "MOST_PLACES", 4)

    async def story(stores):
        user = new_user_id()
        for n in range(6):
            await kept(stores, user, str(n), f"budget number{n}")
        [best] = await stores[DocumentStore].by_words(user, "budget number3")
        assert (best.passage.text, tuple(best.words)) == ("budget number3", ("number3",))
        assert len(await found(stores, user, "budget")) == 6

    stores_run(story)


def test_the_nearest_are_found_by_the_index_as_by_comparing_all(new_user_id, stores_run, monkeypatch):
    async def story(stores):
        user, other, random_numbers = new_user_id(), new_user_id(), random.Random(5)

        def point():
            raw = [random_numbers.gauss(0, 1) for _ in range(384)]
            length = sum(number * number for number in raw) ** 0.5
            return [number / length for number in raw]

        for who in (user, other):
            await kept(stores, who, "Many", "\n\n".join(f"# {n}\n\ntext {n}" for n in range(150)))
            while texts := await stores[PassagePoints].missing(who, "s"):
                await stores[PassagePoints].add(who, "s", texts, [point() for _ in texts])
        wanted = point()
        exact = await stores[DocumentStore].by_meaning(user, "s", wanted, limit=10)
        monkeypatch.setattr(passage_search, "EXACT_UP_TO", 10)
        indexed = await stores[DocumentStore].by_meaning(user, "s", wanted, limit=10)
        assert [each.score for each in exact] == sorted((each.score for each in exact), reverse=True)
        same = {each.passage.id for each in exact} & {each.passage.id for each in indexed}
        assert len(same) >= 9
        assert {each.passage.document_id for each in indexed} == {exact[0].passage.document_id}
        async with stores.database.as_user(user) as connection:
            for way in ("seqscan", "bitmapscan", "sort"):
                await connection.execute(f"set local enable_{way} = off")
            rows = await connection.fetch(
                "explain select passage_id from passage_embeddings where model = 's' and dimensions = 384"
                " order by embedding::vector(384) <#> $1::vector(384) limit 10",
                str(wanted),
            )
        assert "passage_embeddings_384" in str(rows), "row-level security lets the index be used"

    stores_run(story)


def test_observations_are_found_by_meaning_until_they_are_removed(new_user_id, stores_run):
    async def story(stores):
        user, said = new_user_id(), Provenance(author=WrittenBy.PERSON)
        await stores[KnowledgeStore].create_entities(
            user,
            [
                EntityDraft("Ana", "person", ("likes trains", "lives in Lisbon")),
                EntityDraft("Acme", "firm", ("sells nails",)),
            ],
            said,
        )
        texts = await stores[ObservationPoints].missing(user, "s")
        assert [text.text for text in texts] == ["Ana: likes trains", "Ana: lives in Lisbon", "Acme: sells nails"]
        await stores[ObservationPoints].add(user, "s", texts, [[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]])
        assert await stores[ObservationPoints].missing(user, "s") == []
        near = await stores[ObservationPoints].nearest_entities(user, "s", [1.0, 0.0], least=0.5)
        assert [(each.entity.name, [match.content for match in each.matches]) for each in near] == [
            ("Ana", ["likes trains", "lives in Lisbon"])
        ]
        await stores[KnowledgeStore].delete_observations(user, [ObservationDraft("Ana", ("likes trains",))], said)
        [ana] = await stores[ObservationPoints].nearest_entities(user, "s", [1.0, 0.0], least=0.5)
        assert [match.content for match in ana.matches] == ["lives in Lisbon"]

    stores_run(story)


def test_a_file_is_kept_apart_and_goes_with_its_document(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), stores[DocumentStore]
        content = bytes(range(256)) * 100
        made = await documents.add_file(user, "F", OriginalFile(filename="f\0.bin", media_type="x/y", content=content))
        file = await documents.file(user, made.id)
        assert (file.content, file.filename, made.bytes, made.source) == (
            content,
            "f\ufffd.bin",
            len(content),
            DocumentSource.UPLOAD,
        )
        assert await documents.kept_bytes(user) == len(content)
        with pytest.raises(Conflict):
            await documents.change(user, made.id, content="x")
        assert await documents.delete(user, made.id) == "F"
        for asked in (documents.file, documents.text, documents.revision, documents.begin_indexing, documents.delete):
            with pytest.raises(NotFound):
                await asked(user, made.id)
        assert await documents.kept_bytes(user) == 0

    stores_run(story)


def test_nobody_finds_or_changes_the_documents_of_others(new_user_id, stores_run):
    async def story(stores):
        user, stranger, documents = new_user_id(), new_user_id(), stores[DocumentStore]
        made = await kept(stores, user, "Lease", LEASE)
        texts = await stores[PassagePoints].missing(user, "s")
        await stores[PassagePoints].add(user, "s", texts, [[1.0, 0.0]] * 2)
        passage = (await documents.passages(user, made.id))[0]
        assert await found(stores, stranger, "notice") == []
        assert await documents.by_meaning(stranger, "s", [1.0, 0.0]) == []
        assert await documents.cited(stranger, [passage.id]) == {}
        assert set(await documents.cited(user, [passage.id, uuid7(), "x"])) == {passage.id}
        assert await documents.index(stranger, made.id, 1, read_of("x"), "en") is None
        await stores[PassagePoints].add(stranger, "s", texts, [[0.0, 1.0]] * 2)
        assert (await documents.by_meaning(user, "s", [1.0, 0.0]))[0].score == pytest.approx(1)
        for asked in (
            documents.get(stranger, made.id),
            documents.passages(stranger, made.id),
            documents.around(stranger, made.id, passage.id),
            documents.delete(stranger, made.id),
        ):
            with pytest.raises(NotFound):
                await asked

    stores_run(story)


def test_documents_indexed_at_once_do_not_disturb_one_another(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await asyncio.gather(*(kept(stores, user, f"D{n}", f"# H\n\nshared words number{n}") for n in range(8)))
        assert len(await found(stores, user, "shared")) == 8
        assert len(await found(stores, user, "number5")) == 1

    stores_run(story)


@pytest.mark.parametrize(
    ("query", "words", "phrases", "without", "beginning"),
    [
        ('red "big house" -old -"no way"', ("red", "big", "house"), ("big house",), ("old", "no way"), None),
        ("Cafés", ("cafes",), (), (), "cafes"),
        ("self-hosted ana@example.com", ("self", "hosted", "ana", "example", "com"), (), (), "com"),
        ('"one', ("one",), (), (), "one"),
        ("- \u0301 \u200b", (), (), (), None),
        ("x" * 500, ("x" * 100,), (), (), "x" * 100),
    ],
)
def test_a_search_is_taken_apart(query, words, phrases, without, beginning):
    search = sought(query)
    assert (search.words, search.phrases, search.without, search.beginning) == (words, phrases, without, beginning)
