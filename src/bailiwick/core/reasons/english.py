"""The sentences of reasons in English.

A number is written as `{limit:number}`. Where a sentence has a form for one, it is a pair, and `count` chooses.
"""

from collections.abc import Mapping

from bailiwick.core.reasons.codes import ReasonCode

ENGLISH: Mapping[ReasonCode, str | tuple[str, str]] = {
    ReasonCode.PAUSED: "A person paused it.",
    ReasonCode.STOPPED: "A person stopped it.",
    ReasonCode.TURN_STOPPED: "A person stopped the turn.",
    ReasonCode.TURN_ENDED: "The turn ended before its mail was read.",
    ReasonCode.WORKER_STOPPED: "Its worker was shut down.",
    ReasonCode.WORKER_LOST: "Its worker died or was lost in each of {attempts:number} attempts.",
    ReasonCode.SWARM_RESTS: "The swarm is {status}.",
    ReasonCode.RESIDENT_RESTS: "{name} is {status}.",
    ReasonCode.ROOM_PAUSED: "The room is paused.",
    ReasonCode.SWARM_MAILS: "The swarm has sent {limit:number} mails, which is its limit.",
    ReasonCode.SWARM_SECONDS: "The swarm has worked for {limit:number} seconds, which is its limit.",
    ReasonCode.SWARM_TOKENS: (
        "What is left of the swarm's {limit:number} tokens is too little for another model call."
    ),
    ReasonCode.RAISE_LIMIT: "{parts} Raise it and resume the swarm.",
    ReasonCode.TOKENS_RESERVED: "The swarm's last tokens are reserved by others.",
    ReasonCode.MAILS_TOO_FAST: (
        "You have written {count:number} times to that room within a minute, which is the limit. Wait, or put what you"
        " have to say into one mail."
    ),
    ReasonCode.MAIL_IN_CIRCLE: (
        "Lap {lap:number} of {names} without a word from a person: the mail was not sent. Bring the matter to an end,"
        " or write to the person."
    ),
    ReasonCode.TOO_MUCH_UNREAD: (
        "{most:number} mails are unread there, which is the limit; more can be written when some are read."
    ),
    ReasonCode.INBOX_FULL: "{names}: {parts}",
    ReasonCode.UNEXPECTED: (
        "Something went wrong on our side. Try again; if it happens again, look at the server's log."
    ),
    ReasonCode.SEVERAL: "{parts}",
    ReasonCode.PERSON_SAID: "{text}",
    ReasonCode.BEFORE_EDITS: "The agents as they were before the first change.",
    ReasonCode.AGENT_ADDED: "{agent} was added",
    ReasonCode.AGENT_DELETED: "{agent} was deleted",
    ReasonCode.AGENT_RESET: "{agent} was reset",
    ReasonCode.AGENT_STATUS: "{agent} is {status}",
    ReasonCode.AGENT_CHANGED: "{agent}: {fields} changed",
    ReasonCode.AGENTS_IMPORTED: ("{count:number} agent was imported", "{count:number} agents were imported"),
    ReasonCode.MESSAGE_IS_FOR: "“{message}” is for {agent}",
    ReasonCode.MISROUTE_REPORTED: "A misroute was reported: “{message}”",
    ReasonCode.REPORT_WITHDRAWN: "The report about “{message}” was withdrawn",
    ReasonCode.PUBLISHED_AT_ONCE: "Edits are published at once again",
    ReasonCode.BACK_TO: "Back to release {number}: {parts}",
    ReasonCode.AGENTS_EDITED: "The agents were changed.",
    ReasonCode.EDITS_UNDONE: "The changes were taken back.",
    ReasonCode.CANDIDATE_PUBLISHED: "It was published.",
    ReasonCode.CANDIDATE_MADE_ANEW: "It was made anew.",
    ReasonCode.CANDIDATE_DISCARDED: "It was discarded.",
    ReasonCode.CANARY_TAKEN_BACK: "A person took it back.",
    ReasonCode.CANARY_DID_WORSE: (
        "{wrong:number} of its {decided:number} decisions were reported or failed, beside {others_wrong:number} of"
        " {others:number} of the published release; chance alone would hardly do that."
    ),
    ReasonCode.TOOL_ASKS: "This tool asks before every call.",
    ReasonCode.TAINTED_DESTROYS: (
        "The agent has read text from outside, and this call may remove or overwrite something."
    ),
    ReasonCode.TAINTED_REACHES_OUT: "The agent has read text from outside, and this call changes something outside.",
    ReasonCode.TAINTED_INSTRUCTS: (
        "The agent has read text from outside, and what it gives here would become another agent's orders."
    ),
    ReasonCode.TAINTED_ADDRESS: "The agent has read text from outside, and made up this address: {address}",
    ReasonCode.SANDBOX_CANNOT_CONFINE: (
        "The sandbox cannot confine programs on this machine ({trouble}); allow unprivileged user namespaces (in a"
        " container: run it with a seccomp and AppArmor profile that lets bubblewrap work) and start Bailiwick again."
    ),
    ReasonCode.SANDBOX_NEEDS_LINUX: (
        "The sandbox works on Linux only, with bubblewrap; use a Linux machine, a container or WSL 2."
    ),
    ReasonCode.SANDBOX_NEEDS_MACHINE: "The sandbox knows x86_64 and aarch64 machines only, and this one is {machine}.",
    ReasonCode.BUBBLEWRAP_MISSING: (
        "bubblewrap was not found; install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) and start"
        " Bailiwick again."
    ),
    ReasonCode.KERNEL_LACKS_CHILDREN: (
        "This kernel does not tell the children of a process (CONFIG_PROC_CHILDREN); use one that does."
    ),
    ReasonCode.BASH_MISSING: "bash was not found under /usr/bin or /bin; install it and start Bailiwick again.",
    ReasonCode.DENO_MISSING: (
        "Deno was not found; install it (`pip install deno`) where Bailiwick is and start Bailiwick again."
    ),
    ReasonCode.DENO_LACKS_LIBRARY: (
        "Deno needs the library {library}, which this machine lacks; install it and start Bailiwick again."
    ),
    ReasonCode.DENO_NOT_CONFINED: (
        "Deno does not run confined on this machine ({trouble}); allow unprivileged user namespaces (in a container:"
        " run it with a seccomp and AppArmor profile that lets bubblewrap work) and start Bailiwick again."
    ),
    ReasonCode.MCP_REMOVED: "The MCP server {server} was removed by an administrator.",
    ReasonCode.MCP_SWITCHED_OFF: "You have disabled the MCP server {server}; enable it under Tools.",
    ReasonCode.MCP_CANNOT_START: "The MCP server {server} cannot be started: {parts}",
    ReasonCode.MCP_CANNOT_BE_USED: "The MCP server {server} cannot be used: {problem}.",
    ReasonCode.MCP_TOOL_NEW: "The server has begun to offer it; approve it to use it.",
    ReasonCode.MCP_TOOL_CHANGED: "Its definition is not the one that was approved; look at it and approve it again.",
    ReasonCode.MCP_TOOL_GONE: "The server does not offer it any more.",
    ReasonCode.MCP_TOOL_LEFT_OUT: "The server's registration leaves it out.",
    ReasonCode.MCP_TOOL_NOT_READ_ONLY: (
        "The server is registered as read-only, and this tool does not say that it only reads."
    ),
    ReasonCode.TIME_LIMIT: "Stopped at the time limit of this agent's budget.",
    ReasonCode.STEP_LIMIT: "Stopped at the limit of {limit:number} steps per execution.",
    ReasonCode.BUDGET_OF_TOKENS: "Stopped at the limit of {limit:number} tokens per execution.",
    ReasonCode.NO_ANSWER: "{agent} ended without an answer.",
    ReasonCode.NO_REPORT: "{agent} ended without a report.",
    ReasonCode.NO_REVISION: "{agent} ended the revision without an answer.",
    ReasonCode.AGENT_WAS_REMOVED: "The agent {agent} was removed while the request waited.",
    ReasonCode.HELPER_LIMIT: "This execution has called {limit:number} helpers, which is its limit.",
    ReasonCode.HELPER_REPEATED: "{agent} has done this very task already; use its report, or give it another task.",
    ReasonCode.UNKNOWN_OUTCOME: (
        "Nobody knows whether this took effect: the worker stopped while it ran. Check before repeating it."
    ),
    ReasonCode.OUTCOME_UNKNOWN: "The outcome of {tool} is unknown: it had begun when its worker stopped.",
    ReasonCode.APPROVAL_NEEDED: "Waits for your approval of {tools}.",
    ReasonCode.CAME_TO_NOTHING: "The run came to nothing: nobody and no tool could do it.",
    ReasonCode.STARTED_FAILED: "What it started failed.",
    ReasonCode.FAILED_IN_A_ROW: "It failed {count:number} times in a row, at last: {parts}",
    ReasonCode.TIMES_UNREADABLE: "Its times cannot be read any more: {problem}",
    ReasonCode.MISSED_LIMIT: "Only the latest {limit:number} missed times are made up for.",
    ReasonCode.NOTHING_RAN: "Nothing ran from {since} to {until} UTC.",
    ReasonCode.RUN_FOR_ALL: "{parts} This run stands for all of these times.",
    ReasonCode.STILL_RUNNING: "The run before was not over.",
    ReasonCode.SERVICE_SAID: "{text}",
    ReasonCode.MODEL_ASKS_FEWER: "{provider} asks for fewer calls; try again in a moment.",
    ReasonCode.MODEL_OVERLOADED: "{provider} is overloaded or unavailable; try again in a moment.",
    ReasonCode.MODEL_BROKEN: "{provider} had an internal error; try again in a moment.",
    ReasonCode.MODEL_LATE: "{provider} did not answer in time; try again.",
    ReasonCode.MODEL_BROKE_OFF: "{provider} broke off in the middle of the answer; try again.",
    ReasonCode.MODEL_UNREADABLE: "{provider} sent an answer that could not be read.",
    ReasonCode.MODEL_TOO_LONG: "The conversation is too long for {model}.",
    ReasonCode.MODEL_NOT_KNOWN: "{provider} does not know the model {model}{words}",
    ReasonCode.MODEL_REJECTED: "{provider} did not accept the request{words}",
    ReasonCode.MODEL_NOT_EXPRESSIBLE: "The request could not be put into {provider}'s form.",
    ReasonCode.MODEL_STATUS: "{provider} answered with status {status}{words}",
    ReasonCode.MODEL_CALL_FAILED: "The call of {model} failed unexpectedly ({error}).",
    ReasonCode.MODEL_KEY_REFUSED: "{provider} refused the key. Give it another one.",
    ReasonCode.MODEL_WITHOUT_END: "{model} answered without end; it was cut off.",
    ReasonCode.CREDENTIAL_NEEDED: "This needs the credential '{name}'; add it under Credentials and try again.",
    ReasonCode.VALUE_MISSING: "this is required.",
    ReasonCode.FIELD_UNKNOWN: "there is no such field; leave it out or correct its name.",
    ReasonCode.WRITE_TEXT: "write a text.",
    ReasonCode.WRITE_BOOLEAN: "write true or false.",
    ReasonCode.WRITE_INTEGER: "write a whole number.",
    ReasonCode.WRITE_NUMBER: "write a number.",
    ReasonCode.WRITE_LIST: "write a list.",
    ReasonCode.WRITE_OBJECT: "write an object.",
    ReasonCode.WRITE_OFFSET: "give the time with an offset, e.g. 2026-01-31T12:00:00Z.",
    ReasonCode.WRITE_TIME: "write a time as ISO 8601 with an offset, e.g. 2026-01-31T12:00:00Z.",
    ReasonCode.TEXT_TOO_SHORT: (
        "write at least {count:number} character.",
        "write at least {count:number} characters.",
    ),
    ReasonCode.TEXT_TOO_LONG: ("write at most {count:number} character.", "write at most {count:number} characters."),
    ReasonCode.TOO_FEW_ITEMS: ("give at least {count:number} item.", "give at least {count:number} items."),
    ReasonCode.TOO_MANY_ITEMS: ("give at most {count:number} item.", "give at most {count:number} items."),
    ReasonCode.NUMBER_TOO_SMALL: "choose {count} or more.",
    ReasonCode.NUMBER_NOT_ABOVE: "choose more than {count}.",
    ReasonCode.NUMBER_TOO_LARGE: "choose {count} or less.",
    ReasonCode.NUMBER_NOT_BELOW: "choose less than {count}.",
    ReasonCode.CHOOSE_ONE_OF: "choose {count}.",
    ReasonCode.WRITE_IN_FORM: "write it in the form {count}.",
    ReasonCode.NO_SUCH_ADDRESS: "There is nothing at this address; /docs lists what there is.",
    ReasonCode.METHOD_NOT_TAKEN: "This address does not take {method}; see `Allow`.",
    ReasonCode.BODY_TOO_LARGE: "The body is larger than this server takes.",
    ReasonCode.BODY_LARGER_THAN: "The body is larger than {most}.",
    ReasonCode.HEADERS_TOO_LARGE: "The headers exceed {most}.",
    ReasonCode.ADDRESS_TOO_LONG: "The address exceeds {most}.",
    ReasonCode.BODY_ENCODED: "Send the body as it is, without Content-Encoding.",
    ReasonCode.ONE_HOST: "Send exactly one Host header.",
    ReasonCode.NO_HOST: "`{host}` is no host: send a name or an address, and a port if need be.",
    ReasonCode.FOREIGN_HOST: "`{host}` is not a name of this server; add it to `allowed_hosts` if it is.",
    ReasonCode.BODY_LATE: "The body did not arrive within {seconds:number} seconds.",
    ReasonCode.FOREIGN_ORIGIN: "Pages of other origins may not call this server.",
    ReasonCode.ORIGIN_MISSING: "A request that changes something by session cookie must say its Origin.",
    ReasonCode.SEND_JSON: "Send JSON in UTF-8, with the header `Content-Type: application/json`.",
    ReasonCode.TOO_MANY_LINKS: (
        "Too many links that are not valid came from here; try again in {count:number} second.",
        "Too many links that are not valid came from here; try again in {count:number} seconds.",
    ),
    ReasonCode.ONE_KEY: "Send one key of 1 to {most:number} visible ASCII characters, e.g. a UUID.",
    ReasonCode.FILE_TOO_LARGE: "The file is larger than {most:number} MiB.",
    ReasonCode.STAGE_PASSED: "Passed.",
    ReasonCode.NONE_REQUESTED: "No agent was requested.",
    ReasonCode.SUPERVISOR_REQUESTED: "{agent} was requested: the supervisor routes, it is not routed to.",
    ReasonCode.AGENT_REQUESTED: "{agent} was requested.",
    ReasonCode.NONE_BEFORE: "No agent of this roster answered before.",
    ReasonCode.LAST_NOT_CHOOSABLE: "{agent} answered last, but cannot be chosen now.",
    ReasonCode.NO_FOLLOW_UP: "The message is not a follow-up.",
    ReasonCode.FOLLOW_UP: "A follow-up ({parts}): {agent} answered last.",
    ReasonCode.FOLLOW_UP_LOSES: "The message is a follow-up, but another agent wins: {parts}.",
    ReasonCode.PLAIN_REPLY: "a plain yes or no",
    ReasonCode.BEGINS_WITH: "begins with “{phrase}”",
    ReasonCode.SAYS_PHRASE: "says “{phrase}”",
    ReasonCode.SHORT_BEGINS_WITH: "a short message that begins with “{phrase}”",
    ReasonCode.SHORT_WITH: "a short message with “{phrase}”",
    ReasonCode.RIVAL_BY_INTENTS: "{agent} decides by its intents",
    ReasonCode.RIVAL_BY_EXAMPLES: "{agent} has it by examples with {confidence:number}",
    ReasonCode.RIVAL_BY_TAGS: "{agent} leads {last} by {lead:number} in tag score",
    ReasonCode.NO_SMALL_TALK: "The message is more than a greeting or thanks.",
    ReasonCode.GREETER: "Small talk, but {agent} has examples like it.",
    ReasonCode.SMALL_TALK: "Small talk: the supervisor answers directly.",
    ReasonCode.INTENTS_NO_KEYWORD: "No keyword or pattern of any agent is in the message.",
    ReasonCode.INTENT_UNSURE: "{agent} is the most confident with {confidence:number}; {least:number} is needed.",
    ReasonCode.INTENTS_CLOSE: (
        "{agent} with {confidence:number} and {second} with {less:number} are too close to tell apart."
    ),
    ReasonCode.INTENT_ALONE: "The keywords and patterns of {agent} give {confidence:number}.",
    ReasonCode.INTENT_LEADS: "The keywords and patterns of {agent} give {confidence:number}, {second} {less:number}.",
    ReasonCode.TAGS_NO_WORD: "No agent has any word of the message in its text.",
    ReasonCode.TAGS_COUNT_NOTHING: "Words and tags count nothing by the rules of this release.",
    ReasonCode.TAGS_ALONE: "{agent} scores {score:number}, the only one that scores.",
    ReasonCode.TAGS_LEAD: "{agent} scores {score:number}, {second} {less:number}.",
    ReasonCode.TAGS_TIE: "{agent} and {second} both score {score:number}; a model may choose.",
    ReasonCode.TIE_BY_PRIORITY: (
        "{agent} and {second} both score {score:number}; {agent} has the higher priority ({priority} over {less})."
    ),
    ReasonCode.TIE_BY_RARITY: "{agent} and {second} both score {score:number}; {agent} has the rarer words.",
    ReasonCode.TIE_BY_ORDER: "{agent} and {second} both score {score:number}; {agent} was registered first.",
    ReasonCode.NO_MODEL_TO_ASK: "No model is available to ask.",
    ReasonCode.NO_AGENT_TO_CHOOSE: "There is no agent to choose from.",
    ReasonCode.MODEL_IS_TO_CHOOSE: (
        "The rules leave {count:number} agent to choose from; a model is to choose.",
        "The rules leave {count:number} agents to choose from; a model is to choose.",
    ),
    ReasonCode.ROSTER_EMPTY: "No specialist fits: the roster has no agent to choose.",
    ReasonCode.NOBODY_FITS: "No specialist fits. The roster has {known}.",
    ReasonCode.NOBODY_FITS_OF_MANY: "No specialist fits. The roster has {known} and {count:number} more.",
}

