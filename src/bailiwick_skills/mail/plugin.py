"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, Tool
from bailiwick_skills.mail.servers import mail_recogniser
from bailiwick_skills.mail.tools import mailbox_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    from bailiwick.plugin import McpServerStore  # with the database, which not every command needs

    return mailbox_tools(equipment.stores[McpServerStore])


plugin = Plugin(toolset=toolset, foreign_tools=mail_recogniser)
