"""Files that people send with messages, and that tools leave."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.documents.kinds import PDF
from bailiwick.tools.documents.pictures import SHOWN
from bailiwick_router.core.record import Record

MOST_TEXT = 60_000
"""Characters of the texts of all files of one message that a model is given."""
OTHER = "application/octet-stream"
"""Media type of what is neither a picture nor a document: it can be downloaded, no model is given it."""
MOST_PICTURE_BYTES = 5 << 20
"""A larger picture is refused by providers."""
TOO_LARGE = Reason.of(ReasonCode.FILE_LARGER_THAN, most=MOST_PICTURE_BYTES >> 20)
LARGE = "too large"
"""What a step says of a file that is too large for models."""
MOST_NAMED = 100
"""Files that one message may name at most, whatever the setting says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFile(Record):
    """A file without its bytes."""

    id: str
    """UUID."""
    conversation_id: str | None
    """Where it was sent; None until it is."""
    filename: str
    media_type: str
    """As its bytes say."""
    bytes: int
    width: int | None
    """Of a picture, in pixels; None for any other file. The height likewise."""
    height: int | None
    characters: int | None
    """How long its text is; None for a picture, and until it is read, which a message that names it has done unless it
    took too long."""
    why: Reason | None
    """Why no text could be read from it."""
    created_at: datetime

    @property
    def picture(self) -> bool:
        """Whether it is a picture that browsers and models can show."""
        return self.media_type in SHOWN

    @property
    def as_it_is(self) -> bool:
        """Whether models are given it as it is: a picture, or a PDF whose pages are pictures."""
        scanned = self.media_type == PDF and self.why is not None and self.why.code == ReasonCode.PDF_SCANNED
        return self.picture or scanned


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFile(Record):
    """A file as the message shows it that it was sent with."""

    id: str
    filename: str
    media_type: str
    bytes: int
    width: int | None
    height: int | None
    unseen: bool
    """Whether a model that answered did not see it: a picture, or a PDF that holds pictures only."""
    left_out: int
    """Characters of its text that were not given to a model, because there were too many."""
    why: Reason | None
    """Why no text could be read from it, or that it is too large for models; None for a PDF that holds pictures only,
    which models see or do not see."""


def too_large_of(given: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the ids of the files that were too large for a model, by what the steps say that was given of each."""
    return frozenset(each["file"] for each in given if each["as"] == LARGE)


def shares(lengths: Sequence[int], most: int = MOST_TEXT) -> Sequence[int]:
    """Return how much is given of each of several texts so that all of it is at most `most`: what short ones leave goes
    to the longer ones, which get the same each."""
    given = dict[int, int]()
    left = most
    for place, index in enumerate(sorted(range(len(lengths)), key=lambda each: lengths[each])):
        given[index] = min(lengths[index], left // (len(lengths) - place))
        left -= given[index]
    return [given[index] for index in range(len(lengths))]