ENGLISH_LACKS: Mapping[str, str] = {
    "inactive": "The agent is {status}; set its status to active.",
    "plugin": "The plug-in that carries out this agent is not installed.",
    "model-unknown": (
        "There is no model {model!r}; name it provider:model, with one of the providers {providers}, or use offline."
    ),
    "key-missing": "Set {variable} (or {setting}) to use {provider}.",
    "key-refused": (
        "{provider} refused the key. Set another one as {variable} or {setting}, and start Bailiwick again."
    ),
    "credit-used-up": "The account at {provider} has no credit or quota left.",
    "unreachable": "{provider} could not be reached or broke off; try again.",
    "address-missing": "Set {setting} to use {provider}.",
    "no-model-served": "No Ollama with a model answers at {url}; start it to use ollama.",
    "model-absent": "Ollama does not have {model}; run `ollama pull {model}`.",
    "script-outside": "Scripts are read from the data directory only.",
    "script-absent": "There is no such script file.",
    "mcp-unregistered": (
        "The MCP server {server} is not registered: an administrator adds it under Tools, MCP servers, or with"
        " `bailiwick mcp add`; then you enable it there."
    ),
    "mcp-disabled": "You have not enabled the MCP server {server}; enable it under Tools, MCP servers.",
    "mcp-unstartable": "The MCP server {server} cannot be started: {reason}",
    "mcp-unreachable": "The MCP server {server} could not be reached the last time: {reason}.",
    "mcp-unapproved": (
        "No tool of the MCP server {server} that this agent may use is approved; look at them under Tools, MCP servers."
    ),
    "store-missing": (
        "No Shopify store is connected. Add one under Settings, Stores, or with `bailiwick shopify add`."
    ),
    "store-refused": "{store} did not take its token; replace it under Settings, Stores.",
    "credential-missing": "There is no credential {name}; add it with `bailiwick credentials add {name}`.",
    "sandbox-missing": "No {program} can be run here: {reason}",
}
"""By the codes of what is missing, `core/needs.py`."""
