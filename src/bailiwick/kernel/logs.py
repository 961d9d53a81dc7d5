"""What is logged, and how."""

import logging
import sys
from collections.abc import MutableMapping
from enum import StrEnum
from typing import Any

import structlog

from bailiwick.kernel.invisible import shown
from bailiwick.kernel.settings import Settings


class LogLevel(StrEnum):
    """Least level that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def set_log_level(level: LogLevel) -> None:
    """Log from this level on, from now on."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(number))
    logging.getLogger().setLevel(max(number, logging.WARNING))


def _written_out(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Write out invisible characters of what is logged: a terminal would obey them."""
    return {name: shown(value) if isinstance(value, str) else value for name, value in event.items()}


def configure_logging(settings: Settings) -> None:
    """Log to standard error: for people in a terminal, as JSON lines elsewhere."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    pretty = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info if not pretty else structlog.processors.StackInfoRenderer(),
            _written_out,
            structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # Looked up each time: another file in the place of standard error gets what is logged from then on.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(
        level=max(level, logging.WARNING), stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
