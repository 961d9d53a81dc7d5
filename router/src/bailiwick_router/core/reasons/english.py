"""The sentences of the reasons of routing in English.

A number is written as `{limit:number}`. Where a sentence has a form for one, it is a pair, and `count` chooses.
"""

from collections.abc import Mapping

from bailiwick_router.core.reasons.codes import RoutingReason

ENGLISH: Mapping[RoutingReason, str | tuple[str, str]] = {
    RoutingReason.SERVICE_SAID: "{text}",
    RoutingReason.STAGE_PASSED: "Passed.",
    RoutingReason.NONE_REQUESTED: "No agent was requested.",
    RoutingReason.SUPERVISOR_REQUESTED: "{agent} was requested: the supervisor routes, it is not routed to.",
    RoutingReason.AGENT_REQUESTED: "{agent} was requested.",
    RoutingReason.NONE_ADDRESSED: "The message addresses no agent by name.",
    RoutingReason.AGENT_ADDRESSED: "The message addresses {agent}.",
    RoutingReason.ADDRESSED_UNAVAILABLE: "The message addresses {agent}, which cannot be chosen now.",
    RoutingReason.SEVERAL_ADDRESSED: "The message has requests for different agents by name.",
    RoutingReason.NONE_BEFORE: "No agent of this roster answered before.",
    RoutingReason.LAST_NOT_CHOOSABLE: "{agent} answered last, but cannot be chosen now.",
    RoutingReason.NOT_CONTINUED: "The message does not go on with the last result.",
    RoutingReason.CONTINUED: "{agent} answered last, and its tool {tool} reads the message as going on with that.",
    RoutingReason.CONTINUED_LOSES: "The message could go on with the last result, but another agent wins: {parts}.",
    RoutingReason.NO_TOOLS_TO_ASK: "There are no tools that could read the message.",
    RoutingReason.NO_TOOL_READS: "No tool reads the message as a request to it.",
    RoutingReason.EXAMPLE_BEFORE_TOOLS: "The message is an example of {agent}, word for word; tools are not asked.",
    RoutingReason.TOOL_READS: "The tool {tool} of {agent} reads the message as a request to it.",
    RoutingReason.RECALLED: "The tool {tool} of {agent} reads the message with what is remembered or was just told.",
    RoutingReason.ENDED_BY_SILENCE: "The conversation before has ended: {minutes:number} minutes of silence.",
    RoutingReason.NO_FOLLOW_UP: "The message is not a follow-up.",
    RoutingReason.FOLLOW_UP: "A follow-up ({parts}): {agent} answered last.",
    RoutingReason.FOLLOW_UP_LOSES: "The message is a follow-up, but another agent wins: {parts}.",
    RoutingReason.ASKED_FOR: "asked for by name just before",
    RoutingReason.PLAIN_REPLY: "a plain yes or no",
    RoutingReason.BEGINS_WITH: "begins with “{phrase}”",
    RoutingReason.SAYS_PHRASE: "says “{phrase}”",
    RoutingReason.SHORT_BEGINS_WITH: "a short message that begins with “{phrase}”",
    RoutingReason.SHORT_WITH: "a short message with “{phrase}”",
    RoutingReason.RIVAL_BY_INTENTS: "{agent} decides by its intents",
    RoutingReason.RIVAL_BY_EXAMPLES: "{agent} has it by examples with {confidence:number}",
    RoutingReason.RIVAL_BY_TOOL: "the tool {tool} reads it by itself, and {last} has no such tool",
    RoutingReason.RIVAL_BY_TAGS: "{agent} leads {last} by {lead:number} in tag score",
    RoutingReason.NO_SMALL_TALK: "The message is more than a greeting or thanks.",
    RoutingReason.GREETER: "Small talk, but {agent} has examples like it.",
    RoutingReason.ABOUT_TEAM: "A question for the team itself: the supervisor answers from the roster.",
    RoutingReason.TEAM_ASKED: "A question for the team itself, as one of its tools reads it: the supervisor answers.",
    RoutingReason.COMPANY: "A word of company rather than a request: the supervisor answers directly.",
    RoutingReason.SMALL_TALK: "Small talk: the supervisor answers directly.",
    RoutingReason.INTENTS_NO_KEYWORD: "No keyword or pattern of any agent is in the message.",
    RoutingReason.INTENT_UNSURE: "{agent} is the most confident with {confidence:number}; {least:number} is needed.",
    RoutingReason.INTENTS_CLOSE: (
        "{agent} with {confidence:number} and {second} with {less:number} are too close to tell apart."
    ),
    RoutingReason.INTENT_ALONE: "The keywords and patterns of {agent} give {confidence:number}.",
    RoutingReason.INTENT_LEADS: (
        "The keywords and patterns of {agent} give {confidence:number}, {second} {less:number}."
    ),
    RoutingReason.TAGS_NO_WORD: "No agent has any word of the message in its text.",
    RoutingReason.TAGS_COUNT_NOTHING: "Words and tags count nothing by the rules of this release.",
    RoutingReason.TAGS_ALONE: "{agent} scores {score:number}, the only one that scores.",
    RoutingReason.TAGS_LEAD: "{agent} scores {score:number}, {second} {less:number}.",
    RoutingReason.TAGS_TIE: "{agent} and {second} both score {score:number}; a model may choose.",
    RoutingReason.TIE_BY_PRIORITY: (
        "{agent} and {second} both score {score:number}; {agent} has the higher priority ({priority} over {less})."
    ),
    RoutingReason.TIE_BY_RARITY: "{agent} and {second} both score {score:number}; {agent} has the rarer words.",
    RoutingReason.TIE_BY_ORDER: "{agent} and {second} both score {score:number}; {agent} was registered first.",
    RoutingReason.NO_MODEL_TO_ASK: "No model is available to ask.",
    RoutingReason.NO_AGENT_TO_CHOOSE: "There is no agent to choose from.",
    RoutingReason.MODEL_IS_TO_CHOOSE: (
        "The rules leave {count:number} agent to choose from; a model is to choose.",
        "The rules leave {count:number} agents to choose from; a model is to choose.",
    ),
    RoutingReason.ROSTER_EMPTY: "No specialist fits: the roster has no agent to choose.",
    RoutingReason.NOBODY_FITS: "No specialist fits. The roster has {known}.",
    RoutingReason.GETS_THE_REST: "No specialist fits, and {agent} gets what nobody fits.",
    RoutingReason.REST_UNAVAILABLE: (
        "{agent}, which is to get what nobody fits, cannot be chosen: it is not active, left out, or gone."
    ),
    RoutingReason.NOBODY_FITS_OF_MANY: "No specialist fits. The roster has {known} and {count:number} more.",
    RoutingReason.EXAMPLES_UNTRAINED: "No classifier has been trained on the agents' examples.",
    RoutingReason.EXAMPLES_NOBODY: "No agent that has examples can be chosen now.",
    RoutingReason.EXAMPLE_ITSELF: "It is an example of {agent}, word for word.",
    RoutingReason.EXAMPLE_OF_SEVERAL: "This message is an example of {agents}: the examples do not tell.",
    RoutingReason.EXAMPLES_REFUSE: (
        "The message is like nobody's examples (in scope {in_scope:number}), so that words of descriptions"
        " alone do not decide: only trusted tags may have it, or an agent without examples."
    ),
    RoutingReason.EXAMPLES_BUT: "By examples {scores}, but {parts}.",
    RoutingReason.EXAMPLES_DECIDE: "By its examples: {scores}.",
    RoutingReason.EXAMPLES_DO_NOT_TELL: "The examples do not tell: {scores}.",
    RoutingReason.EXAMPLES_LEAVE_TO_TAGS: "Unsure by examples ({scores}); what the tags find may tell.",
    RoutingReason.EXAMPLES_UNSURE: "Unsure by examples ({scores}), but no tags tell more.",
    RoutingReason.SIGNS_MISSING: (
        "nearly all examples of {agent} have one of its tags or patterns, and the message has none"
    ),
    RoutingReason.LEADS_WITHOUT_EXAMPLES: "{agent}, which has no examples, leads by {lead:number} in tag score",
    RoutingReason.LEADS_UNLEARNED: (
        "{agent}, of whose examples nothing was learned, leads by {lead:number} in tag score"
    ),
    RoutingReason.TAG_OF_ANOTHER: "a tag of {agent} is in the message, and {least:number} is needed against it",
    RoutingReason.TAGS_NONE_TELLS: "The message is like nobody's examples, and no tag that tells is in it.",
    RoutingReason.PLUGIN_FAILED: "{stage} failed with {error}.",
    RoutingReason.PLUGIN_CHOSE_WRONGLY: "{stage} chose {agent}, which cannot be chosen.",
    RoutingReason.PLUGIN_PASSED: "{stage} passed.",
    RoutingReason.ONE_REQUEST: "The message is one request.",
    RoutingReason.TOO_LONG_TO_SPLIT: "Messages of more than {limit:number} characters are not split.",
    RoutingReason.EXAMPLE_NOT_SPLIT: "The message is an example of {agent}, word for word: it is one request.",
    RoutingReason.TOO_MANY_CLAUSES: (
        "The message has {clauses:number} clauses; one with more than {limit:number} is not split."
    ),
    RoutingReason.TOO_MANY_REQUESTS: "The message has {requests:number} requests; at most {limit:number} are split.",
    RoutingReason.PART_BETWEEN: "{agent} would get two parts with one for another agent between them.",
    RoutingReason.CLAUSES_FOR_ONE: "All {clauses:number} clauses are for {agent}, or clearly for nobody else.",
    RoutingReason.CLAUSES_UNCLEAR: "The {clauses:number} clauses are not each clearly for an agent of their own.",
    RoutingReason.ONE_OUTWEIGHS: (
        "{agent} has {points:number} points on the whole message and {second} only {less:number}: it is one request."
    ),
    RoutingReason.REQUESTS_IN_TURN: (
        "{requests:number} requests in turn, each with the results of those before: {parts}."
    ),
    RoutingReason.SUPERVISOR_PLANNED: "The supervisor planned {requests:number} pieces of work: {parts}.",
    RoutingReason.REQUESTS_SPLIT: "{requests:number} requests: {parts}.",
    RoutingReason.REQUEST_FOR: "{agent} for “{text}”",
    RoutingReason.WHY_NOT_HAS_IT: "{agent} gets the message already. {parts}",
    RoutingReason.WHY_NOT_REQUESTED: (
        "{agent} was requested, and who is requested gets the message; no edit changes that."
    ),
    RoutingReason.WHY_NOT_SUPERVISOR: "{agent} supervises: routing never chooses the supervisor.",
    RoutingReason.WHY_NOT_ROLE: (
        "{agent} is a {role}: the content of a message chooses specialists and custom agents alone."
    ),
    RoutingReason.WHY_NOT_INACTIVE: "{agent} is {status}; only active agents get messages.",
    RoutingReason.WHY_NOT_EXCLUDED: "{agent} cannot be chosen now: {cause}.",
    RoutingReason.WHY_NOT_NO_WORD: "The message has no word or number that an agent could be known by.",
    RoutingReason.WHY_NOT_SMALL_TALK: (
        "The whole message is small talk, which the supervisor answers; no edit of an agent changes that."
    ),
    RoutingReason.WHY_NOT_A_LATER_PART: (
        "The message holds {requests:number} requests, and {agent} gets “{text}”, not the first: {parts}"
    ),
    RoutingReason.WHY_NOT_NO_PART: (
        "The message holds {requests:number} requests, and {agent} gets none of them: {parts}"
    ),
    RoutingReason.WHY_NOT_FOLLOW_UP: "{parts} {agent} would have to lead it clearly; it scores {score:number}.",
    RoutingReason.WHY_NOT_INTENTS: "{parts} {agent} has a confidence of {confidence:number}.",
    RoutingReason.WHY_NOT_EQUAL: "{agent} scores {score:number} too. {parts}",
    RoutingReason.WHY_NOT_TAGS: "{winner} scores {most:number} by tags, {agent} {score:number}.",
    RoutingReason.WHY_NOT_NOBODY: "No agent has anything of the message, {agent} neither.",
    RoutingReason.WHY_NOT_OTHER: (
        "{parts} {agent} scores {score:number} by tags and has a confidence of {confidence:number} by intents."
    ),
    RoutingReason.WHY_NOT_NO_EDIT: "{parts} No edit that was tried changes that.",
    RoutingReason.WHY_NOT_EXAMPLE_MAY_DO: (
        "{parts} The message as an example of {agent} may do too, once the router has learned it."
    ),
    RoutingReason.NO_SUCH_RULE: "There is no rule {name}.",
    RoutingReason.PATTERN_EMPTY: "A pattern is empty; it would match every message.",
    RoutingReason.PATTERN_TOO_LONG: "A pattern is {length} characters long; the limit is {most}.",
    RoutingReason.PATTERN_HALF: "A pattern holds half a character (a lone surrogate).",
    RoutingReason.PATTERN_WRONG: "Pattern {pattern} {error}",
    RoutingReason.AGENT_ID_FORM: (
        "Agent id {id} must be 1 to 64 lower-case letters, digits, - or _, starting with a letter or digit."
    ),
    RoutingReason.AGENT_NEEDS_NAME: "Agent {id} needs a name.",
    RoutingReason.AGENT_PRIORITY: "priority of {id} must lie within ±1,000,000.",
    RoutingReason.AGENT_FIELD_LONG: "{field} of {id} is longer than {limit} characters.",
    RoutingReason.AGENT_ENTRIES: "{field} of {id} has {entries} entries; the limit is {limit}.",
    RoutingReason.AGENT_ENTRY_LONG: "{field} of {id} has an entry longer than {longest} characters.",
    RoutingReason.LANGUAGE_CODE: "{language} is not an ISO 639-1 language code, e.g. en.",
    RoutingReason.NO_MESSAGE_IN_FILE: "There is no message in the file.",
    RoutingReason.ID_TAKEN: "The id {id} is taken; choose another one.",
    RoutingReason.NO_PROFILE: "There is no routing profile {profile}; choose {known}.",
    RoutingReason.RULE_NUMBER: "{name} is a {kind} from 0 to {most:number}.",
    RoutingReason.RULE_STAGES: "{name} is a list of stages, each once: {stages}.",
    RoutingReason.RULE_BOOLEAN: "{name} is true or false.",
    RoutingReason.RULE_TEXT: "{name} is a text of at most {most:number} characters.",
    RoutingReason.RULE_LEARNING: "There is no such learning version: the last is {most:number}.",
    RoutingReason.EDIT_OF_ANOTHER: "The edit is for {agent}, not for {other}.",
    RoutingReason.EDIT_LISTS: "Entries are added to and removed from {lists}, not {field}.",
    RoutingReason.EDIT_ENTRY: "An entry of {field} is a text that is not empty.",
    RoutingReason.EDIT_ABSENT: "{agent} has no {value} in its {field}.",
    RoutingReason.EDIT_SETTABLE: "{priority}, {texts} can be set, not {field}.",
    RoutingReason.EDIT_TEXT: "{field} is a text.",
    RoutingReason.EDIT_THERE: "{agent} has {value} in its {field} already.",
    RoutingReason.EDIT_PRIORITY: "A priority is a whole number.",
    RoutingReason.REQUESTED_UNKNOWN: "There is no agent '{name}' on the roster. Did you mean {close}?",
    RoutingReason.REQUESTED_INACTIVE: "Agent {agent} is {status}; resume it or choose another.",
    RoutingReason.REQUESTED_EXCLUDED: "Agent {agent} cannot be chosen now: {cause}.",
    RoutingReason.LINE_SAYS: "Line {line}: {parts}",
    RoutingReason.FILE_MESSAGES: "a file may hold {most:number} messages; this one holds more.",
    RoutingReason.LINE_JSON: "this is no JSON ({problem}); write one object a line.",
    RoutingReason.LINE_TOO_DEEP: (
        "this is no JSON that can be read: it is too deep or too large; write one object a line."
    ),
    RoutingReason.LINE_JSON_OBJECT: "this is no JSON object; write one object with `text` and `agent` a line.",
    RoutingReason.LINE_NEITHER: "this is neither JSON nor a head of CSV with the column `text`.",
    RoutingReason.LINE_CELLS: "there are {cells} cells below {columns} columns.",
    RoutingReason.LINE_CSV: "this is no CSV ({problem}).",
    RoutingReason.LINE_MESSAGE: "`text` must be the message.",
    RoutingReason.LINE_FIELD_LONG: "`{field}` is longer than {most:number} characters.",
    RoutingReason.LINE_AGENT: "`{field}` must be an agent's id, or null.",
    RoutingReason.LINE_NOTE: "`note` must be a text of {most:number} characters at most.",
    RoutingReason.LINE_NO_AGENT: "there is no agent '{name}' on the roster; null, or an empty cell, stands for nobody.",
    RoutingReason.NO_SUCH_AGENT: "There is no agent called '{name}'.",
    RoutingReason.TAG_NEVER_MATCHES: (
        "Tag “{value}” has no word of three letters or more, so it never matches; lengthen it."
    ),
    RoutingReason.TAG_IS_STOP_WORD: "Tag “{value}” is made of stop words, which do not score; use a word of its field.",
    RoutingReason.DUPLICATE_TAG: "Tag “{value}” is the same as “{other}” and counts once; remove one.",
    RoutingReason.TAG_TOO_GENERAL: (
        "Tag “{value}” is one of {count:number} of the {total:number} agents, so it hardly tells them "
        "apart; make it narrower, or remove it."
    ),
    RoutingReason.KEYWORD_NEVER_MATCHES: "Keyword “{value}” has no letter or digit, so it never matches; remove it.",
    RoutingReason.KEYWORD_IS_STOP_WORD: (
        "Keyword “{value}” is made of words that are in messages about anything; remove it."
    ),
    RoutingReason.DUPLICATE_KEYWORD: "Keyword “{value}” is the same as “{other}” and counts once; remove one.",
    RoutingReason.DUPLICATE_PATTERN: "Pattern “{value}” is given more than once and counts once; remove one.",
    RoutingReason.PATTERN_COLLIDES: "“{agent}” has the same pattern “{value}”; it cannot tell the two apart.",
    RoutingReason.PATTERN_WITHOUT_LITERAL: (
        "Pattern “{value}” needs neither a digit nor a text of three letters, so it is tried on every "
        "message; add a word it must contain."
    ),
    RoutingReason.MISSING_LANGUAGE: (
        "The language “{value}” is named, but no tag looks like it; add tags in it, or leave it out."
    ),
    RoutingReason.MISSING_LANGUAGE_EXAMPLES: (
        "The language “{value}” is named, but no example is in it; add some, or leave it out."
    ),
    RoutingReason.NEVER_WINS: "It has no word, tag, keyword or pattern that a message could hold; add tags.",
    RoutingReason.NEVER_WINS_AGAINST: (
        "“{agent}” has all its words, tags, keywords and patterns and wins every tie; add tags of its own, "
        "or raise its priority."
    ),
    RoutingReason.EXAMPLE_SAYS_NOTHING: (
        "Example “{value}” has no letter or digit, so nothing is learned from it; remove it."
    ),
    RoutingReason.DUPLICATE_EXAMPLE: "Example “{value}” is the same as “{other}” and counts once; remove one.",
    RoutingReason.EXAMPLE_SHARED: "“{agent}” has the same example “{value}”, so it speaks for neither; remove one.",
    RoutingReason.FEW_EXAMPLES: (
        "{count:number} of its examples counts, which teaches the router little; give it five or more.",
        "{count:number} of its examples count, which teach the router little; give it five or more.",
    ),
    RoutingReason.NO_EXAMPLES: (
        (
            "It has no examples, while {count:number} other agent has some; messages that are like theirs may "
            "go there. Give it five or more."
        ),
        (
            "It has no examples, while {count:number} other agents have some; messages that are like theirs "
            "may go to them. Give it five or more."
        ),
    ),
    RoutingReason.EXAMPLE_ELSEWHERE: (
        "Example “{value}” goes to “{agent}”; add a tag or keyword that says what it is about, or give the "
        "example to the agent it is for."
    ),
    RoutingReason.EXAMPLE_LOST: "Example “{value}” reaches nobody; add a tag or keyword that says what it is about.",
    RoutingReason.CLASSIFIER_OTHER_VERSION: "These bytes are not a classifier of this version; train it anew.",
    RoutingReason.ROSTER_NO_LIST: "The roster must be a list of agents, or {form}.",
    RoutingReason.ROSTER_TOO_MANY: "A roster may have {most:number} agents; this one has {count:number}.",
    RoutingReason.ROSTER_AGENT_NO_OBJECT: "Agent {number} of the roster is no object with an `id`.",
    RoutingReason.ROSTER_AGENT_TWICE: "Agent {number} of the roster has the id “{id}”, as one before.",
    RoutingReason.ROSTER_NO_JSON: "The roster is no JSON: {problem} in line {line}.",
    RoutingReason.ROSTER_TOO_DEEP: "The roster is no JSON: it is too deep, or has too large a number.",
    RoutingReason.ROSTER_AGENT_FIELD: "Agent {number} of the roster (“{id}”), {field}: {parts}",
    RoutingReason.NO_AGENT_FOLDER: "{folder} is not a directory of agent files.",
    RoutingReason.NO_AGENT_FILES: "There are no agent files (*.toml) in {folder}.",
    RoutingReason.FILE_SAYS: "{file}: {parts}",
    RoutingReason.FILE_FIELD_SAYS: "{file}: {field}: {parts}",
    RoutingReason.NOT_UTF8: "is not UTF-8 (byte {position})",
    RoutingReason.CANNOT_BE_READ: "cannot be read: {problem}",
    RoutingReason.NOT_TOML: "not valid TOML: {problem}",
    RoutingReason.TOML_TOO_DEEP: "not valid TOML: lists or tables are nested too deeply",
    RoutingReason.FIELD_ABSENT: "is missing",
    RoutingReason.ID_TAKEN_BY: "“{id}” is already taken by {other}",
    RoutingReason.FIELD_OF_ROSTER: "is set by the roster, not by a file",
    RoutingReason.FIELD_OF_NO_AGENT: "is not a field of an agent",
    RoutingReason.NO_NUL: "must not contain a NUL character",
    RoutingReason.ID_CHARACTERS: "may have lower-case letters, digits, - and _ only",
    RoutingReason.ITEM_SAYS: "item {number}: {parts}",
    RoutingReason.NUMBER_BETWEEN: "choose a number from {least} to {most}.",
    RoutingReason.NO_SUCH_CAP: "{name} is not one of its caps ({names})",
    RoutingReason.VALUE_UNFIT: "this value cannot be taken: {problem}.",
    RoutingReason.VALUE_MISSING: "this is required.",
    RoutingReason.FIELD_UNKNOWN: "there is no such field; leave it out or correct its name.",
    RoutingReason.WRITE_TEXT: "write a text.",
    RoutingReason.WRITE_BOOLEAN: "write true or false.",
    RoutingReason.WRITE_INTEGER: "write a whole number.",
    RoutingReason.WRITE_NUMBER: "write a number.",
    RoutingReason.WRITE_LIST: "write a list.",
    RoutingReason.WRITE_OBJECT: "write an object.",
    RoutingReason.WRITE_OFFSET: "give the time with an offset, e.g. 2026-01-31T12:00:00Z.",
    RoutingReason.WRITE_TIME: "write a time as ISO 8601 with an offset, e.g. 2026-01-31T12:00:00Z.",
    RoutingReason.TEXT_TOO_SHORT: (
        "write at least {count:number} character.",
        "write at least {count:number} characters.",
    ),
    RoutingReason.TEXT_TOO_LONG: (
        "write at most {count:number} character.",
        "write at most {count:number} characters.",
    ),
    RoutingReason.TOO_FEW_ITEMS: ("give at least {count:number} item.", "give at least {count:number} items."),
    RoutingReason.TOO_MANY_ITEMS: ("give at most {count:number} item.", "give at most {count:number} items."),
    RoutingReason.NUMBER_TOO_SMALL: "choose {count} or more.",
    RoutingReason.NUMBER_NOT_ABOVE: "choose more than {count}.",
    RoutingReason.NUMBER_TOO_LARGE: "choose {count} or less.",
    RoutingReason.NUMBER_NOT_BELOW: "choose less than {count}.",
    RoutingReason.CHOOSE_ONE_OF: "choose {count}.",
    RoutingReason.WRITE_IN_FORM: "write it in the form {count}.",
    RoutingReason.FIELD_SAYS: "{field}: {parts}",
}
