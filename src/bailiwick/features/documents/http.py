"""Documents: uploaded, written, read, changed and deleted."""

from typing import Annotated, Any

from fastapi import Body as Given
from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from bailiwick.features.documents.actions import Documents
from bailiwick.features.documents.fields import (
    DocumentChanges,
    DocumentPage,
    DocumentView,
    FileToKeep,
    NewDocument,
    Passages,
    QueryTag,
    Queued,
    Reindex,
    UploadFields,
)
from bailiwick.features.documents.store import DocumentStore
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.attachments import attached
from bailiwick.kernel.http.idempotency import KeyHeader, Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.uploads import checked, read_upload, upload_form, uploaded_once
from bailiwick.kernel.http.wire import Before, Limit, PathUuid, Search, known_form_of_uuid
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.embedding_job import Embedding
from bailiwick.people.callers import Keeper, Reader, Runner
from bailiwick.people.limited import Uploader
from bailiwick.runs.files.store import FileStore
from bailiwick.tools.documents.records import Document, DocumentSource, DocumentStatus

documents = router("documents")

UPLOAD_FORM = upload_form(
    "Text, Markdown, HTML, PDF or DOCX.",
    title={"type": "string", "maxLength": 200, "description": "Instead of the file's name."},
    tags={
        "type": "array",
        "items": {"type": "string", "maxLength": 60},
        "maxItems": 20,
        "description": "A part for each, or one part with commas between.",
    },
)


@documents.get("/api/documents", operation_id="listDocuments", summary="List documents", responses=documented(401))
async def list_documents(
    caller: Reader,
    platform: CurrentPlatform,
    search: Search = None,
    tag: QueryTag = None,
    source: Annotated[DocumentSource | None, Query(description="Only what a person brought, or agents wrote.")] = None,
    status: Annotated[DocumentStatus | None, Query(description="Only what is in this state.")] = None,
    limit: Limit = 50,
    before: Before = None,
) -> DocumentPage:
    """Return documents, latest first; `search` looks into titles and names of files."""
    store, user = platform.stores[DocumentStore], caller.user.id
    found = await store.list(
        user,
        search=search,
        tag=tag,
        source=source,
        status=status,
        limit=limit,
        before=before,
        key=await platform[Embedding].key(user),
    )
    total = await store.count(user, search=search, tag=tag, source=source, status=status)
    return DocumentPage(
        documents=list(found), next_before=found[-1].created_at if len(found) == limit else None, total=total
    )


@documents.post(
    "/api/documents",
    operation_id="uploadDocument",
    summary="Upload a file",
    status_code=201,
    responses=documented(400, 401, 408, 409, 413, 415, busy=["rate-limit"]),
    dependencies=[KeyHeader],
    openapi_extra=UPLOAD_FORM,
)
async def upload_document(
    request: Request, response: Response, caller: Uploader, platform: CurrentPlatform
) -> Document:
    """Keep a file of up to 20 MB; its text is read in the background, after which `status` is `ready` or `failed`.

    What it is, its bytes say, not its name: text, Markdown, HTML, PDF or DOCX.
    """
    user = caller.user.id
    upload = await read_upload(request, most_bytes=platform[Documents].most_bytes)
    given: dict[str, Any] = {name: values[-1] for name, values in upload.fields.items() if name != "tags"}
    tags = [tag for value in upload.fields.get("tags", []) for tag in value.split(",")]
    fields = checked(UploadFields, {**given, "tags": tuple(tag for tag in tags if tag.strip())})

    async def keep() -> Document:
        return await platform[Documents].upload(
            user, upload.filename, upload.content, title=fields.title, tags=fields.tags
        )

    return await uploaded_once(platform, user, request, response, upload, Document, keep)


@documents.post(
    "/api/documents/text",
    operation_id="createDocument",
    summary="Keep a text",
    status_code=201,
    responses=documented(400, 401, 408, 409, 413, 415, busy=["rate-limit"]),
    dependencies=[Once],
)
async def create_document(
    body: Annotated[
        NewDocument, Given(examples=[{"title": "Tenancy", "content": "# Notice\n\nThree months.", "tags": ["home"]}])
    ],
    caller: Uploader,
    platform: CurrentPlatform,
) -> Document:
    """Keep a text in Markdown as a document; it can be changed later."""
    return await platform[Documents].add_text(caller.user.id, body.title, body.content, tags=body.tags)


