"""Conversations, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    needed=True,
    commands={"ask": "commands:ask", "chat": "commands:chat"},
    routers=("search_http:search", "http:conversations"),
    opens="duties:open_conversations",
    retention="retention:OldConversations",
    settings="settings:ConversationSettings",
)
