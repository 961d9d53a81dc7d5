"""Conversations, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    needed="People and agents talk in it, in the web app and in the terminal.",
    commands={"ask": "commands:ask", "chat": "commands:chat"},
    routers=("search_http:search", "http:conversations"),
    opens="duties:open_conversations",
    retention="retention:OldConversations",
    settings="settings:ConversationSettings",
    groupable="grouping:things",
)
