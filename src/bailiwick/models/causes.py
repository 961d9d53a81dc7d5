"""Why a model did not answer, as a reason that people read."""

from bailiwick.kernel.lacks import LackCode
from bailiwick.kernel.reasons import Reason, ReasonCode, reason_of
from bailiwick.kernel.resilience import CallFailed, HeldBack

OF_LACKS = {
    LackCode.UNREACHABLE: ReasonCode.MODEL_UNREACHABLE,
    LackCode.KEY_REFUSED: ReasonCode.MODEL_KEY_REFUSED,
    LackCode.CREDIT_USED_UP: ReasonCode.MODEL_CREDIT_USED_UP,
}


def cause_of(error: CallFailed, provider: str) -> Reason:
    """Return why the provider did not answer; of a call that was held back, why it had not answered before."""
    if isinstance(error, HeldBack) and error.why is not None and error.why.parts:
        return error.why.parts[0]
    if error.lack is not None and error.lack.code in OF_LACKS:
        return Reason.of(OF_LACKS[error.lack.code], provider=provider)
    return reason_of(error.said)


def is_too_long(failure: CallFailed) -> bool:
    """Whether a provider said that it was given more than its model can read."""
    return failure.why is not None and failure.why.code == ReasonCode.MODEL_TOO_LONG
