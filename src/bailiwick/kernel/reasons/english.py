"""The sentences of reasons in English.

A number is written as `{limit:number}`. Where a sentence has a form for one, it is a pair, and `count` chooses.
"""

from collections.abc import Mapping

from bailiwick.kernel.reasons.codes import ReasonCode

ENGLISH: Mapping[ReasonCode, str | tuple[str, str]] = {
    ReasonCode.PAUSED: "A person paused it.",
    ReasonCode.STOPPED: "A person stopped it.",
    ReasonCode.WORKER_STOPPED: "Its worker was shut down.",
    ReasonCode.UNEXPECTED: (
        "Something went wrong on our side. Try again; if it happens again, look at the server's log."
    ),
    ReasonCode.SEVERAL: "{parts}",
    ReasonCode.KEYS_READABLE: "Other accounts of this machine may read {place}; `chmod 600` it.",
    ReasonCode.EACH_IN_ITS_WAY: (
        "{name}, each in words of its own; `bailiwick lint` and `bailiwick agents show` tell them."
    ),
    ReasonCode.TOOL_ABSENT: "{tool}: {parts}",
    ReasonCode.KEY_NOT_BASE64: (
        "The credential key in {place} is not 32 bytes in base64; `openssl rand -base64 32` makes one."
    ),
    ReasonCode.KEY_GUESSABLE: (
        "The credential key in {place} is an example or can be guessed; `openssl rand -base64 32` makes one."
    ),
    ReasonCode.KEYS_EMPTY: "{variable} is empty; leave it out, or give 32 bytes in base64.",
    ReasonCode.KEYS_TOO_MANY: "There are more than {most:number} credential keys in {place}.",
    ReasonCode.KEYS_UNREADABLE: "The credential keys in {place} cannot be read: {problem}.",
    ReasonCode.KEYS_ABSENT: "There is no credential key in {place}; put the file back from a backup.",
    ReasonCode.KEY_NOT_HERE: "A credential was sealed with the key {key}, which is not here.",
    ReasonCode.KEYS_NOT_HERE: (
        "Credentials in the database were sealed with a key ({keys}) that is not in {place}. Put it back "
        "from a backup; `bailiwick credentials discard-lost` deletes what it sealed."
    ),
    ReasonCode.SEALED_FOR_ANOTHER: "What is stored for this credential was not sealed for it; store its value again.",
    ReasonCode.KEY_IS_THE_ONLY_ONE: (
        "{place} gives the only key. Put a new one before it, as NEW,OLD, for every process of Bailiwick, "
        "then rotate, then take the old one out. `openssl rand -base64 32` makes one."
    ),
    ReasonCode.CREDENTIAL_CLOSED: (
        "The credential “{name}” cannot be opened; store its value again, or ask an administrator."
    ),
    ReasonCode.FILE_NOT_READ: "{file} cannot be read: {problem}.",
    ReasonCode.DATABASE_OTHER_MAJOR: "{folder} was written by PostgreSQL {found}, this is {known}: restore a dump.",
    ReasonCode.DATABASE_ENDED: "The database server ended right after it started; see {log}.",
    ReasonCode.DATABASE_NOT_STARTED: "The database server did not start; see {log}.",
    ReasonCode.DATABASE_PROCESS_MUTE: "The database server (process {process}) does not answer; see {log}.",
    ReasonCode.DATABASE_STARTING_LONG: "Another process has been starting the database for two minutes; try again.",
    ReasonCode.FOLDER_OF_ANOTHER: "{folder} belongs to somebody else; remove it, or use a shorter data directory.",
    ReasonCode.DATABASE_NEEDS_ACCOUNT: (
        "As root the database needs an account named {name}, which could not be created: run as an "
        "ordinary user, or set BAILIWICK_DATABASE_URL."
    ),
    ReasonCode.POSTGRESQL_TOO_OLD: (
        "Bailiwick needs PostgreSQL 15 or later; the server at BAILIWICK_DATABASE_URL is {version}."
    ),
    ReasonCode.DATABASE_URL_MUTE: "The database at BAILIWICK_DATABASE_URL does not answer: {problem}",
    ReasonCode.DATABASE_URL_WRONG: "BAILIWICK_DATABASE_URL is not an address: {problem}",
    ReasonCode.ROLE_NOT_CREATED: (
        "The role {user} may not create or take the role {role}; as a superuser run: CREATE ROLE {role} "
        "NOLOGIN; GRANT {role} TO {user};"
    ),
    ReasonCode.ROLE_BYPASSES: (
        "The role {role} on your server may bypass row-level security; run: ALTER ROLE {role} NOSUPERUSER NOBYPASSRLS"
    ),
    ReasonCode.SCHEMA_NEWER: (
        "The database is at revision {found}, this Bailiwick knows {known}: use a newer Bailiwick."
    ),
    ReasonCode.PLUGIN_NAME: (
        "A plug-in with tables needs a name of at most 40 lower-case letters, digits and underscores; {plugin} is none."
    ),
    ReasonCode.PLUGIN_MIGRATION_NAME: (
        "The migration {file} needs a name like 0001_books.sql, with a number that no other has."
    ),
    ReasonCode.PLUGIN_MIGRATION_FAILED: "The migration {file} failed: {problem}",
    ReasonCode.PLUGIN_TABLES_NEWER: (
        "The tables of {plugin} are at migration {found}, which is not installed: install a newer version."
    ),
    ReasonCode.PLUGIN_REACHES_OUT: "Its migrations made or removed something outside the schema {schema}.",
    ReasonCode.PLUGIN_HAS_OTHER: (
        "Its migrations may make plain tables, sequences and functions without SECURITY DEFINER; {name} is none."
    ),
    ReasonCode.PLUGIN_TABLE_ABSENT: "Its migrations do not make {table}.",
    ReasonCode.PLUGIN_TABLE_USERLESS: "The table {table} needs a column user_id of type uuid: rows belong to people.",
    ReasonCode.PLUGIN_TABLE_KEYLESS: "The table {table} needs a primary key.",
    ReasonCode.PLUGIN_KEY_USERLESS: (
        "The key {key} of the table {table} must include user_id and stay within the plug-in's tables, and what it"
        " refers to must be deletable: people would get in each other's way."
    ),
    ReasonCode.PLUGIN_AGE_ABSENT: "The table {table} needs the column {column} of type timestamptz to grow old by.",
    ReasonCode.PLUGIN_TABLE_OPEN: "The rows of the table {table} cannot be kept apart by person: {problem}",
    ReasonCode.VECTOR_NOT_CREATED: (
        "Bailiwick needs the extension pgvector; as a superuser run in its database: CREATE EXTENSION vector;"
    ),
    ReasonCode.VECTOR_ABSENT: (
        "Bailiwick needs the extension pgvector, which this PostgreSQL does not have; install it beside "
        "the server (packages call it postgresql-18-pgvector or alike) and start again."
    ),
    ReasonCode.ROLE_NOT_OWNER: (
        "The role of the database address must own the database and may create schemas in it; PostgreSQL "
        "said: {problem}."
    ),
    ReasonCode.NO_DATA_DIRECTORY: (
        "There can be no data directory {home}: {problem}. Name another with --home or BAILIWICK_HOME."
    ),
    ReasonCode.NO_MODEL_IN_FOLDER: "There is no model in {folder}; run `bailiwick documents fetch-model`.",
    ReasonCode.MODEL_NOT_READ: "The model in {folder} cannot be read: {problem}.",
    ReasonCode.INDEX_LACKS_MODEL: "{index} has no {file}; name another index with BAILIWICK_PACKAGE_INDEX.",
    ReasonCode.MODEL_ADDRESS_NO_WEB: "{address} is no address of the web.",
    ReasonCode.ADDRESS_SAID: "{address} cannot be reached: {problem}",
    ReasonCode.MODEL_TOO_LARGE: "{address} sends more than the model has.",
    ReasonCode.MODEL_IS_ANOTHER: (
        "{address} is not the model that is known: its SHA-256 is another one. Nothing was kept."
    ),
    ReasonCode.MODEL_FILE_IS_ANOTHER: "{file} in {package} is not what it should be. Nothing was kept.",
    ReasonCode.DISK_FULL: "The disk of this server is full; free some space there and try again.",
    ReasonCode.FAULT_LOGGED: "Something went wrong here that is not your fault; the log says what, under {reference}.",
    ReasonCode.BODY_CUT_OFF: "The connection ended before the body was complete.",
    ReasonCode.TOO_MANY_STREAMS: "You follow {most:number} streams already; end some and try again.",
    ReasonCode.TOO_MANY_OPEN: "This address has {most:number} requests open already; end some and try again.",
    ReasonCode.SERVED_AT: "Bailiwick is already serving this data directory at {url}.",
    ReasonCode.SERVE_STARTING: "Bailiwick is already starting with this data directory.",
    ReasonCode.ID_MEANS_ELSE: "`{id}` means something else here; choose another id.",
    ReasonCode.ROLE_OF_SUPERVISOR: "the role supervisor belongs to `{id}`; choose another role.",
    ReasonCode.NO_NUL_NOR_HALF: "leave out NUL characters and halves of characters.",
    ReasonCode.TIME_OUT_OF_RANGE: "choose a time between the years {first} and {last}.",
    ReasonCode.ONLY_SPACE: "write something; this is only white space.",
    ReasonCode.USE_ONE_LINE: "use one line without control characters.",
    ReasonCode.NO_INVISIBLE: "leave out invisible characters that change how a name is read.",
    ReasonCode.USE_ZONE: "use the IANA name of a time zone, e.g. Europe/Madrid.",
    ReasonCode.PERSON_SAID: "{text}",
    ReasonCode.BEFORE_EDITS: "The agents as they were before the first change.",
    ReasonCode.AGENT_ADDED: "{agent} was added",
    ReasonCode.AGENT_DELETED: "{agent} was deleted",
    ReasonCode.AGENT_RESET: "{agent} was reset",
    ReasonCode.AGENT_STATUS: "{agent} is {status}",
    ReasonCode.AGENT_CHANGED: "{agent}: {fields} changed",
    ReasonCode.AGENTS_IMPORTED: ("{count:number} agent was imported", "{count:number} agents were imported"),
    ReasonCode.AGENTS_EDITED: "The agents were changed.",
    ReasonCode.EDITS_UNDONE: "The changes were taken back.",
    ReasonCode.CANDIDATE_PUBLISHED: "It was published.",
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
    ReasonCode.EXTRA_MISSING: (
        "This needs an extra; install {package} (`pip install '{package}'`) where Bailiwick is and start Bailiwick"
        " again."
    ),
    ReasonCode.DENO_LACKS_LIBRARY: (
        "Deno needs the library {library}, which this machine lacks; install it and start Bailiwick again."
    ),
    ReasonCode.DENO_NOT_CONFINED: (
        "Deno does not run confined on this machine ({trouble}); allow unprivileged user namespaces (in a container:"
        " run it with a seccomp and AppArmor profile that lets bubblewrap work) and start Bailiwick again."
    ),
    ReasonCode.AGENT_UNMADE: "The agent cannot be made: {problem}.",
    ReasonCode.TIME_LIMIT: "Stopped at the time limit of this agent's budget.",
    ReasonCode.STEP_LIMIT: "Stopped at the limit of {limit:number} steps per execution.",
    ReasonCode.BUDGET_OF_TOKENS: "Stopped at the limit of {limit:number} tokens per execution.",
    ReasonCode.NO_ANSWER: "{agent} ended without an answer.",
    ReasonCode.NO_REPORT: "{agent} ended without a report.",
    ReasonCode.NOTHING_TO_BUILD_ON: "What it builds on was not answered, so nothing was done.",
    ReasonCode.NO_SUCH_RESULT: "The conversation holds no result of a call {call}.",
    ReasonCode.NO_SUCH_COLLEAGUE: "There is no colleague “{to}” here; there are: {names}.",
    ReasonCode.HANDED_OVER: "{agent} cannot do this and handed it over to {second}.",
    ReasonCode.HANDED_OVER_FOR_TOOL: "{agent} has no tool for this; {second} has one: {tool}.",
    ReasonCode.HANDED_OVER_SAYING: "{agent} handed it over to {second}: {text}",
    ReasonCode.NO_REVISION: "{agent} ended the revision without an answer.",
    ReasonCode.AGENT_WAS_REMOVED: "The agent {agent} was removed while the request waited.",
    ReasonCode.HELPER_LIMIT: "This execution has called {limit:number} helpers, which is its limit.",
    ReasonCode.HELPER_REPEATED: "{agent} has done this very task already; use its report, or give it another task.",
    ReasonCode.TOOL_CALL_REPEATED: "This call of {tool} has given the same twice already; it was not made again.",
    ReasonCode.UNKNOWN_OUTCOME: (
        "Nobody knows whether this took effect: the worker stopped while it ran. Check before repeating it."
    ),
    ReasonCode.OUTCOME_UNKNOWN: "The outcome of {tool} is unknown: it had begun when its worker stopped.",
    ReasonCode.APPROVAL_NEEDED: "Waits for your approval of {tools}.",
    ReasonCode.MODEL_ASKS_FEWER: "{provider} asks for fewer calls; try again in a moment.",
    ReasonCode.MODEL_OVERLOADED: "{provider} is overloaded or unavailable; try again in a moment.",
    ReasonCode.MODEL_BROKEN: "{provider} had an internal error; try again in a moment.",
    ReasonCode.MODEL_LATE: "{provider} did not answer in time; try again.",
    ReasonCode.MODEL_BROKE_OFF: "{provider} broke off in the middle of the answer; try again.",
    ReasonCode.MODEL_UNREADABLE: "{provider} sent an answer that could not be read.",
    ReasonCode.MODEL_TOO_LONG: "The conversation is too long for {model}.",
    ReasonCode.MODEL_NOT_KNOWN: "{provider} does not know the model {model}{words}",
    ReasonCode.MODEL_REJECTED: "{provider} did not accept the request{words}",
    ReasonCode.MODEL_REFUSED: "{provider} does not answer this: it goes against its rules of content.",
    ReasonCode.MODEL_NOT_EXPRESSIBLE: "The request could not be put into {provider}'s form.",
    ReasonCode.MODEL_STATUS: "{provider} answered with status {status}{words}",
    ReasonCode.MODEL_CALL_FAILED: "The call of {model} failed unexpectedly ({error}).",
    ReasonCode.MODEL_KEY_REFUSED: "{provider} refused the key. Give it another one.",
    ReasonCode.MODEL_UNREACHABLE: "{provider} cannot be reached.",
    ReasonCode.MODEL_CREDIT_USED_UP: "The account at {provider} has no credit left.",
    ReasonCode.MODEL_HELD_BACK: "{parts} It is asked again in {seconds:number} s.",
    ReasonCode.MODEL_WITHOUT_END: "{model} answered without end; it was cut off.",
    ReasonCode.MODEL_PREFERRED: "It is your default model.",
    ReasonCode.MODEL_SET: "It is the default model, set by {setting}.",
    ReasonCode.MODEL_CHOSEN: "It is the default model, chosen by an administrator.",
    ReasonCode.MODEL_FIRST: "It is the first model that can be used; nobody has chosen a default.",
    ReasonCode.MODEL_NONE: "No language model is connected; rules and tools answer.",
    ReasonCode.MODEL_NAMED: "The agent names it.",
    ReasonCode.MODEL_NAMED_UNUSABLE: "The agent names {model}, which cannot be used here; the default stands in.",
    ReasonCode.MODEL_STANDS_IN: "It stands in for {model}: {parts}",
    ReasonCode.ROUTING_MODEL_NONE: "No model is chosen for it, so none is asked.",
    ReasonCode.ROUTING_MODEL_CHOSEN: "An administrator chose it for routing.",
    ReasonCode.ROUTING_MODEL_NAMED: "The rules of routing name it.",
    ReasonCode.ROUTING_MODEL_GONE: "{model} was chosen for routing and is not there any more, so no model is asked.",
    ReasonCode.ROUTING_MODEL_GIVEN: "{setting} says which model is asked; it cannot be changed here.",
    ReasonCode.CREDENTIAL_NEEDED: "This needs the credential '{name}'; add it under Credentials and try again.",
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
    ReasonCode.RATE_OF_PERSON: (
        (
            "You asked for more than the limit `{limit}` allows, "
            "{most:number} a minute; try again in {count:number} second."
        ),
        (
            "You asked for more than the limit `{limit}` allows, "
            "{most:number} a minute; try again in {count:number} seconds."
        ),
    ),
    ReasonCode.RATE_OF_KEY: (
        (
            "This key asked for more than the limit `{limit}` allows, "
            "{most:number} a minute; try again in {count:number} second."
        ),
        (
            "This key asked for more than the limit `{limit}` allows, "
            "{most:number} a minute; try again in {count:number} seconds."
        ),
    ),
    ReasonCode.RATE_OF_ADDRESS: (
        (
            "From your address comes more than the limit `{limit}` allows, "
            "{most:number} a minute; try again in {count:number} second."
        ),
        (
            "From your address comes more than the limit `{limit}` allows, "
            "{most:number} a minute; try again in {count:number} seconds."
        ),
    ),
    ReasonCode.ONE_KEY: "Send one key of 1 to {most:number} visible ASCII characters, e.g. a UUID.",
    ReasonCode.FILE_TOO_LARGE: "The file is larger than {most:number} MiB.",
    ReasonCode.REVIEW_NO_MODEL: "No model is configured that could look at the answer.",
    ReasonCode.REVIEW_DOUBTS: "{parts}",
    ReasonCode.DOUBT_EMPTY: "the answer was empty",
    ReasonCode.DOUBT_TOOL_ERROR: "a tool failed and the answer may lack what it would have given",
    ReasonCode.DOUBT_LIMIT: "the agent stopped at its limit of rounds",
    ReasonCode.DOUBT_REFUSAL: "the agent declined",
    ReasonCode.DOUBT_PART_FAILED: "a part of the request was not answered",
    ReasonCode.REVIEW_EMPTY_ANSWER: "The answer was empty.",
    ReasonCode.REVIEW_NOTHING_TO_CHANGE: "Nothing to change.",
    ReasonCode.REVIEW_NO_ADVICE: "It was sent back without advice.",
    ReasonCode.REVIEW_UNREADABLE: "The review could not be read.",
    ReasonCode.SCOPE_NEEDED: "This key may not do that; it needs the scope `{scope}`.",
    ReasonCode.SIGN_IN: "Sign in, or send an API key as `Authorization: Bearer bwkey_…` or `X-API-Key`.",
    ReasonCode.ADMINISTRATORS_ONLY: "Only the owner and administrators may do that.",
    ReasonCode.NOTHING_TO_CHANGE: "Give at least one field to change.",
    ReasonCode.GIVE_ONE_OF: "Give at least one of {names}.",
    ReasonCode.DIRECT_NEEDS_AGENT: "Choose an agent for a direct conversation.",
    ReasonCode.DATABASE_UNREACHABLE: "The database cannot be reached now; try again in a moment.",
    ReasonCode.DATABASE_FULL: "The disk of the database is full; free some space there and try again.",
    ReasonCode.KEY_DOES_TOO_MUCH: "A key may not do more than what it is made with.",
    ReasonCode.SEND_TYPE: "Send the body with the header `Content-Type: {type}`.",
    ReasonCode.STORE_ACCESS: "Give a token, or a client id with its secret.",
    ReasonCode.LAST_EVENT_ID: "Last-Event-ID must be an id that this stream sent.",
    ReasonCode.CURSOR_UNKNOWN: "A cursor is the id of an event that this stream sent.",
    ReasonCode.SEND_FILE_AS: "Send the file as `{type}`, in a part named `file`.",
    ReasonCode.FORM_UNREADABLE: "The form cannot be read: {detail}",
    ReasonCode.SEND_ONE_FILE: "send one file, in a part named `file`.",
    ReasonCode.CONNECTION_NAME: (
        "A connection's name has up to 40 small letters, digits, dots, hyphens or underscores, and begins with a letter"
        " or digit."
    ),
    ReasonCode.CONNECTION_THERE: "There is a connection called {name} already; choose another name.",
    ReasonCode.CONNECTION_RESERVED: (
        "{name} is what models of the environment or of another kind of provider are called; choose another name."
    ),
    ReasonCode.CONNECTION_KEY: "A key is one line of letters, digits and signs, without blanks.",
    ReasonCode.CONNECTION_NEEDS_KEY: "A connection to {provider} needs a key.",
    ReasonCode.CONNECTION_NEEDS_ADDRESS: "Say at which address the server answers, e.g. http://127.0.0.1:8000/v1.",
    ReasonCode.CONNECTION_ADDRESS: (
        "An address begins with http:// or https:// and has no user name, no parameters and no fragment."
    ),
    ReasonCode.CONNECTION_ELSEWHERE: (
        "A connection of your own leads to the public internet, by port 80 or 443; those to this machine and its"
        " networks are added by an administrator."
    ),
    ReasonCode.CONNECTION_IN_USE: "Models of {name} are in use; say so to remove it anyway.",
    ReasonCode.CONNECTIONS_SHARED_ONLY: "In this installation only administrators add connections.",
    ReasonCode.CONNECTION_NEW_KEY: "With another address the key has to be entered again.",
    ReasonCode.DEFAULT_GIVEN: "{setting} says which model is the default; it cannot be changed here.",
    ReasonCode.MODELS_NOT_LISTED: "{name} did not say which models it has: {words}",
    ReasonCode.CREDENTIAL_NAME: (
        "Name it with 1 to 64 small letters, digits, dots, hyphens and underscores, e.g. brave."
    ),
    ReasonCode.CREDENTIAL_VALUE: "A value has {least:number} to {most:number} characters, not all blank.",
    ReasonCode.VALUE_NUL: "The value holds a NUL character; copy it again.",
    ReasonCode.DESCRIPTION_TOO_LONG: "Describe it in at most {most:number} characters.",
    ReasonCode.VALUE_HALF: "The value holds half a character; copy it again.",
    ReasonCode.STORE_ADDRESS: (
        "Give the store's address at Shopify, like your-store.myshopify.com; it stands in Shopify under"
        " Settings, Domains."
    ),
    ReasonCode.RELEASE_NOT_WAITING: "Release {number} is {status}; it does not wait to be published.",
    ReasonCode.SHARE_BOUNDS: "A share is 1 to 100 percent.",
    ReasonCode.SHARE_TAKEN: "Release {number} has a share already; take that back first.",
    ReasonCode.NO_SHARE: "Release {number} decides no share of the messages.",
    ReasonCode.TOO_MANY_OF_THESE: (
        "There are {count:number} already; delete one first.",
        "There are {count:number} already; delete one first.",
    ),
    ReasonCode.SAY_WHAT_TO_FIND: "Say what to look for.",
    ReasonCode.FILE_LARGER_THAN: "The file is larger than {most} MB.",
    ReasonCode.FILES_TOO_LARGE: (
        "Your files in chat would be larger than {most} MB in all; delete conversations with files first."
    ),
    ReasonCode.TOO_MANY_FILES: "A message can have {most} files at most.",
    ReasonCode.FILE_NOT_FOR_CHAT: (
        "Files of this kind cannot be sent. PNG, JPEG, GIF and WebP pictures, PDF, DOCX, HTML, Markdown, CSV and other"
        " text can."
    ),
    ReasonCode.DOCUMENTS_TOO_LARGE: "Your documents would be larger than {most} MB in all; delete some first.",
    ReasonCode.EDITS_OVERTAKEN: (
        "The published release has its edits already, or not its agents any more; discard it."
    ),
    ReasonCode.MESSAGE_EMPTY: "The message is empty; write what you want done.",
    ReasonCode.NOT_RESUMABLE: "The execution is {status}; only a waiting one can be resumed.",
    ReasonCode.THREADS_NEVER_MIX: (
        "That conversation is {mode} with {agent}, and threads of different agents and modes never mix."
        " Leave out conversationId, or agentId and forceSupervised."
    ),
    ReasonCode.LONGER_THAN: "This has more than {most:number} characters.",
    ReasonCode.ID_RESERVED: "The id {id} is reserved; choose another one.",
    ReasonCode.ONE_SUPERVISOR: "There is one supervisor; give the agent another role.",
    ReasonCode.SUPERVISOR_NEEDED: ("The supervisor cannot be paused or archived; every supervised request needs it."),
    ReasonCode.NO_SUCH_FIELD: "An agent has no field {name}.",
    ReasonCode.LINK_USED: "This login link has been used or is too old; `bailiwick keys link` prints a new one.",
    ReasonCode.INVITATION_USED: "This invitation has been used or is too old; ask whoever invited you for a new one.",
    ReasonCode.SIGN_IN_WRONG: "Nobody signs in with this name and this password.",
    ReasonCode.SIGN_IN_NAME_TAKEN: "Somebody else signs in with this name; choose another.",
    ReasonCode.SIGN_IN_NAME_FORM: "Choose a name without spaces, of 2 to {most:number} characters.",
    ReasonCode.SHORT_PASSWORD: "Choose a password of at least {least:number} characters.",
    ReasonCode.GUESSABLE_PASSWORD: (
        "This password is easy to guess; a few words that do not belong together make a good one."
    ),
    ReasonCode.WRONG_PASSWORD: "This is not your password so far.",
    ReasonCode.SESSION_NEEDED: "A key may not do this; sign in.",
    ReasonCode.KEY_NEEDS_SCOPE: "Give the key at least one scope: read, run or manage.",
    ReasonCode.KEY_EXPIRED: "The key would have expired already; choose a later time.",
    ReasonCode.NOT_TALKED_TO: "{agent} cannot be talked to directly; choose another.",
    ReasonCode.ZONE_NAME: "Use the IANA name of a time zone, e.g. Europe/Madrid.",
    ReasonCode.TOO_MUCH_WORK: (
        (
            "{count:number} of your requests are not finished yet; stop some, or wait until some are done, and"
            " try again."
        ),
        (
            "{count:number} of your requests are not finished yet; stop some, or wait until some are done, and"
            " try again."
        ),
    ),
    ReasonCode.SUPERVISOR_ONCE: "There is one supervisor; it cannot be duplicated.",
    ReasonCode.ONLY_RUNTIME_EXPIRE: "Only runtime agents expire; this one is kept already.",
    ReasonCode.AGENT_SHIPS: "{agent} ships with the product; pause it instead, or reset your changes to it.",
    ReasonCode.ONLY_SHIPPED_RESET: "Only agents that ship with the product or a plug-in can be reset.",
    ReasonCode.CRON_CHARACTERS: "The {name} `{part}` holds characters that cron does not know.",
    ReasonCode.CRON_NAMES: "The {name} `{part}` holds a name that cron does not know there.",
    ReasonCode.CRON_TOO_LONG: "A cron pattern has at most {most} characters.",
    ReasonCode.CRON_SIX_FIELDS: "Give five fields, without seconds and years: once a minute is the most often.",
    ReasonCode.CRON_FIVE_FIELDS: (
        "Give five fields: minute, hour, day of the month, month, day of the week; e.g. `0 9 * * 1-5`."
    ),
    ReasonCode.CRON_NEVER: "This date never comes, e.g. the 30th of February.",
    ReasonCode.CRON_WRONG: "This is no cron pattern: {problem}",
    ReasonCode.CLOCKS_FORWARD_BEFORE: "The clocks go forward just before.",
    ReasonCode.CLOCKS_FORWARD_AFTER: "The clocks go forward just after.",
    ReasonCode.CLOCKS_BACK_BEFORE: "The clocks have gone back: this hour is the second of two.",
    ReasonCode.CLOCKS_BACK_AFTER: "The clocks go back afterwards: this hour comes twice, and this is the first.",
    ReasonCode.STORE_ACCESS_WHOLE: (
        "Copy the access token whole, like shpat_…; or the client id and secret of the app, on two lines."
    ),
    ReasonCode.STORE_KNOWN: "{store} is among your stores already; give it another token instead.",
    ReasonCode.OTHER_DEFAULT: "Make another store the default instead.",
    ReasonCode.ID_NO_UUID: "There is nothing of that id; ids are UUIDs.",
    ReasonCode.TRIALS_LATE: ("Only {done:number} of {total:number} decisions were made in time; try fewer messages."),
    ReasonCode.CALL_NOT_WAITING: "The call is {status}; it does not wait any more.",
    ReasonCode.CONVERSATION_THERE: "There is such a conversation already.",
    ReasonCode.CONVERSATION_RUNS: "An execution of this conversation is still running; cancel it first.",
    ReasonCode.EXECUTION_ELSEWHERE: "That execution belongs to another conversation.",
    ReasonCode.EXECUTION_REPLACED: "That execution has been replaced already.",
    ReasonCode.EXECUTION_NOT_OVER: ("That execution or a later one of its conversation is not over; stop it first."),
    ReasonCode.CREDENTIAL_THERE: ("There is a credential called {name} already; replace its value or choose a name."),
    ReasonCode.VALUE_UNSTORABLE: (
        "A value holds something that cannot be stored, such as a NUL character or half a surrogate pair."
    ),
    ReasonCode.DATABASE_CLOSED: "The database is not open in this process.",
    ReasonCode.UPLOADED_TEXT: "The text of an uploaded file cannot be changed; upload the changed file instead.",
    ReasonCode.NOT_WAITING: "The execution is {status}, not waiting.",
    ReasonCode.CASE_THERE: "Another golden case is for the same message after the same agent.",
    ReasonCode.KEY_OF_ANOTHER_REQUEST: "This Idempotency-Key was used before with another request.",
    ReasonCode.KEY_IN_PROGRESS: "The first request with this Idempotency-Key has no response yet.",
    ReasonCode.NOTE_THERE: "There is a note of that title again; delete or empty that one first.",
    ReasonCode.NOTE_TITLE_TAKEN: "There is a note “{title}” already; choose another title, or merge the two.",
    ReasonCode.NOTE_CHANGED_SINCE: "The note has been changed since; look at it again.",
    ReasonCode.FILE_EMPTY: "The file is empty.",
    ReasonCode.TOOL_PATTERN: "A tool pattern cannot be used: {error}.",
    ReasonCode.TOO_MANY_SANDBOXES: (
        (
            "There are {count} sandboxes already, which is the most one person may have; stop one with"
            " sandbox_stop first."
        ),
        (
            "There are {count} sandboxes already, which is the most one person may have; stop one with"
            " sandbox_stop first."
        ),
    ),
    ReasonCode.NOT_FOUND: "There is no such {kind:kind}.",
    ReasonCode.NOT_FOUND_NAMED: "There is no {kind:kind} called '{name}'.",
    ReasonCode.BODY_NO_UTF8: "The body is not UTF-8 at byte {byte}; encode it as UTF-8.",
    ReasonCode.BODY_NO_JSON: "The body is not JSON: {problem} at line {line}, column {column}.",
    ReasonCode.BODY_TOO_DEEP: "The body nests deeper than {most} levels.",
    ReasonCode.KEY_TWICE: "The key {key} stands twice in one object; send it once.",
    ReasonCode.NO_JSON_NUMBER: "{name} is not a JSON number; send a finite number or null.",
    ReasonCode.NUMBER_BEYOND_64: "The number {digits}… does not fit into 64 bits; send a smaller one.",
    ReasonCode.REMOVE_NUL: "remove the NUL character (U+0000); it cannot be stored.",
    ReasonCode.HALF_CHARACTER: "half of a surrogate pair is not a character; send whole characters.",
    ReasonCode.SEND_FINITE: "send a finite number.",
    ReasonCode.NESTS_TOO_DEEP: "this nests deeper than {most} levels.",
    ReasonCode.GIVE_ZONE: "Give an IANA name of a time zone, e.g. Europe/Madrid.",
    ReasonCode.PROVIDER_WITHOUT_EMBEDDINGS: (
        "{model} cannot be used to search by meaning: choose a model of a connection that everybody uses, of any"
        " provider but Anthropic, which has none."
    ),
    ReasonCode.EMBEDDER_GIVEN: "{setting} says which embedder is used; it cannot be changed here.",
    ReasonCode.NO_EMBEDDER: "There is no embedder {embedder}; use {known}.",
    ReasonCode.NOTHING_NEEDED_LIKE_THAT: (
        "{text} is nothing an agent can need: write mcp:NAME, store:KIND, credential:NAME, or one of {programs}."
    ),
    ReasonCode.NOT_IN_RELEASE: "There is no agent {agent} in the published release.",
    ReasonCode.RUNTIME_NOT_IN_RELEASE: "{agent} is a runtime agent, which no release holds; keep it first.",
    ReasonCode.NOT_YET_IN_RELEASE: (
        "{agent} is not in the published release yet; publish the candidate that adds it first."
    ),
    ReasonCode.FILE_UNREADABLE: "The file is {what}. Text, Markdown, HTML, PDF and DOCX can be read.",
    ReasonCode.CHANGED_SINCE: (
        "What this call is about has changed since a person was asked, so it was not made. Look at what is there"
        " now, and ask again."
    ),
    ReasonCode.APPROVED_ANOTHER_CALL: "The call that a person agreed to was another one; it was not made.",
    ReasonCode.APPROVAL_LATE: "Nobody approved this call in time, so it was not made.",
    ReasonCode.CALL_DENIED: "A person denied this call.",
    ReasonCode.CALL_DENIED_SAYING: "A person denied this call. They say: {note}",
    ReasonCode.CALL_NOT_MADE: "This call was not made: the work broke off before it.",
    ReasonCode.ARGUMENTS_NO_JSON: "The arguments were not valid JSON; send one JSON object.",
    ReasonCode.ARGUMENTS_NO_OBJECT: "The arguments must be one JSON object.",
    ReasonCode.ARGUMENTS_UNWRITABLE: "The arguments of {tool} are not valid JSON.",
    ReasonCode.ARGUMENTS_TOO_LONG: "The arguments of {tool} are longer than {most:number} characters.",
    ReasonCode.ARGUMENTS_WITH_NUL: "The arguments of {tool} contain a NUL character, which cannot be kept.",
    ReasonCode.ARGUMENTS_UNUSABLE: "The arguments of {tool} cannot be used: {parts}",
    ReasonCode.ARGUMENT_MISSING: "{name} is missing.",
    ReasonCode.NO_SUCH_ARGUMENT: "there is no argument {name} (it takes {known}).",
    ReasonCode.NO_ARGUMENT_AT_ALL: "there is no argument {name} (it takes no arguments).",
    ReasonCode.ARGUMENT_NO_UNICODE: "the text holds characters that are not valid Unicode.",
    ReasonCode.TOOL_UNAVAILABLE: "{tool} is unavailable: {parts}",
    ReasonCode.NO_SUCH_TOOL: "There is no tool called '{tool}' here. The tools are: {known}.",
    ReasonCode.NO_TOOLS_AT_ALL: "There is no tool called '{tool}' here, and no other.",
    ReasonCode.EMBEDDER_NONE: "No embedder is configured.",
    ReasonCode.EMBEDDER_OFF: (
        "No embedder is configured; documents are searched by words. An administrator chooses one in Settings or with"
        " `bailiwick models embedder`."
    ),
    ReasonCode.EMBEDDER_SLOW: "{embedder} did not answer in {seconds:number} s.",
    ReasonCode.EMBEDDER_COUNT: "{embedder} sent {sent:number} embeddings for {texts:number} texts.",
    ReasonCode.EMBEDDER_SIZES: "{embedder} sent embeddings of different or impossible sizes.",
    ReasonCode.EMBEDDER_CHANGED: "{embedder} sent {size} dimensions, before it was {before}; is it another model now?",
    ReasonCode.EMBEDDER_NO_DIRECTION: "{embedder} sent an embedding without direction.",
    ReasonCode.EMBEDDER_GARBLED: "{embedder} answered with something that is no embedding.",
    ReasonCode.EMBEDDER_TOO_LONG: "{embedder} sent an answer too long to be embeddings.",
    ReasonCode.EMBEDDER_SILENT: "{embedder} does not answer at {url}.",
    ReasonCode.EMBEDDER_UNREACHABLE: "{embedder} cannot be reached at {url} ({error}).",
    ReasonCode.EMBEDDER_NO_JSON: "{url} did not answer with JSON; check the address (most end in /v1).",
    ReasonCode.EMBEDDER_REFUSED_KEY: "{embedder} refused the key ({status}).",
    ReasonCode.EMBEDDER_BUSY: "{embedder} is busy (429).",
    ReasonCode.EMBEDDER_FAILED: "{embedder} failed ({status}): {words}",
    ReasonCode.EMBEDDER_REFUSED: "{embedder} refused ({status}): {words}",
    ReasonCode.LOCAL_MODEL_MISSING: "The local embedder has no model in {folder}; run `{command}`.",
    ReasonCode.LOCAL_MODEL_UNREADABLE: "The model in {folder} cannot be read; run `{command}` again.",
    ReasonCode.SCRIPT_NO_FILE: "A script is a .toml or .json file of at most 1 MiB.",
    ReasonCode.SCRIPT_UNREADABLE: "{name} is not a script for the scripted model.",
    ReasonCode.CASSETTE_MISSES: "The cassette has no such call; record it again.",
    ReasonCode.CASSETTE_DAMAGED: "The cassette is damaged; record it again.",
    ReasonCode.TOOL_TOO_OFTEN: (
        "{tool} may be called {most:number} times a minute; try again in {count:number} second.",
        "{tool} may be called {most:number} times a minute; try again in {count:number} seconds.",
    ),
    ReasonCode.TOOL_TOO_SLOW: "{tool} did not finish within {seconds:number} seconds and was stopped.",
    ReasonCode.TOOL_WAITED: "{tool} waited too long for an answer.",
    ReasonCode.TOOL_UNREACHABLE: "{tool} could not reach what it needs.",
    ReasonCode.TOOL_DISK_FULL: "{tool} could not write: the disk of the server is full.",
    ReasonCode.TOOL_BROKE: "{tool} stopped with an unexpected error ({error}).",
    ReasonCode.FUNCTION_BROKE: "{agent} failed: {error}.",
    ReasonCode.SERVICE_STATUS: "{service} answered with status {status}; try again later.",
    ReasonCode.SERVICE_STATUS_SAYING: "{service} answered with status {status}: {words}; try again later.",
    ReasonCode.SERVICE_NOT_ACCEPTED: "{service} did not accept the request: {words}",
    ReasonCode.SERVICE_TOO_OFTEN: "{service} has been asked too often; try again in a while.",
    ReasonCode.SERVICE_TOO_OFTEN_WAIT: (
        "{service} has been asked too often; try again in {count:number} second.",
        "{service} has been asked too often; try again in {count:number} seconds.",
    ),
    ReasonCode.SERVICE_SENT_TOO_MUCH: "{service} sent more than was asked for; try again later.",
    ReasonCode.SERVICE_GARBLED: "{service} answered in a way that is not known here; try again later.",
    ReasonCode.HOST_LATE: "{host} did not answer in time.",
    ReasonCode.HOST_INCOMPLETE: "{host} did not answer completely within {seconds:number} seconds.",
    ReasonCode.HOST_UNREACHABLE: (
        "Could not reach {host}. Check the connection to the internet; only public servers are asked."
    ),
    ReasonCode.HOST_NO_CERTIFICATE: "{host} has no valid certificate.",
    ReasonCode.HOST_NO_WEB_SERVER: "{host} did not answer as web servers do.",
    ReasonCode.HOST_LEADS_ON: "{host} leads from one address to the next without end.",
    ReasonCode.NO_WEB_ADDRESS: "That is not the address of a web page.",
    ReasonCode.ADDRESS_SCHEME: "Only addresses that begin with http:// or https:// can be read.",
    ReasonCode.ADDRESS_WITHOUT_HOST: "That address names no host.",
    ReasonCode.ADDRESS_WITH_USER: "Addresses with a user name or password in them are not read.",
    ReasonCode.ADDRESS_PORT: "Only the usual ports of the web, 80 and 443, can be reached.",
    ReasonCode.LEADS_NOWHERE: "The page leads on to something that is not an address.",
    ReasonCode.ANSWER_BADLY_PACKED: "The answer was packed in a way that cannot be unpacked.",
    ReasonCode.NO_SEARCH_ENGINE: "There is no search engine.",
    ReasonCode.NO_REGISTRY_SEARCH: "{host} offers no search; an administrator can set npm_registry.",
    ReasonCode.NO_REGISTRY: "{host} did not answer as npm registries do.",
    ReasonCode.QUERY_BLANK: "There is nothing to look for: the text is blank.",
    ReasonCode.STORE_KEY_REFUSED: "{shop} does not take its token; give it another one under Settings, Stores.",
    ReasonCode.STORE_MISSING: (
        "No Shopify store is connected. Add one under Settings, Stores, or with `bailiwick shopify add`."
    ),
    ReasonCode.STORE_FROZEN: "{shop} is frozen: Shopify waits for its bill to be paid.",
    ReasonCode.STORE_LETS_NOT_IN: "{shop} does not let this token in. Check the app's access in Shopify.",
    ReasonCode.STORE_UNKNOWN: "Shopify knows no store at {shop}, or no longer this version of its API.",
    ReasonCode.STORE_LOCKED: "{shop} is locked by Shopify; its owner has to write to Shopify's support.",
    ReasonCode.STORE_ASKS_PAUSE: "{shop} asks for a pause: too much was asked of it. Try again in a minute.",
    ReasonCode.STORE_CLOSED: "{shop} is closed at present.",
    ReasonCode.STORE_GIVES_LESS: "That is more than {shop} gives at once; ask for less.",
    ReasonCode.SHOPIFY_FAULT: "Shopify has a fault of its own at present; try again.",
    ReasonCode.APP_NOT_INSTALLED: "The app is not installed in {shop}; install it there and try again.",
    ReasonCode.APP_OF_ANOTHER: (
        "The app and {shop} do not belong to the same organisation, so its id and secret open nothing there; use"
        " an access token."
    ),
    ReasonCode.APP_REFUSED: "{shop} does not take this client id and secret.",
    ReasonCode.STORE_NEEDS_SCOPE: "The token of {shop} may not do this. Give its app the scope {scope} in Shopify.",
    ReasonCode.STORE_NEEDS_ACCESS: (
        "The token of {shop} may not do this. Give its app the access it lacks (customers need more) in Shopify."
    ),
    ReasonCode.STORE_REFUSED: "{shop} refused: {words}",
    ReasonCode.STORE_NOT_CHANGED: "{shop} did not accept the change: {words}",
    ReasonCode.STORE_NO_DATA: "{shop} did not answer with the data it was asked for.",
    ReasonCode.PRICE_UNCONFIRMED: "{shop} did not confirm the new price; look at the product there.",
    ReasonCode.STOCK_UNCONFIRMED: "{shop} did not confirm the new stock; look at the product there.",
    ReasonCode.PRICE_WOULD_BE_ZERO: "{product} would cost nothing then: {price} comes to less than the smallest coin.",
    ReasonCode.SAY_WHICH_STORE: "Say which store is meant: {stores}.",
    ReasonCode.NO_SUCH_STORE: "There is no store '{name}'. The stores are {stores}.",
    ReasonCode.ONE_STORE: "This concerns one store at a time; say which.",
    ReasonCode.STORE_ZONE_UNKNOWN: "The store's time zone is not known here.",
    ReasonCode.SQL_MISSING: "No database is connected. An administrator connects one under Settings, Databases.",
    ReasonCode.SQL_WHICH: "Which database? There are {names}.",
    ReasonCode.SQL_WHICH_TABLE: "Which table?",
    ReasonCode.SQL_NAME: "A name has up to 40 letters a to z, digits, - and _, and begins with a letter or a digit.",
    ReasonCode.SQL_KNOWN: "There is a database called {name} already; replace what opens it, or take another name.",
    ReasonCode.SQL_CONNECTION: (
        "Give the whole connection string with user, host and database: postgresql://user:password@host:5432/database."
    ),
    ReasonCode.SQL_CONNECTION_PART: "The connection string may not say {part}; leave it out.",
    ReasonCode.SQL_FILE_PATH: "Give the whole path of the file: sqlite:/folder/file.db",
    ReasonCode.SQL_NO_FOLDERS: (
        "No folder is named whose SQLite files may be connected. Whoever runs Bailiwick names it in the setting"
        " database_folders."
    ),
    ReasonCode.SQL_FILE_ELSEWHERE: (
        "There is no file {path} in the folders that the setting database_folders names, and other folders are not"
        " looked at."
    ),
    ReasonCode.SQL_NO_FILE: "{path} is no SQLite database.",
    ReasonCode.SQL_FILE_UNREADABLE: "{path} cannot be read.",
    ReasonCode.SQL_ELSEWHERE: (
        "{host} is not where it is said to be. If it is in your own network or on this machine, say so where the"
        " database is connected."
    ),
    ReasonCode.SQL_UNREACHABLE: "The database at {host} does not answer. Check the address, and whether it is running.",
    ReasonCode.SQL_REFUSED: (
        "The database at {host} does not let this user in. Check user, password and the name of the database."
    ),
    ReasonCode.SQL_MAY_WRITE: (
        "The user {user} may change data ({what}). Give a user that may only read: with GRANT SELECT and nothing more."
    ),
    ReasonCode.SQL_MAY_CREATE: (
        "The user {user} reads only, but could create objects of its own ({what}); better take that right away."
    ),
    ReasonCode.SQL_TOO_LONG: "The query is too long: at most {most} characters.",
    ReasonCode.SQL_UNREADABLE: "This is no SQL query that can be read. Look near: {near}",
    ReasonCode.SQL_UNCLEAR: "This query can be read in several ways; write it in a simpler form.",
    ReasonCode.SQL_ONE_QUERY: "Only one SELECT at a time can be asked.",
    ReasonCode.SQL_READS_ONLY: "Only queries that read can be asked: {what} is no part of one.",
    ReasonCode.SQL_FUNCTION: "The function {name} may not be used here: only known ones that just calculate.",
    ReasonCode.SQL_SYSTEM_TABLE: "{name} belongs to the database server itself and is not read.",
    ReasonCode.SQL_COLUMNS: "A query needs at least one column, and may have {most}.",
    ReasonCode.SQL_TOO_SLOW: "The query took longer than {seconds} seconds and was ended; ask for less.",
    ReasonCode.SQL_FAILED: "The database refused the query: {words}.",
    ReasonCode.DAYS_REVERSED: "The last day, {last}, is before the first, {first}.",
    ReasonCode.DAY_TO_COME: "{first} is still to come; in the store today is {today}.",
    ReasonCode.DAYS_TOO_MANY: "That is more than two years; ask for a shorter time.",
    ReasonCode.DAYS_WITHOUT_ORDERS: "Shopify has no orders of that time.",
    ReasonCode.NO_SUCH_DAY: "{name}: there is no day {day}.",
    ReasonCode.PRICE_IS_AMOUNT: "{name} has to be an amount like 19.99, not below zero.",
    ReasonCode.PRICE_TOO_FINE: "{name} has more digits than {currency} knows.",
    ReasonCode.PRICE_COMPARED: "compare_at has to be higher than the price.",
    ReasonCode.PRICE_IS_ANOTHER: "The price of {product} is {now} now, not {expected}; nothing was changed.",
    ReasonCode.SAY_WHICH_PRODUCT: "Say which product: its id, its title or a SKU.",
    ReasonCode.SEVERAL_PRODUCTS: "More than one product is called '{name}'; say which one by its id: {products}.",
    ReasonCode.NO_VARIANT: "{product} has no variant '{variant}'.",
    ReasonCode.NO_VARIANT_BUT: "{product} has no variant '{variant}'. They are: {variants}.",
    ReasonCode.MANY_VARIANTS: "{product} has more than a hundred variants; say which one by its id.",
    ReasonCode.TOO_MANY_PRODUCTS: (
        "The store has more than {most} products on sale; change their prices in the Shopify admin, in bulk."
    ),
    ReasonCode.PRICES_DIFFER: "The variants of {product} have different prices; say which one. They are: {variants}.",
    ReasonCode.SAY_WHICH_VARIANT: "Which variant of {product}? They are: {variants}.",
    ReasonCode.SAY_WHICH_LOCATION: "At which location? {product} is kept at: {locations}.",
    ReasonCode.FORECAST_TOO_LITTLE: (
        "There is too little to forecast from: one order of late. It takes {least:number} orders in at least"
        " {weeks:number} weeks.",
        "There is too little to forecast from: {count:number} orders of late. It takes {least:number} orders in at"
        " least {weeks:number} weeks.",
    ),
    ReasonCode.FORECAST_TOO_FAR: (
        "That is too far ahead: a forecast from the last weeks says something about the next {count:number} days only."
    ),
    ReasonCode.FORECAST_TOO_MUCH: (
        "There are more than {count:number} orders in the last five weeks, which is more than can be counted here."
    ),
    ReasonCode.STOCK_HOW_MANY: "How many pieces should there be?",
    ReasonCode.STOCK_NOT_COUNTED: "The store does not count the stock of {product}; turn that on in the Shopify admin.",
    ReasonCode.SEGMENT_DAYS: "Days without an order go with customers who stayed away; for others say a time.",
    ReasonCode.SEGMENT_UNJUDGED: (
        "Who is new and who had bought before cannot be told: only the first order could be counted. Ask for a time"
        " that began less long ago.",
        "Who is new and who had bought before cannot be told: only the first {count:number} orders could be counted."
        " Ask for a time that began less long ago.",
    ),
    ReasonCode.STOCK_BELOW_ZERO: (
        "There is only {count:number} of {product}; nothing was changed.",
        "There are only {count:number} of {product}; nothing was changed.",
    ),
    ReasonCode.NO_DAY_KNOWN: (
        '"{day}" is no day that I know; give today, tomorrow, a weekday, weekend, week or YYYY-MM-DD.'
    ),
    ReasonCode.DAY_PASSED: "{day} has passed; only the weather ahead is known here.",
    ReasonCode.TITLE_BLANK: "The title cannot be blank.",
    ReasonCode.TITLE_AND_TEXT: "A document needs a title and a text; one of them is blank.",
    ReasonCode.LINES_EMPTY: "There is nothing to write down: give at least one line.",
    ReasonCode.RECALL_OFF: "Memory is off: nothing that you told is looked up. You can turn it on in Settings, under"
    " “Memory and conversations”.",
    ReasonCode.RECALL_OFF_FOR: "Memory is off for {agent}: nothing that you told is looked up. You can turn it on where"
    " you edit {agent}, under “How it works”.",
    ReasonCode.REMEMBER_OFF: "Memory is off: nothing is written down, so I will not remember that. You can turn it on"
    " in Settings, under “Memory and conversations”.",
    ReasonCode.REMEMBER_OFF_FOR: "Memory is off for {agent}: nothing is written down, so that will not be remembered."
    " You can turn it on where you edit {agent}, under “How it works”.",
    ReasonCode.NO_PACKAGE: "The npm registry knows no package {name} in version {version}.",
    ReasonCode.ARCHIVE_ELSEWHERE: "The archive of {name} is on another host than the registry.",
    ReasonCode.ARCHIVE_UNREADABLE: "The archive of {name} is too large, not there or cannot be read.",
    ReasonCode.PACKAGE_NOT_GRANTED: (
        "Programs may not import the npm package {name}. An administrator grants it under Settings, Programs, or agrees"
        " when an agent asks with grant_package. What Deno brings needs no grant: node: modules, Web"
        " APIs."
    ),
    ReasonCode.PACKAGE_OTHER_VERSION: "Of the npm package {name}, {granted} is granted and not {version}.",
    ReasonCode.PACKAGE_NAME: "Write the package's exact name as npm has it, e.g. lodash or @std/csv.",
    ReasonCode.PACKAGE_VERSION: "Write a version or range as npm has it, e.g. 4.17.21, ^4.17 or *.",
    ReasonCode.WHICH_PACKAGE: "Which npm package?",
    ReasonCode.FOLDER_NAME: "Write a name of lower-case letters a to z, digits, - and _, 40 characters at most.",
    ReasonCode.FOLDER_KNOWN: "A folder is lent as {name} already; choose another name or take that one back first.",
    ReasonCode.FOLDER_OVERLAPS: "It is, holds or lies in the folder that is lent as {name}; take that one back first.",
    ReasonCode.FOLDER_PATH: "Write the folder's whole path, e.g. /srv/reports.",
    ReasonCode.FOLDER_MISSING: "There is no folder {path} on the server's machine.",
    ReasonCode.FOLDER_IS_LINK: "{path} leads over a link to {target}; lend that itself if you mean it.",
    ReasonCode.FOLDER_OF_SYSTEM: "{path} is the system's: folders of the system and those right under / are not lent.",
    ReasonCode.FOLDER_HIDDEN: "{path} leads through a hidden folder, where keys and settings are kept: not lent.",
    ReasonCode.FOLDER_OF_PROGRAM: "{path} holds, or lies in, Bailiwick's own data or program: not lent.",
    ReasonCode.FOLDER_IS_HOME: "{path} is somebody's whole home, with their keys; lend a folder in it.",
    ReasonCode.FOLDER_UNREADABLE: "Bailiwick itself may not read {path}.",
    ReasonCode.FOLDER_HOLDS_SOCKET: (
        "{path} holds sockets or devices, or too much to tell: it cannot be lent to programs that may also load"
        " packages or reach hosts."
    ),
    ReasonCode.NO_SANDBOX: "There is no sandbox '{sandbox}'; start one with sandbox_initialize.",
    ReasonCode.MCP_NOT_CONNECTED: "it is not connected.",
    ReasonCode.FILE_TOO_HARD: "The file is built in a way that cannot be read: it takes too long, or too much memory.",
    ReasonCode.FILE_LOCKED: "It is protected with a password; save it without one and upload that.",
    ReasonCode.PDF_BROKEN: "The PDF is damaged and cannot be read.",
    ReasonCode.PDF_SCANNED: "There is no text in it, only pictures (a scan?); run a text recognition on it first.",
    ReasonCode.PDF_PAGES: "It has {count:number} pages; up to {most:number} can be read.",
    ReasonCode.WORD_BROKEN: "The Word document is damaged and cannot be read.",
    ReasonCode.WORD_BOMB: "The Word document unpacks to far more than it should; it is not read.",
    ReasonCode.FILE_WITHOUT_TEXT: "There is no text in it.",
    ReasonCode.NOT_READ: "Its text could not be read for a reason that is not in the file; index it again.",
    ReasonCode.STORE_DID_NOT_TAKE: "The store did not take its token when it was last asked; give it another one.",
    ReasonCode.STORE_WAS_AWAY: "The store could not be reached when it was last asked; check it again.",
    ReasonCode.STORE_SHORT_HISTORY: (
        "The token lacks read_all_orders: orders older than a day are not among these.",
        "The token lacks read_all_orders: orders older than {count:number} days are not among these.",
    ),
    ReasonCode.MODEL_LINE_TOO_LONG: "The model's server sent a line too long to be an answer.",
    ReasonCode.MODEL_WEB_PAGE: "The model's server answered with a web page; check its address (most end in /v1).",
}

