"""Reasons that have to do with limits on spending; their sentences are in `locales/reasons.*.json`."""

from bailiwick.kernel.reasons import OwnReason


class BudgetReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    MONEY_USED_UP = "money-used-up"
    """No room is left in a limit: `name`, `limit` (US dollars as text), `limit_id`."""
    TOKENS_USED_UP = "tokens-used-up"
    """No room is left in a limit: `name`, `limit` (tokens), `limit_id`."""
    CALLS_USED_UP = "calls-used-up"
    """No room is left in a limit: `name`, `limit` (model calls), `limit_id`."""
    TOOL_CALLS_USED_UP = "tool-calls-used-up"
    """No room is left in a limit: `name`, `limit` (tool calls), `limit_id`."""
    TIME_USED_UP = "time-used-up"
    """No room is left in a limit: `name`, `limit` (seconds of work), `limit_id`."""
    LIMITS_NOTHING = "limits-nothing"
    """A limit limits neither money nor tokens nor calls nor time."""
    SUBJECT_MISSING = "limit-subject-missing"
    """It is not said which agent, conversation, swarm or task a limit is for."""
    SUBJECT_NOT_TAKEN = "limit-subject-not-taken"
    """A limit for everybody has a subject."""
    IMPOSED = "limit-imposed"
    """Only administrators change the limit: `name`."""
    NO_SUCH_LIMIT = "no-such-limit"
    """No limit is like `which`; those that there are: `limits`."""
