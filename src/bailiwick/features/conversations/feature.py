"""Conversations, declared to the house."""

from bailiwick.kernel.feature import Feature
from bailiwick.kernel.groupable import Groupable

feature = Feature(
    module=__name__,
    needed="People and agents talk in it, in the web app and in the terminal.",
    commands={"ask": "commands:ask", "chat": "commands:chat"},
    routers=("search_http:search", "http:conversations"),
    opens="duties:open_conversations",
    retention="retention:OldConversations",
    settings="settings:ConversationSettings",
    groupable=Groupable(
        kind="conversation",
        rows="SELECT id, title, updated_at AS changed_at, false AS done, false AS tainted FROM conversations"
        " WHERE resident_id IS NULL AND task_id IS NULL",
        link="/chat/{id}",
        icon="chat-circle-dots",
        words={
            "en": ("conversation", "conversations", "chat", "chats", "thread"),
            "es": ("conversación", "conversaciones", "chat", "charla", "hilo"),
        },
    ),
)
