"""What a plug-in is made of: all of Bailiwick that one may use, and what those that ship use themselves.

A plug-in is a package with an entry point in the group `bailiwick.plugins` that names a value `Plugin`. Agents and
routing are in `bailiwick`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick.agents.callables import CallableAgent
    from bailiwick.agents.contract import AgentReply, AgentRequest
    from bailiwick.features.installation.store import InstallationStore
    from bailiwick.features.mcp.store import McpServerStore
    from bailiwick.features.mcp.uses import McpUseState, use_of
    from bailiwick.kernel.audit.acts import Act
    from bailiwick.kernel.audit.recording import audited
    from bailiwick.kernel.database.plugin_migrations import TableRetention
    from bailiwick.kernel.database.pool import Database
    from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, Row, as_uuid
    from bailiwick.kernel.database.stores import Stores
    from bailiwick.kernel.database.text import clean_text, same_title
    from bailiwick.kernel.errors import BailiwickError, Conflict, InvalidInput, NotFound, Unavailable, not_found
    from bailiwick.kernel.extras import Extra
    from bailiwick.kernel.groupable import Groupable
    from bailiwick.kernel.http.idempotency import KeyHeader, Once, made_once
    from bailiwick.kernel.http.problems import documented
    from bailiwick.kernel.http.routes import router
    from bailiwick.kernel.http.wire import Body, Flag, PathUuid, Reply, not_blank
    from bailiwick.kernel.ids import uuid7
    from bailiwick.kernel.known import KnownFact
    from bailiwick.kernel.lacks import Lack, LackCode, Program
    from bailiwick.kernel.loaded import PluginPage
    from bailiwick.kernel.own_programs import command, environment
    from bailiwick.kernel.reasons import (
        Code,
        OwnReason,
        Reason,
        ReasonCode,
        Value,
        as_data,
        read_reason,
        reason_of,
        text_of,
        why_of,
    )
    from bailiwick.kernel.redaction import redactor, without_secrets
    from bailiwick.kernel.resilience import CallFailed, ErrorClass
    from bailiwick.kernel.settings import OwnSettings
    from bailiwick.kernel.shown_calls import FoundThing
    from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table, yes_or_no
    from bailiwick.kernel.terminal.texts import phrase, word
    from bailiwick.kernel.terminal.times import local_or_never
    from bailiwick.people.administrators import Administrator
    from bailiwick.people.callers import Keeper, Reader, Runner
    from bailiwick.people.limited import Searcher
    from bailiwick.people.records import User
    from bailiwick.plugins import Plugin
    from bailiwick.runs.recalling import KnowsFacts
    from bailiwick.tools.ages import age_in_words
    from bailiwick.tools.asked_days import MOST_DAYS, dates_of, day_name, take_when
    from bailiwick.tools.credential_store import CredentialStore
    from bailiwick.tools.credentials import LONGEST_VALUE, Credential
    from bailiwick.tools.credentials_box import CredentialBox
    from bailiwick.tools.equipment import Equipment
    from bailiwick.tools.for_commands import with_equipment
    from bailiwick.tools.for_endpoints import CurrentEquipment
    from bailiwick.tools.meanings import same_meaning
    from bailiwick.tools.near_names import SHOWN, all_chosen, chosen, did_you_mean, is_not_there, not_there, quoted
    from bailiwick.tools.phrases import Pattern, agrees, core_of, fold, joined, likely, plain, points, read, undoes
    from bailiwick.tools.plugin_parts import PluginDuty, UsefulWhen
    from bailiwick.tools.records import (
        MissingTool,
        PastCall,
        Recogniser,
        Recognition,
        Request,
        Secrets,
        Tool,
        ToolContext,
        ToolDefinition,
    )
    from bailiwick.tools.references import picked, place_in, take_referent, wanted
    from bailiwick.tools.sandbox_contract import Sandbox
    from bailiwick.tools.sentences import SentenceReading, Sentences
    from bailiwick.tools.shipped import own_service, skill_tool
    from bailiwick.tools.spoken_numbers import in_digits, read_number
    from bailiwick.tools.times.reading import ReadTime, read_time, take_time
    from bailiwick.tools.times.saying import moment_in_words
    from bailiwick.tools.toolbox import changed_since, tool, unchanged
    from bailiwick.tools.troubles import trouble
    from bailiwick.tools.web.addresses import AddressKind, address_kind
    from bailiwick.tools.web.canonical import web_address
    from bailiwick.tools.web.reading import Page, read_page
    from bailiwick.tools.web.remembered import Kept, Remembered
    from bailiwick.tools.web.service import Service, mapping, number, sequence, text, wait_of
    from bailiwick.tools.web.services import ServiceAddress
    from bailiwick.tools.web_contract import Web, WebAnswer
    from bailiwick_router.clauses import is_request
    from bailiwick_router.core.language import Language, detect_language
    from bailiwick_router.core.record import Record

__all__ = [
    "LONGEST_VALUE",
    "MOST_DAYS",
    "MOST_ROWS",
    "SHOWN",
    "Act",
    "AddressKind",
    "Administrator",
    "AgentReply",
    "AgentRequest",
    "BailiwickError",
    "Body",
    "CallFailed",
    "CallableAgent",
    "Code",
    "Conflict",
    "Connection",
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
    "Groupable",
    "Home",
    "InstallationStore",
    "InvalidInput",
    "Json",
    "Keeper",
    "Kept",
    "KeyHeader",
    "KnownFact",
    "KnowsFacts",
    "Lack",
    "LackCode",
    "Language",
    "McpServerStore",
    "McpUseState",
    "MissingTool",
    "NotFound",
    "Once",
    "OwnReason",
    "OwnSettings",
    "Page",
    "PastCall",
    "PathUuid",
    "Pattern",
    "Plugin",
    "PluginDuty",
    "PluginPage",
    "Program",
    "Queries",
    "ReadTime",
    "Reader",
    "Reason",
    "ReasonCode",
    "Recogniser",
    "Recognition",
    "Record",
    "Remembered",
    "Reply",
    "Request",
    "Row",
    "Runner",
    "Sandbox",
    "Searcher",
    "Secrets",
    "SentenceReading",
    "Sentences",
    "Service",
    "ServiceAddress",
    "Stores",
    "TableRetention",
    "Tool",
    "ToolContext",
    "ToolDefinition",
    "Unavailable",
    "UsefulWhen",
    "User",
    "Value",
    "Web",
    "WebAnswer",
    "address_kind",
    "age_in_words",
    "agrees",
    "all_chosen",
    "as_data",
    "as_uuid",
    "audited",
    "changed_since",
    "chosen",
    "clean_text",
    "command",
    "console",
    "core_of",
    "dates_of",
    "day_name",
    "detect_language",
    "did_you_mean",
    "documented",
    "environment",
    "fold",
    "in_digits",
    "is_not_there",
    "is_request",
    "joined",
    "likely",
    "local_or_never",
    "made_once",
    "mapping",
    "moment_in_words",
    "not_blank",
    "not_found",
    "not_there",
    "number",
    "own_service",
    "phrase",
    "picked",
    "place_in",
    "plain",
    "points",
    "print_json",
    "quoted",
    "read",
    "read_number",
    "read_page",
    "read_reason",
    "read_time",
    "reason_of",
    "redactor",
    "router",
    "said",
    "same_meaning",
    "same_title",
    "sequence",
    "skill_tool",
    "table",
    "take_referent",
    "take_time",
    "take_when",
    "text",
    "text_of",
    "tool",
    "trouble",
    "unchanged",
    "undoes",
    "use_of",
    "uuid7",
    "wait_of",
    "wanted",
    "web_address",
    "why_of",
    "with_equipment",
    "without_secrets",
    "word",
    "yes_or_no",
]

_FROM = {
    "bailiwick.agents.callables": "CallableAgent",
    "bailiwick.agents.contract": "AgentReply AgentRequest",
    "bailiwick.features.installation.store": "InstallationStore",
    "bailiwick.features.mcp.store": "McpServerStore",
    "bailiwick.features.mcp.uses": "McpUseState use_of",
    "bailiwick.kernel.audit.acts": "Act",
    "bailiwick.kernel.audit.recording": "audited",
    "bailiwick.kernel.database.plugin_migrations": "TableRetention",
    "bailiwick.kernel.database.pool": "Database",
    "bailiwick.kernel.database.queries": "as_uuid Connection MOST_ROWS Queries Row",
    "bailiwick.kernel.database.stores": "Stores",
    "bailiwick.kernel.database.text": "clean_text same_title",
    "bailiwick.kernel.errors": "BailiwickError Conflict InvalidInput not_found NotFound Unavailable",
    "bailiwick.kernel.extras": "Extra",
    "bailiwick.kernel.groupable": "Groupable",
    "bailiwick.kernel.http.idempotency": "KeyHeader Once made_once",
    "bailiwick.kernel.http.problems": "documented",
    "bailiwick.kernel.http.routes": "router",
    "bailiwick.kernel.http.wire": "Body Flag not_blank PathUuid Reply",
    "bailiwick.kernel.ids": "uuid7",
    "bailiwick.kernel.known": "KnownFact",
    "bailiwick.kernel.lacks": "Lack LackCode Program",
    "bailiwick.kernel.loaded": "PluginPage",
    "bailiwick.kernel.own_programs": "command environment",
    "bailiwick.kernel.reasons": "as_data Code OwnReason read_reason Reason reason_of ReasonCode text_of Value why_of",
    "bailiwick.kernel.redaction": "redactor without_secrets",
    "bailiwick.kernel.resilience": "CallFailed ErrorClass",
    "bailiwick.kernel.settings": "OwnSettings",
    "bailiwick.kernel.shown_calls": "FoundThing",
    "bailiwick.kernel.terminal.output": "console Home Json print_json said table yes_or_no",
    "bailiwick.kernel.terminal.texts": "phrase word",
    "bailiwick.kernel.terminal.times": "local_or_never",
    "bailiwick.people.administrators": "Administrator",
    "bailiwick.people.callers": "Keeper Reader Runner",
    "bailiwick.people.limited": "Searcher",
    "bailiwick.people.records": "User",
    "bailiwick.plugins": "Plugin",
    "bailiwick.runs.recalling": "KnowsFacts",
    "bailiwick.tools.ages": "age_in_words",
    "bailiwick.tools.asked_days": "dates_of day_name MOST_DAYS take_when",
    "bailiwick.tools.credential_store": "CredentialStore",
    "bailiwick.tools.credentials": "Credential LONGEST_VALUE",
    "bailiwick.tools.credentials_box": "CredentialBox",
    "bailiwick.tools.equipment": "Equipment",
    "bailiwick.tools.for_commands": "with_equipment",
    "bailiwick.tools.for_endpoints": "CurrentEquipment",
    "bailiwick.tools.meanings": "same_meaning",
    "bailiwick.tools.near_names": "all_chosen chosen did_you_mean is_not_there not_there quoted SHOWN",
    "bailiwick.tools.phrases": "agrees core_of fold joined likely Pattern plain points read undoes",
    "bailiwick.tools.plugin_parts": "PluginDuty UsefulWhen",
    "bailiwick.tools.records": (
        "MissingTool PastCall Recogniser Recognition Request Secrets Tool ToolContext ToolDefinition"
    ),
    "bailiwick.tools.references": "picked place_in take_referent wanted",
    "bailiwick.tools.sandbox_contract": "Sandbox",
    "bailiwick.tools.sentences": "SentenceReading Sentences",
    "bailiwick.tools.shipped": "own_service skill_tool",
    "bailiwick.tools.spoken_numbers": "in_digits read_number",
    "bailiwick.tools.times.reading": "read_time ReadTime take_time",
    "bailiwick.tools.times.saying": "moment_in_words",
    "bailiwick.tools.toolbox": "changed_since tool unchanged",
    "bailiwick.tools.troubles": "trouble",
    "bailiwick.tools.web.addresses": "address_kind AddressKind",
    "bailiwick.tools.web.canonical": "web_address",
    "bailiwick.tools.web.reading": "Page read_page",
    "bailiwick.tools.web.remembered": "Kept Remembered",
    "bailiwick.tools.web.service": "mapping number sequence Service text wait_of",
    "bailiwick.tools.web.services": "ServiceAddress",
    "bailiwick.tools.web_contract": "Web WebAnswer",
    "bailiwick_router.clauses": "is_request",
    "bailiwick_router.core.language": "Language detect_language",
    "bailiwick_router.core.record": "Record",
}
"""Where each name is from. A module is imported when something of it is first asked for: programs that skills start
for themselves, to calculate or to read a page, load no more than they use."""
_MODULES = {name: module for module, names in _FROM.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return found
