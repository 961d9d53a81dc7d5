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
}
