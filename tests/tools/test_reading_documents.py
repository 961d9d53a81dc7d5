"""Files are what their bytes say, their text is read, and bad ones end with a sentence."""

import asyncio
import io
import time

import pypdf
import pytest

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.documents.apart import ApartReader
from bailiwick.tools.documents.kinds import DOCX, HTML, MARKDOWN, PDF, TEXT, kind_of, name_of, stem_of
from bailiwick.tools.documents.reading import read
from bailiwick.tools.documents.records import MOST_CHARACTERS, NoText
from support.files import pdf, swollen_pdf, with_part, word


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (pdf([["Hello"]]), "picture.png", PDF),
        (b"junk before\n" + pdf([["Hello"]]), "x", PDF),
        (word("Hello"), "x.pdf", DOCX),
        (b"  <!DOCTYPE html><p>x", "x.txt", HTML),
        (b"\xef\xbb\xbf<html><p>x", "x.md", HTML),
        (b"# Hello", "x.MD", MARKDOWN),
        (b"# Hello", "x.txt", TEXT),
        ("hóla".encode("utf-16"), "x.txt", TEXT),
        ("día".encode("latin-1"), "", TEXT),
    ],
)
def test_the_bytes_say_what_a_file_is(content, name, kind):
    assert kind_of(content, name) == kind


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 50, "PNG"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 50, "old format"),
        (b"PK\x03\x04" + b"xl/workbook.xml", "other than Word"),
        (b"\x7fELF" + b"\0" * 50, "program"),
        (b"abc\0def", "no text"),
        (bytes(range(1, 32)) * 10, "no text"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_it_is(content, said):
    with pytest.raises(InvalidInput, match=said) as refused:
        kind_of(content, "letter.pdf")
    assert refused.value.field == "file"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\lease.docx", "lease.docx"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\0b\r\nc\x1b.txt", "abc.txt"),
        ("  .hidden  file.md ", "hidden file.md"),
        ("", "document"),
        ("/", "document"),
        ("\u202e\u200b", "document"),
        ("x" * 500 + ".pdf", "x" * 189 + ".pdf"),
        ("عقد.pdf", "عقد.pdf"),
    ],
)
def test_a_files_name_is_kept_without_what_could_do_harm(given, kept):
    assert name_of(given) == kept


def test_a_title_is_the_name_without_its_ending():
    assert [stem_of(name) for name in ("my_lease.2024.pdf", "document", ".x")] == ["my lease.2024", "document", ".x"]


@pytest.mark.parametrize(
    "content",
    [
        "año\r\nüber".encode(),
        "\ufeffaño\nüber".encode(),
        "año\nüber".encode("utf-16"),
        b"\xfe\xff" + "año\nüber".encode("utf-16-be"),
        "año\rüber".encode("latin-1"),
    ],
)
def test_text_is_read_in_the_encodings_that_people_have(content):
    assert read(content, TEXT).content == "año\nüber"


def test_half_characters_and_nul_are_taken_out():
    found = read("a\0b \ud800 c".encode("utf-16-le", "surrogatepass")[:0] + b"\xff\xfea\0\0\0b\0\x00\xd8c\0", TEXT)
    assert "\0" not in found.content
    assert found.content.encode()


def test_the_pages_of_a_pdf_are_known_and_cut_lines_are_joined():
    found = read(pdf([["The notice period is three", "months to the quar-", "ter."], ["Second page."]]), PDF)
    assert "three months to the quarter." in found.content
    assert [passage.page for passage in found.passages] == [1]
    first, second = found.content.split("\f")
    assert "Second page." in second
    assert "notice" in first


def test_a_word_document_becomes_markdown():
    file = word(
        ("Title", "Lease"),
        ("Heading 1", "Notice"),
        "Three months.",
        ("List Bullet", "one"),
        ("List Bullet", "two"),
        [["what", "euros"], ["rent | flat", "900"]],
    )
    assert read(file, DOCX).content == (
        "# Lease\n\n# Notice\n\nThree months.\n- one\n- two\n\n| what | euros |\n|---|---|\n| rent \\| flat | 900 |"
    )


def test_a_page_of_the_web_is_read_as_a_person_would():
    html = b"<html><head><title>Lease</title><script>x()</script></head><body><nav>Menu</nav><h1>Notice</h1><p>Three"
    assert read(html + b" months.</p></body></html>", HTML).content == "# Lease\n\n# Notice\n\nThree months."


def encrypted() -> bytes:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(pdf([["secret"]]))))
    writer.encrypt("password", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "kind", "said"),
    [
        (encrypted(), PDF, "password"),
        (pdf([[]]), PDF, "scan"),
        (b"%PDF-1.7 but nothing else", PDF, "damaged"),
        (pdf([["Hello"]])[:150], PDF, "damaged|scan"),
        (pdf([["x"]]).replace(b"/Kids [5 0 R]", b"/Kids [2 0 R]"), PDF, "damaged|scan"),
        (word("Hello")[:2000] + b"word/ [Content_Types].xml", DOCX, "damaged"),
        (with_part(word("Hello"), "word/document.xml", b"<not xml"), DOCX, "damaged"),
        (
            with_part(
                word("Hello"),
                "word/document.xml",
                b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>',
            ),
            DOCX,
            "damaged",
        ),
        (word(""), DOCX, "no text"),
        (b"<html><script>x</script></html>", HTML, "no text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_without_text_says_why(content, kind, said):
    with pytest.raises(NoText, match=said):
        read(content, kind)


def test_a_file_that_unpacks_to_too_much_says_so():
    swollen = with_part(word("Hello"), "word/media/x.bin", bytes(210 << 20))
    with pytest.raises(NoText, match="unpacks"):
        read(swollen, DOCX)


def test_what_is_too_long_is_cut_and_says_so():
    found = read(b"word " * (MOST_CHARACTERS // 5 + 10), TEXT)
    assert found.truncated
    assert len(found.content) == MOST_CHARACTERS


def test_a_file_that_takes_too_long_ends_with_a_sentence_and_others_are_read():
    async def story():
        begun = time.monotonic()
        with pytest.raises(CallFailed, match="takes too long"):
            await ApartReader(seconds=2)(swollen_pdf(2000), PDF)
        assert time.monotonic() - begun < 20
        good = await ApartReader()(pdf([["Hello there"]]), PDF)
        assert good.content.strip() == "Hello there"
        with pytest.raises(CallFailed, match="damaged"):
            await ApartReader()(b"%PDF-1.4 nothing", PDF)

    asyncio.run(story())
