"""How a mailbox is read without a model: requests as searches, and the servers' various answers in words."""

import pytest

from bailiwick.plugin import core_of
from bailiwick.tools.records import PastCall, Request, ToolDefinition
from bailiwick_skills.mail.phrases import asked_mail, asked_one, wants_answer
from bailiwick_skills.mail.servers import MailList, OneMail, mail_recogniser, mails_of
from bailiwick_skills.mail.tools import MailboxRecogniser

TEXT = (
    "ID: 18f1\nSubject: Invoice 2041\nFrom: Ada <ada@example.org>\nDate: Sun, 22 Nov 2026\n\n"
    "ID: 18f2\nSubject: Lunch *on* Friday?\nFrom: Grace\nDate: Sat, 21 Nov 2026\n"
)
LISTED = [
    {"id": "18f1", "subject": "Invoice 2041", "from": "Ada <ada@example.org>", "date": "Sun, 22 Nov 2026"},
    {"id": "18f2", "subject": "Lunch *on* Friday?", "from": "Grace", "date": "Sat, 21 Nov 2026"},
]


def definition(name, *, required=(), **properties):
    kinds = {key: {"type": kind} for key, kind in properties.items()}
    return ToolDefinition(
        name=name, description="", parameters={"type": "object", "properties": kinds, "required": list(required)}
    )


SEARCH = definition("search_emails", required=["query"], query="string", maxResults="number")


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("any new mail?", "in:inbox is:unread"),
        ("Do I have any unread emails?", "in:inbox is:unread"),
        ("check my email, please", "in:inbox"),
        ("what's in my inbox?", "in:inbox"),
        ("read my emails", "in:inbox"),
        ("search my mail for invoice 2041", "invoice 2041"),
        ("emails from Ana", "from:ana"),
        ("emails from Ana García", "from:(ana garcia)"),
        ("did Ana write to me?", "from:ana"),
        ("show me unread emails from Grace about lunch", "from:grace lunch is:unread"),
        ("is there mail about the invoice?", "invoice"),
        ("¿hay algún correo sobre la factura?", "factura"),
        ("any mail today?", "in:inbox newer_than:1d"),
        ("how many unread emails do I have?", "in:inbox is:unread"),
        ("¿Tengo correo nuevo?", "in:inbox is:unread"),
        ("revisa mi correo", "in:inbox"),
        ("¿tengo correos sin leer de Ana?", "from:ana is:unread"),
        ("busca en mi correo la factura", "factura"),
        ("correos de Ana sobre la reunión", "from:ana reunion"),
        ("¿Me ha escrito Pedro?", "from:pedro"),
        ("¿cuántos correos tengo sin leer?", "in:inbox is:unread"),
        ("¿Qué hay en mi bandeja de entrada?", "in:inbox"),
    ],
)
def test_a_request_for_mail_becomes_a_search(text, search):
    assert asked_mail(core_of(text)) == search


@pytest.mark.parametrize(
    "text",
    [
        "write an email to Ana",
        "send an email to bob",
        "email me the report",
        "what is my email address",
        "redacta un correo",
        "mail carrier",
        "delete all my emails",
        "borra mis correos",
        "any new notes?",
        "contesta a Ana",
        "answer the question",
        "",
        "x" * 400,
        "\ud800 mail",
    ],
)
def test_other_requests_are_left_to_others(text):
    assert asked_mail(core_of(text)) is None


def test_what_a_request_names_cannot_become_more_than_words_of_a_search():
    assert asked_mail("emails from ana) OR {boss") == "from:(ana or boss)"


@pytest.mark.parametrize(
    ("offered", "kind"),
    [
        (SEARCH, MailList),
        (definition("gmail_search_messages", q="string"), MailList),
        (definition("list_emails", max_results="integer"), MailList),
        (definition("list_messages"), MailList),
        (definition("read_email", required=["messageId"], messageId="string"), OneMail),
        (definition("get_message", required=["id"], id="string"), OneMail),
        (definition("search_emails", required=["query", "mailbox"], query="string", mailbox="string"), type(None)),
        (definition("send_email", required=["to"], to="string"), type(None)),
        (definition("delete_emails", query="string"), type(None)),
        (definition("read_email", folder="string"), type(None)),
    ],
)
def test_only_tools_that_list_or_read_and_need_nothing_else_are_used(offered, kind):
    assert type(mail_recogniser("gmail", offered)) is kind
    assert mail_recogniser("notes", offered) is None, "of other servers nothing is used"


