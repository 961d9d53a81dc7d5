"""What a plug-in is made of: all of Bailiwick that one may use, and what those that ship use themselves.

A plug-in is a package with an entry point in the group `bailiwick.plugins` that names a value `Plugin`. Agents and
routing are in `bailiwick`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick.agents.callables import CallableAgent
    from bailiwick.agents.contract import AgentReply, AgentRequest
    from bailiwick.features.approvals.records import FoundThing
    from bailiwick.features.credentials.store import CredentialStore
    from bailiwick.features.mcp.records import ToolDefinition
    from bailiwick.features.mcp.store import McpServerStore
    from bailiwick.features.mcp.uses import McpUseState, use_of
    from bailiwick.kernel.database.pool import Database
    from bailiwick.kernel.errors import BailiwickError, Conflict, InvalidInput, NotFound, Unavailable, not_found
    from bailiwick.kernel.extras import Extra
    from bailiwick.kernel.http.idempotency import REPLAYED, KeyHeader, once_apart, read_key, secret_hash
    from bailiwick.kernel.http.kept_responses import StoredResponse
    from bailiwick.kernel.http.parts import CurrentEquipment
    from bailiwick.kernel.http.problems import documented
    from bailiwick.kernel.http.routes import router
    from bailiwick.kernel.http.wire import Body, Flag, Reply
    from bailiwick.kernel.lacks import Lack, LackCode
    from bailiwick.kernel.own_programs import command, environment
    from bailiwick.kernel.reasons import Reason, ReasonCode, Value, as_data, read_reason, reason_of, text_of, why_of
    from bailiwick.kernel.redaction import redactor, without_secrets
    from bailiwick.kernel.resilience import CallFailed, ErrorClass
    from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table, yes_or_no
    from bailiwick.kernel.terminal.session import with_equipment
    from bailiwick.kernel.terminal.texts import phrase, word
    from bailiwick.kernel.terminal.times import local_or_never
    from bailiwick.people.callers import Keeper, Reader
    from bailiwick.people.records import User
    from bailiwick.plugins import Plugin
    from bailiwick.tools.ages import age_in_words
    from bailiwick.tools.asked_days import MOST_DAYS, dates_of, day_name, take_when
    from bailiwick.tools.confined import Program
    from bailiwick.tools.credential_box import CredentialBox
    from bailiwick.tools.credentials import LONGEST_VALUE, Credential
    from bailiwick.tools.equipment import Equipment
    from bailiwick.tools.near_names import SHOWN, all_chosen, chosen, did_you_mean, is_not_there, not_there, quoted
    from bailiwick.tools.phrases import Pattern, agrees, core_of, fold, joined, plain, read, undoes
    from bailiwick.tools.records import (
        MissingTool,
        PastCall,
        Recogniser,
        Recognition,
        Request,
        Secrets,
        Tool,
        ToolContext,
    )
    from bailiwick.tools.sandbox_contract import Sandbox
    from bailiwick.tools.shipped import own_service, skill_tool
    from bailiwick.tools.toolbox import changed_since, tool, unchanged
    from bailiwick.tools.troubles import trouble
    from bailiwick.tools.web.canonical import web_address
    from bailiwick.tools.web.reading import Page, read_page
    from bailiwick.tools.web.remembered import Kept, Remembered
    from bailiwick.tools.web.service import Service, mapping, number, sequence, text, wait_of
    from bailiwick.tools.web.services import ServiceAddress
    from bailiwick.tools.web_contract import Web, WebAnswer
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
    "bailiwick.people.callers": "Keeper Reader",
    "bailiwick.kernel.http.idempotency": "KeyHeader REPLAYED once_apart read_key secret_hash",
    "bailiwick.kernel.http.parts": "CurrentEquipment",
    "bailiwick.kernel.http.problems": "documented",
    "bailiwick.kernel.http.routes": "router",
    "bailiwick.kernel.http.wire": "Body Flag Reply",
    "bailiwick.kernel.terminal.output": "Home Json console print_json said table yes_or_no",
    "bailiwick.kernel.terminal.session": "with_equipment",
    "bailiwick.kernel.terminal.texts": "phrase word",
    "bailiwick.kernel.terminal.times": "local_or_never",
    "bailiwick.people.records": "User",
    "bailiwick.features.approvals.records": "FoundThing",
    "bailiwick.tools.credentials": "Credential LONGEST_VALUE",
    "bailiwick.kernel.errors": "BailiwickError Conflict InvalidInput NotFound Unavailable not_found",
    "bailiwick_router.core.language": "Language",
    "bailiwick.features.mcp.records": "ToolDefinition",
    "bailiwick.kernel.lacks": "Lack LackCode",
    "bailiwick.kernel.own_programs": "command environment",
    "bailiwick.agents.contract": "AgentReply AgentRequest",
    "bailiwick.tools.equipment": "Equipment",
    "bailiwick.tools.sandbox_contract": "Sandbox",
    "bailiwick.tools.credential_box": "CredentialBox",
    "bailiwick.tools.web_contract": "Web WebAnswer",
    "bailiwick.kernel.reasons": "Reason ReasonCode Value as_data read_reason reason_of text_of why_of",
    "bailiwick_router.core.record": "Record",
    "bailiwick.kernel.redaction": "redactor without_secrets",
    "bailiwick.kernel.resilience": "CallFailed ErrorClass",
    "bailiwick.tools.confined": "Program",
    "bailiwick.tools.records": "MissingTool PastCall Recogniser Recognition Request Secrets Tool ToolContext",
    "bailiwick.kernel.extras": "Extra",
    "bailiwick.agents.callables": "CallableAgent",
    "bailiwick.plugins": "Plugin",
    "bailiwick.features.credentials.store": "CredentialStore",
    "bailiwick.kernel.database.pool": "Database",
    "bailiwick.kernel.http.kept_responses": "StoredResponse",
    "bailiwick.features.mcp.store": "McpServerStore",
    "bailiwick.tools.ages": "age_in_words",
    "bailiwick.tools.asked_days": "MOST_DAYS dates_of day_name take_when",
    "bailiwick.features.mcp.uses": "McpUseState use_of",
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
