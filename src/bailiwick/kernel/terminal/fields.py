"""Values that people type, checked like those of requests."""

from typing import TYPE_CHECKING, Any, TypeVar

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick_router.core.reasons.faults import said_of

if TYPE_CHECKING:
    from pydantic import BaseModel

    Fields = TypeVar("Fields", bound=BaseModel)


def checked(model: "type[Fields]", /, **values: Any) -> "Fields":
    """Return the fields of a request with the same bounds as over HTTP. Raises `InvalidInput`."""
    from pydantic import ValidationError  # heavy; only once there is something to check

    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        why = said_of(first)
        raise InvalidInput(Reason.of(RoutingReason.FIELD_SAYS, why, field=field) if field else why) from None
