"""Takes one file out of a request of several parts."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bailiwick.kernel.database.stores import HasStores
from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.idempotency import REPLAYED, once, read_key
from bailiwick.kernel.http.json_body import unstorable
from bailiwick.kernel.http.kept_responses import StoredResponse
from bailiwick.kernel.reasons import Reason, ReasonCode

MEDIA_TYPE = "multipart/form-data"
MOST_FIELDS = 32

Fields = TypeVar("Fields", bound=BaseModel)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file and what came beside it."""

    filename: str
    content: bytes
    fields: Mapping[str, list[str]]
    """By name, each as often as it was given."""

    @property
    def digest(self) -> bytes:
        """What tells two uploads apart; the boundaries between their parts are drawn anew each time."""
        digest = hashlib.sha256(self.content)
        fields = (f"{name}={value}" for name, values in self.fields.items() for value in values)
        for part in (self.filename, *fields):
            digest.update(hashlib.sha256(part.encode()).digest())
        return digest.digest()


def upload_form(file: str, **fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the OpenAPI description says of a request with one file, given what that is, and of other fields."""
    properties = {"file": {"type": "string", "format": "binary", "description": file}, **fields}
    schema = {"type": "object", "required": ["file"], "properties": properties}
    return {"requestBody": {"required": True, "content": {MEDIA_TYPE: {"schema": schema}}}}


async def read_upload(request: Request, *, most_bytes: int) -> Upload:
    """Return the one file of a request, which goes to a temporary file while it arrives.

    Raises `RequestRefused`: 415 for another media type, 400 for what is not of that form, 413 for a file too large,
    422 when the part `file` is missing, comes twice or holds what cannot be stored.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != MEDIA_TYPE:
        raise RequestRefused(415, "unsupported-media-type", Reason.of(ReasonCode.SEND_FILE_AS, type=MEDIA_TYPE))
    try:
        form = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=64 * 1024)
    except HTTPException as error:
        raise RequestRefused(
            400, "malformed-request", Reason.of(ReasonCode.FORM_UNREADABLE, detail=str(error.detail))
        ) from None
    try:
        files = [value for name, value in form.multi_items() if isinstance(value, UploadFile) and name == "file"]
        if len(files) != 1:
            raise RequestRefused(422, "invalid-input", Reason.of(ReasonCode.SEND_ONE_FILE), field="file", place="body")
        [file] = files
        fields: dict[str, list[str]] = {}
        for name, value in form.multi_items():
            if isinstance(value, str):
                fields.setdefault(_storable(name, name), []).append(_storable(value, name))
        if (file.size or 0) > most_bytes:
            raise RequestRefused(413, "too-large", Reason.of(ReasonCode.FILE_TOO_LARGE, most=most_bytes >> 20))
        return Upload(_storable(file.filename or "", "file"), await file.read(), fields)
    finally:
        await form.close()


async def uploaded_once(
    platform: HasStores,
    user_id: str,
    request: Request,
    response: Response,
    upload: Upload,
    kind: type[T],
    keep: Callable[[], Awaitable[T]],
) -> T:
    """Return what `keep` made of an upload, or has made for an earlier request of the same key, as `response` says."""
    key = read_key(request)
    if key is None:
        return await keep()
    written = TypeAdapter(kind)

    async def produce() -> StoredResponse:
        return StoredResponse(201, written.dump_json(await keep(), by_alias=True).decode())

    outcome = await once(platform, user_id, request, key, produce, digest=upload.digest)
    if outcome.replayed:
        response.headers[REPLAYED] = "true"
    return written.validate_json(outcome.response.body)


def checked(model: type[Fields], values: Mapping[str, Any]) -> Fields:
    """Return the fields of a form as `model` has them. Raises `RequestValidationError`."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults: list[Any] = [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
        raise RequestValidationError(faults) from None


def _storable(text: str, field: str) -> str:
    if reason := unstorable(text):
        raise RequestRefused(422, "invalid-input", reason, field=ascii(field[:60]).strip("'"), place="body")
    return text