ENGLISH_LACKS: Mapping[str, str] = {
    "inactive": "The agent is {status}; set its status to active.",
    "plugin": "The plug-in that carries out this agent is not installed.",
    "model-unknown": (
        "There is no model {model!r}; name it provider:model, with one of the providers {providers}, or use offline."
    ),
    "extra-missing": (
        "{provider} needs an extra; install {package} (`pip install '{package}'`) and start Bailiwick again."
    ),
    "key-missing": "Add {provider} under Settings → Models, or set {variable} (or {setting}), to use it.",
    "key-refused": (
        "{provider} refused the key. Set another one as {variable} or {setting}, and start Bailiwick again."
    ),
    "connection-refused": "{provider} refused the key. Enter another one under Settings → Models.",
    "connection-closed": (
        "The key of {provider} cannot be opened with the credential key of this installation. Enter it again under"
        " Settings → Models."
    ),
    "credit-used-up": "The account at {provider} has no credit or quota left.",
    "unreachable": "{provider} could not be reached or broke off; try again.",
    "address-missing": "Set {setting} to use {provider}.",
    "no-model-served": "No Ollama with a model answers at {url}; start it to use ollama.",
    "model-absent": "Ollama does not have {model}; run `ollama pull {model}`.",
    "script-outside": "Scripts are read from the data directory only.",
    "script-absent": "There is no such script file.",
    "mcp-unregistered": (
        "Nothing is connected under the name {server} yet: an administrator adds that server under Tools, MCP servers,"
        " or with `bailiwick mcp add`; then you enable it there."
    ),
    "mcp-disabled": "You have not enabled the MCP server {server}; enable it under Tools, MCP servers.",
    "mcp-unstartable": "The MCP server {server} cannot be started: {reason}",
    "mcp-unreachable": "The MCP server {server} could not be reached the last time: {reason}",
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
