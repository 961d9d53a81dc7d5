"""What a plug-in is made of: all of Bailiwick that one may use, and what those that ship use themselves.

A plug-in is a package with an entry point in the group `bailiwick.plugins` that names a value `Plugin`. Agents and
routing are in `bailiwick`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick.core.approvals import FoundThing
    from bailiwick.core.errors import BailiwickError, Conflict, InvalidInput, NotFound, Unavailable
    from bailiwick.core.language import Language
    from bailiwick.core.mcp import ToolDefinition
    from bailiwick.core.own_programs import command, environment
    from bailiwick.core.ports import AgentReply, AgentRequest, Equipment, Sandbox
    from bailiwick.core.ports.mcp import McpServerStore
    from bailiwick.core.ports.web import Web, WebAnswer
    from bailiwick.core.reasons import Reason, ReasonCode, Value, as_data, read_reason, reason_of
    from bailiwick.core.resilience import CallFailed, ErrorClass
    from bailiwick.core.sandbox import Program
    from bailiwick.core.tools import MissingTool, PastCall, Recogniser, Recognition, Request, Secrets, Tool, ToolContext
    from bailiwick.runtime.callables import CallableAgent
    from bailiwick.runtime.plugins import Plugin
    from bailiwick.tools.ages import age_in_words
    from bailiwick.tools.asked_days import MOST_DAYS, dates_of, day_name, take_when
    from bailiwick.tools.mcp.uses import McpUseState, use_of
    from bailiwick.tools.near_names import SHOWN, all_chosen, chosen, did_you_mean, is_not_there, not_there, quoted
    from bailiwick.tools.phrases import Pattern, agrees, core_of, fold, joined, plain, read, undoes
    from bailiwick.tools.shipped import own_service, skill_tool
    from bailiwick.tools.toolbox import changed_since, tool, unchanged
    from bailiwick.tools.troubles import trouble
    from bailiwick.tools.web.canonical import web_address
    from bailiwick.tools.web.reading import Page, read_page
    from bailiwick.tools.web.remembered import Kept, Remembered
    from bailiwick.tools.web.service import Service, mapping, number, sequence, text, wait_of
    from bailiwick.tools.web.services import ServiceAddress

__all__ = [
    "MOST_DAYS",
    "SHOWN",
    "AgentReply",
    "AgentRequest",
    "BailiwickError",
    "CallFailed",
    "CallableAgent",
    "Conflict",
    "Equipment",
    "ErrorClass",
    "FoundThing",
    "InvalidInput",
    "Kept",
    "Language",
    "McpServerStore",
    "McpUseState",
    "MissingTool",
    "NotFound",
    "Page",
    "PastCall",
    "Pattern",
    "Plugin",
    "Program",
    "Reason",
    "ReasonCode",
    "Recogniser",
    "Recognition",
    "Remembered",
    "Request",
    "Sandbox",
    "Secrets",
    "Service",
    "ServiceAddress",
    "Tool",
    "ToolContext",
    "ToolDefinition",
    "Unavailable",
    "Value",
    "Web",
    "WebAnswer",
    "age_in_words",
    "agrees",
    "all_chosen",
    "as_data",
    "changed_since",
    "chosen",
    "command",
    "core_of",
    "dates_of",
    "day_name",
    "did_you_mean",
    "environment",
    "fold",
    "is_not_there",
    "joined",
    "mapping",
    "not_there",
    "number",
    "own_service",
    "plain",
    "quoted",
    "read",
    "read_page",
    "read_reason",
    "reason_of",
    "sequence",
    "skill_tool",
    "take_when",
    "text",
    "tool",
    "trouble",
    "unchanged",
    "undoes",
    "use_of",
    "wait_of",
    "web_address",
]

_FROM = {
    "core.approvals": "FoundThing",
    "core.errors": "BailiwickError Conflict InvalidInput NotFound Unavailable",
    "core.language": "Language",
    "core.mcp": "ToolDefinition",
    "core.own_programs": "command environment",
    "core.ports": "AgentReply AgentRequest Equipment Sandbox",
    "core.ports.mcp": "McpServerStore",
    "core.ports.web": "Web WebAnswer",
    "core.reasons": "Reason ReasonCode Value as_data read_reason reason_of",
    "core.resilience": "CallFailed ErrorClass",
    "core.sandbox": "Program",
    "core.tools": "MissingTool PastCall Recogniser Recognition Request Secrets Tool ToolContext",
    "runtime.callables": "CallableAgent",
    "runtime.plugins": "Plugin",
    "tools.ages": "age_in_words",
    "tools.asked_days": "MOST_DAYS dates_of day_name take_when",
    "tools.mcp.uses": "McpUseState use_of",
    "tools.near_names": "SHOWN all_chosen chosen did_you_mean is_not_there not_there quoted",
    "tools.phrases": "Pattern agrees core_of fold joined plain read undoes",
    "tools.shipped": "own_service skill_tool",
    "tools.toolbox": "changed_since tool unchanged",
    "tools.troubles": "trouble",
    "tools.web.canonical": "web_address",
    "tools.web.reading": "Page read_page",
    "tools.web.remembered": "Kept Remembered",
    "tools.web.service": "Service mapping number sequence text wait_of",
    "tools.web.services": "ServiceAddress",
}
"""Where each name is from. A module is imported when something of it is first asked for: programs that skills start
for themselves, to calculate or to read a page, load no more than they use."""
_MODULES = {name: module for module, names in _FROM.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"bailiwick.{_MODULES[name]}"), name)
    return found