def test_the_arguments_have_the_servers_own_names():
    def ask(offered, text="any new mail?"):
        found = mail_recogniser("gmail", offered).read(Request(text=text, language="en"))
        return found and dict(found.arguments)

    assert ask(SEARCH) == {"query": "in:inbox is:unread", "maxResults": 10}
    assert ask(definition("gmail_search_messages", q="string")) == {"q": "in:inbox is:unread"}
    assert ask(definition("list_messages")) is None, "a tool that cannot search cannot tell what is new"
    assert ask(definition("list_messages"), "check my inbox") == {}


def test_a_connected_mailbox_is_asked_before_the_tool_that_says_how_to_connect_one():
    request = Request(text="any new mail?", language="en")
    assert mail_recogniser("gmail", SEARCH).read(request).confidence > MailboxRecogniser().read(request).confidence
    assert MailboxRecogniser().read(Request(text="write an email", language="en")) is None
    for text in ("send an email to Ana", "Reenvía el último correo a Luis", "delete my mails", "read the last email"):
        needed = MailboxRecogniser().read(Request(text=text, language="en"))
        assert needed is not None, text
        assert needed.confidence < 0.5


@pytest.mark.parametrize(
    "result",
    [
        TEXT,
        {"result": TEXT},
        LISTED,
        {"result": LISTED},
        {"messages": LISTED},
        {"emails": LISTED},
        [
            {"messageId": mail["id"], "Subject": mail["subject"], "sender": mail["from"], "Date": mail["date"]}
            for mail in LISTED
        ],
    ],
)
def test_the_lists_of_various_servers_are_understood(result):
    assert mails_of(result) == LISTED
    said = MailList("query", None).say({"query": "in:inbox"}, result, "en")
    assert said.startswith(
        "2 mails (`in:inbox`):\n\n1. **Invoice 2041** · Ada \\<ada@example.org\\> · Sun, 22 Nov 2026"
    )
    assert "Lunch \\*on\\* Friday?" in said


def test_other_answers_are_shown_as_they_are():
    said = MailList("query", None).say({"query": "x"}, {"result": "No results"}, "en")
    assert said == "The mailbox answers to `x`:\n\n> No results"


@pytest.mark.parametrize("result", ["", {}, None, 7, [1, 2], {"result": None}])
def test_an_empty_answer_says_that_nothing_was_found(result):
    assert MailList("query", None).say({"query": "x"}, result, "en") == "Nothing found with `x`."


def test_nothing_found_is_said_with_the_search():
    assert MailList("query", None).say({"query": "x"}, {"result": []}, "es") == "Nada encontrado con `x`."


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("read the first one", 1),
        ("open the second email", 2),
        ("read number 3", 3),
        ("lee el último correo", -1),
        ("léeme el primero", 1),
        ("abre el 2", 2),
        ("who sent the last one?", -1),
        ("who is the first one from?", 1),
        ("¿quién envió el último?", -1),
        ("¿de quién es el segundo correo?", 2),
        ("the second one", 2),
        ("read my notes", None),
        ("read the first chapter", None),
        ("who wrote the first novel?", None),
    ],
)
def test_one_of_the_mails_listed_can_be_asked_for(text, which):
    assert asked_one(core_of(text), [1, 2, 3, -1]) == which


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("reply to Ada saying I paid", True),
        ("respond to ada and say that i paid", True),
        ("reply to Ada", True),
        ("contesta a Ana que ya pagué", True),
        ("respóndele a Luis diciendo que voy", True),
        ("reply to my question", False),
        ("answer the question", False),
        ("responde a la pregunta", False),
        ("what is the answer to everything", False),
    ],
)
def test_a_request_to_answer_somebody_is_read(text, wanted):
    assert wants_answer(core_of(text)) is wanted


def test_a_single_mail_is_found_by_its_place_in_the_list_before_and_shown_as_a_quotation():
    one = OneMail("messageId")
    past = (PastCall(name="gmail__search_emails", arguments={}, result={"result": TEXT}, server="gmail"),)
    other = (PastCall(name="gmail__search_emails", arguments={}, result={"result": TEXT}, server="another"),)
    assert one.read(Request(text="read the last one", language="en", past_calls=other)) is None
    found = one.read(Request(text="read the last one", language="en", past_calls=past))
    assert dict(found.arguments) == {"messageId": "18f2"}
    assert one.read(Request(text="read number 3", language="en", past_calls=past)) is None
    assert one.read(Request(text="read the first one", language="en")) is None
    said = one.say({}, {"result": "Hello\n![x](http://evil.example/)\n<b>"}, "en")
    assert said == "> Hello\n> \\!\\[x\\]\\(http://evil.example/\\)\n> \\<b\\>"
    assert "more characters" in one.say({}, "x" * 5_000, "en")
