"""How conversations are put into groups that people make."""

from bailiwick.kernel.groupable import Groupable

things = Groupable(
    kind="conversation",
    rows="SELECT id, title, updated_at AS changed_at, false AS done, false AS tainted FROM conversations"
    " WHERE resident_id IS NULL AND task_id IS NULL",
    link="/chat/{id}",
    icon="chat-circle-dots",
    words={
        "en": ("conversation", "conversations", "chat", "chats", "thread"),
        "es": ("conversación", "conversaciones", "chat", "charla", "hilo"),
    },
)
