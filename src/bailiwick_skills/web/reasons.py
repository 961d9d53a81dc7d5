"""Reasons that have to do with the web; their sentences are in `locales/reasons.*.json`."""

from bailiwick.plugin import OwnReason


class WebReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    SERVICE_REFUSED_KEY = "service-refused-key"
    """A `service` refused the key, which is the credential of that `name`."""
    HOST_ANSWERED = "host-answered"
    """A `host` answered a request for a page with an HTTP `status`."""
    PAGE_UNREADABLE = "page-unreadable"
    """A page cannot be read."""
    PAGE_IS_PDF = "page-is-pdf"
    """An address holds a PDF."""
    PAGE_IS_FILE = "page-is-file"
    """An address holds a file of a `kind`."""
    PAGE_IS_UNKNOWN_FILE = "page-is-unknown-file"
    """An address holds a file of an unknown kind."""
    START_BEFORE_END = "start-before-end"
    """A text has so many characters, as `count`, and is to be read from after them."""
    ENGINE_BLOCKS = "engine-blocks"
    """A search `engine` takes the server for a robot."""
    SEARCHES_TOO_OFTEN = "searches-too-often"
    """A person has searched `most` times within a minute: seconds to wait as `count`."""
    ENGINE_JSON_OFF = "engine-json-off"
    """A search `engine` does not give JSON."""
    ENGINE_PLAN_USED = "engine-plan-used"
    """The plan of the key of a search `engine` is used up."""
