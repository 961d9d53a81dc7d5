"""Local servers that speak the model providers' wire formats, with answers and faults by order."""

from .answers import Answer, Call, Fault
from .listening import Listener
from .server import ProviderServer, Recorded

__all__ = ["Answer", "Call", "Fault", "Listener", "ProviderServer", "Recorded"]
