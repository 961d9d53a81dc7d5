"""Which model is asked where a message goes, of those that the rules of routing leave open, and why that one."""

from dataclasses import dataclass

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.contract import ModelCatalog
from bailiwick_router.core.record import Record

DEFAULT = "default"
"""Stands for the model that answers where an agent names none."""
CHOSEN = "chosen"
"""Stands for the one that administrators chose for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingModel(Record):
    """The model that is asked."""

    model: str | None
    """Its full name; None where no model is asked."""
    why: Reason
    """Why that one, or none."""


def routing_model(catalog: ModelCatalog, wanted: str) -> RoutingModel:
    """Return the model that is asked where rules want this one. Raises `InvalidInput` for a name that no model has."""
    chosen = wanted == CHOSEN
    name = (catalog.routing or "") if chosen else wanted
    if not name:
        return RoutingModel(model=None, why=Reason.of(ReasonCode.ROUTING_MODEL_NONE))
    if name == DEFAULT:
        default = catalog.chosen_for(None)
        return RoutingModel(model=None if default.name == "offline" else default.name, why=default.why)
    try:
        model = catalog.resolve(name)
    except InvalidInput:
        if not chosen:
            raise
        return RoutingModel(model=None, why=Reason.of(ReasonCode.ROUTING_MODEL_GONE, model=name))
    why = Reason.of(ReasonCode.ROUTING_MODEL_CHOSEN if chosen else ReasonCode.ROUTING_MODEL_NAMED)
    return RoutingModel(model=None if model == "offline" else model, why=why)