@documents.post(
    "/api/documents/from-file",
    operation_id="createDocumentFromFile",
    summary="Keep a file of a chat",
    status_code=201,
    responses=documented(400, 401, 404, 408, 409, 413, 415, busy=["rate-limit"]),
    dependencies=[Once],
)
async def create_document_from_file(
    body: Annotated[FileToKeep, Given(examples=[{"fileId": "0190b3a1-7c1e-7a52-9d3f-5e8f6f1b2c3d"}])],
    caller: Uploader,
    platform: CurrentPlatform,
) -> Document:
    """Keep a copy of a file that was uploaded for a message as a document; it is read in the background."""
    file, content = await platform.stores[FileStore].content(caller.user.id, str(body.file_id))
    return await platform[Documents].upload(caller.user.id, file.filename, content)


@documents.post(
    "/api/documents/reindex",
    operation_id="reindexDocuments",
    summary="Index everything again",
    status_code=202,
    responses=documented(400, 401, 413, 415),
)
async def reindex_documents(
    caller: Runner,
    platform: CurrentPlatform,
    body: Annotated[Reindex, Given(examples=[{"embeddingsOnly": True}])] = Reindex(),  # noqa: B008  (frozen default)
) -> Queued:
    """Read every document again in the background; with `embeddingsOnly` only embed every passage again."""
    queued = await platform[Documents].reindex_all(caller.user.id, embeddings_only=body.embeddings_only)
    return Queued(queued=queued)


@documents.get(
    "/api/documents/{id}", operation_id="getDocument", summary="Read a document", responses=documented(401, 404)
)
async def get_document(document_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> DocumentView:
    """Return a document with its text, as Markdown, and its headings."""
    return DocumentView.of(await platform[Documents].text(caller.user.id, document_id))


@documents.get(
    "/api/documents/{id}/file",
    operation_id="downloadDocument",
    summary="Download the original",
    response_class=Response,
    responses={
        **documented(401, 404),
        200: {
            "description": "The bytes as they were uploaded; of a text that was written here, its Markdown.",
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
    },
)
async def download_document(document_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Response:
    """Return the original as an attachment, never to be shown inside a page."""
    file = await platform[Documents].as_file(caller.user.id, document_id)
    return attached(file.content, file.filename, file.media_type)


@documents.get(
    "/api/documents/{id}/passages", operation_id="listPassages", summary="Read passages", responses=documented(401, 404)
)
async def list_passages(
    document_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    around: Annotated[str | None, Query(max_length=36, description="A passage's id: it and its neighbours.")] = None,
    before: Annotated[int, Query(ge=0, le=50, description="With `around`, how many before it.")] = 2,
    after: Annotated[int, Query(ge=0, le=50, description="With `around`, how many after it.")] = 2,
    limit: Limit = 50,
    first: Annotated[int, Query(alias="from", ge=0, le=10_000_000, description="The position to begin with.")] = 0,
) -> Passages:
    """Return passages in the order of the text: those around one, or all, in pages."""
    store, user = platform.stores[DocumentStore], caller.user.id
    if around is not None:
        found = await store.around(user, document_id, known_form_of_uuid(around), before=before, after=after)
    else:
        found = await store.passages(user, document_id, first=first, limit=limit)
    return Passages(passages=list(found))


@documents.patch(
    "/api/documents/{id}",
    operation_id="changeDocument",
    summary="Change a document",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def change_document(
    document_id: PathUuid,
    body: Annotated[DocumentChanges, Given(examples=[{"title": "Tenancy agreement", "tags": ["home"]}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Document:
    """Change title, tags, or the text of a document that was written here; it is indexed again where it has to be."""
    if body.title is None and body.tags is None and body.content is None:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ONE_OF, names="title, tags, content"))
    return await platform[Documents].change(
        caller.user.id, document_id, title=body.title, tags=body.tags, content=body.content
    )


@documents.delete(
    "/api/documents/{id}",
    operation_id="deleteDocument",
    summary="Delete a document",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_document(document_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a document with its file, passages and embeddings, for good."""
    await platform[Documents].delete(caller.user.id, document_id)


@documents.post(
    "/api/documents/{id}/reindex",
    operation_id="reindexDocument",
    summary="Index a document again",
    status_code=202,
    responses=documented(401, 404),
)
async def reindex_document(document_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Document:
    """Read a document again in the background, e.g. after it failed; what it has now is searched until then."""
    return await platform[Documents].reindex(caller.user.id, document_id)
