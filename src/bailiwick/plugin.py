"""What a plug-in is made of: all of Bailiwick that one may use, and what those that ship use themselves.

A plug-in is a package with an entry point in the group `bailiwick.plugins` that names a value `Plugin`. Agents and
routing are in `bailiwick`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick.api.access import Keeper, Reader
    from bailiwick.api.idempotency import REPLAYED, KeyHeader, once_apart, read_key, secret_hash
    from bailiwick.api.parts import CurrentEquipment
    from bailiwick.api.problems import documented
    from bailiwick.api.routes import router
    from bailiwick.api.wire import Body, Flag, Reply
    from bailiwick.cli.output import Home, Json, console, print_json, said, table, yes_or_no
    from bailiwick.cli.session import with_equipment
    from bailiwick.cli.texts import phrase, word
    from bailiwick.cli.times import local_or_never
    from bailiwick.core.access import User
    from bailiwick.core.approvals import FoundThing
    from bailiwick.core.credentials import LONGEST_VALUE, Credential
    from bailiwick.core.errors import BailiwickError, Conflict, InvalidInput, NotFound, Unavailable, not_found
    from bailiwick.core.mcp import ToolDefinition
    from bailiwick.core.needs import Lack, LackCode
    from bailiwick.core.own_programs import command, environment
    from bailiwick.core.ports import AgentReply, AgentRequest, Database, Equipment, Sandbox, StoredResponse
    from bailiwick.core.ports.credentials import CredentialBox, CredentialStore
    from bailiwick.core.ports.mcp import McpServerStore
    from bailiwick.core.ports.web import Web, WebAnswer
    from bailiwick.core.reasons import Reason, ReasonCode, Value, as_data, read_reason, reason_of, text_of, why_of
    from bailiwick.core.redaction import redactor, without_secrets
    from bailiwick.core.resilience import CallFailed, ErrorClass
    from bailiwick.core.sandbox import Program
    from bailiwick.core.tools import MissingTool, PastCall, Recogniser, Recognition, Request, Secrets, Tool, ToolContext
    from bailiwick.extras import Extra
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
    from bailiwick_router.core.language import Language
    from bailiwick_router.core.record import Record

__all__ = [
    "LONGEST_VALUE",
    "MOST_DAYS",
    "REPLAYED",
    "SHOWN",
    "AgentReply",
    "AgentRequest",
    "BailiwickError",
    "Body",
    "CallFailed",
    "CallableAgent",
    "Conflict",
    "Credential",
    "CredentialBox",
    "CredentialStore",
    "CurrentEquipment",
    "Database",
    "Equipment",
    "ErrorClass",
    "Extra",
    "Flag",
    "FoundThing",
    "Home",
    "InvalidInput",
    "Json",
    "Keeper",
    "Kept",
    "KeyHeader",
    "Lack",
    "LackCode",
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
    "Reader",
    "Reason",
    "ReasonCode",
    "Recogniser",
    "Recognition",
    "Record",
    "Remembered",
    "Reply",
    "Request",
    "Sandbox",
    "Secrets",
    "Service",
    "ServiceAddress",
    "StoredResponse",
    "Tool",
    "ToolContext",
    "ToolDefinition",
    "Unavailable",
    "User",
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
    "console",
    "core_of",
    "dates_of",
    "day_name",
    "did_you_mean",
    "documented",
    "environment",
    "fold",
    "is_not_there",
    "joined",
    "local_or_never",
    "mapping",
    "not_found",
    "not_there",
    "number",
    "once_apart",
    "own_service",
    "phrase",
    "plain",
    "print_json",
    "quoted",
    "read",
    "read_key",
    "read_page",
    "read_reason",
    "reason_of",
    "redactor",
    "router",
    "said",
    "secret_hash",
    "sequence",
    "skill_tool",
    "table",
    "take_when",
    "text",
    "text_of",
    "tool",
    "trouble",
    "unchanged",
    "undoes",
    "use_of",
    "wait_of",
    "web_address",
    "why_of",
    "with_equipment",
    "without_secrets",
    "word",
    "yes_or_no",
]

_FROM = {
    "bailiwick.api.access": "Keeper Reader",
    "bailiwick.api.idempotency": "KeyHeader REPLAYED once_apart read_key secret_hash",
    "bailiwick.api.parts": "CurrentEquipment",
    "bailiwick.api.problems": "documented",
    "bailiwick.api.routes": "router",
    "bailiwick.api.wire": "Body Flag Reply",
    "bailiwick.cli.output": "Home Json console print_json said table yes_or_no",
    "bailiwick.cli.session": "with_equipment",
    "bailiwick.cli.texts": "phrase word",
    "bailiwick.cli.times": "local_or_never",
    "bailiwick.core.access": "User",
    "bailiwick.core.approvals": "FoundThing",
    "bailiwick.core.credentials": "Credential LONGEST_VALUE",
    "bailiwick.core.errors": "BailiwickError Conflict InvalidInput NotFound Unavailable not_found",
    "bailiwick_router.core.language": "Language",
    "bailiwick.core.mcp": "ToolDefinition",
    "bailiwick.core.needs": "Lack LackCode",
    "bailiwick.core.own_programs": "command environment",
    "bailiwick.core.ports": "AgentReply AgentRequest Database Equipment Sandbox StoredResponse",
    "bailiwick.core.ports.credentials": "CredentialBox CredentialStore",
    "bailiwick.core.ports.mcp": "McpServerStore",
    "bailiwick.core.ports.web": "Web WebAnswer",
    "bailiwick.core.reasons": "Reason ReasonCode Value as_data read_reason reason_of text_of why_of",
    "bailiwick_router.core.record": "Record",
    "bailiwick.core.redaction": "redactor without_secrets",
    "bailiwick.core.resilience": "CallFailed ErrorClass",
    "bailiwick.core.sandbox": "Program",
    "bailiwick.core.tools": "MissingTool PastCall Recogniser Recognition Request Secrets Tool ToolContext",
    "bailiwick.extras": "Extra",
    "bailiwick.runtime.callables": "CallableAgent",
    "bailiwick.runtime.plugins": "Plugin",
    "bailiwick.tools.ages": "age_in_words",
    "bailiwick.tools.asked_days": "MOST_DAYS dates_of day_name take_when",
    "bailiwick.tools.mcp.uses": "McpUseState use_of",
    "bailiwick.tools.near_names": "SHOWN all_chosen chosen did_you_mean is_not_there not_there quoted",
    "bailiwick.tools.phrases": "Pattern agrees core_of fold joined plain read undoes",
    "bailiwick.tools.shipped": "own_service skill_tool",
    "bailiwick.tools.toolbox": "changed_since tool unchanged",
    "bailiwick.tools.troubles": "trouble",
    "bailiwick.tools.web.canonical": "web_address",
    "bailiwick.tools.web.reading": "Page read_page",
    "bailiwick.tools.web.remembered": "Kept Remembered",
    "bailiwick.tools.web.service": "Service mapping number sequence text wait_of",
    "bailiwick.tools.web.services": "ServiceAddress",
}
"""Where each name is from. A module is imported when something of it is first asked for: programs that skills start
for themselves, to calculate or to read a page, load no more than they use."""
_MODULES = {name: module for module, names in _FROM.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return found
