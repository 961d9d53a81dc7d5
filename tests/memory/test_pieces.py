"""A file is read piece by piece, and how far it has come is told."""

import asyncio

from bailiwick.features.memory import commands as memory


def test_every_piece_is_told_once_the_next_one_is_asked_for(tmp_path):
    file, told = tmp_path / "memory.jsonl", []
    file.write_bytes(bytes(memory.PIECE + 5))

    async def story():
        seen = []
        async for piece in memory._pieces(file, told.append):
            seen.append((len(piece), list(told)))
        return seen

    assert asyncio.run(story()) == [(memory.PIECE, []), (5, [memory.PIECE])]
    assert told == [memory.PIECE, 5]
