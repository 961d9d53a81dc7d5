"""Pictures and files in what a server returns are kept beside the text, within limits, under names of ours."""

import base64

from mcp_types import AudioContent, BlobResourceContents, CallToolResult, EmbeddedResource, ImageContent, TextContent

from bailiwick.features.mcp import results
from bailiwick.features.mcp.results import ReturnedFiles, as_value
from support.files import png


def image(content: bytes, media_type: str = "image/png") -> ImageContent:
    return ImageContent(type="image", data=base64.b64encode(content).decode(), mime_type=media_type)


def test_a_picture_is_kept_and_named_in_the_text():
    returned = ReturnedFiles()
    result = CallToolResult(content=[TextContent(type="text", text="Sales:"), image(png(4, 3))])
    size = len(png(4, 3))
    assert as_value(result, returned) == f"Sales:\n\n[image, image/png, {size + -size % 3} bytes: image-1.png]"
    (kept,) = returned.files
    assert kept.name == "image-1.png"
    assert kept.content == png(4, 3)


def test_sound_and_files_are_kept_too_and_what_they_are_called_outside_names_nothing_here():
    returned = ReturnedFiles()
    blob = BlobResourceContents(uri="file:///etc/../passwd.html", mime_type="a/b", blob=base64.b64encode(b"x").decode())
    sound = AudioContent(type="audio", data=base64.b64encode(b"RIFF").decode(), mime_type="audio/x-unknown; a=b")
    as_value(CallToolResult(content=[EmbeddedResource(type="resource", resource=blob), sound]), returned)
    assert [each.name for each in returned.files] == ["file-1", "audio-2"]


def test_what_is_no_base64_is_not_shown():
    returned = ReturnedFiles()
    broken = ImageContent(type="image", data="not base64!", mime_type="image/png")
    assert as_value(CallToolResult(content=[broken]), returned) == "[image, image/png, 8 bytes: not shown]"
    assert returned.files == []


def test_more_than_may_be_kept_is_not_shown(monkeypatch):
    monkeypatch.setattr(results, "MOST_FILE_BYTES", 250)
    returned = ReturnedFiles()
    text = as_value(CallToolResult(content=[image(b"a" * 99)] * 4), returned)
    assert text.count("not shown") == 2
    assert len(returned.files) == 2
    many = ReturnedFiles()
    as_value(CallToolResult(content=[image(b"a")] * 20), many)
    assert len(many.files) == results.MOST_FILES
