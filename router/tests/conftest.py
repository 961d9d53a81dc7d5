"""What all tests of the router have in common: no drawn case fails because the machine is busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("router", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("router")
