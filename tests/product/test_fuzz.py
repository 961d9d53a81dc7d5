"""Generated requests, valid and not, against everything the API describes."""

import time
from collections import Counter
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from support.site import Person, Site

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    ignored_auth,
]
# The site runs in this process and draws random numbers (pauses of the pool) while strategies do.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
# What is imported into the knowledge graph is no JSON document but lines of them.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")
ENDLESS = ("/api/events", "/api/swarms/{id}/stream", "/api/swarms/{id}/residents/{residentId}/stream")
"""Streams that have no end to wait for; tests of their own say what they answer."""
SUPPRESSED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def can_be_wrong(operation: APIOperation) -> bool:
    """Whether a request for it can be invalid: any text is a name in a path, and one that is none is sought in vain."""
    described = operation.definition.raw
    return "requestBody" in described or any(
        one["in"] != "path" or one["schema"]["type"] != "string" or "format" in one["schema"]
        for one in described.get("parameters", ())
    )


def fuzz(site: Site, person: Person, *, examples: int, seconds: float, seed: int) -> Counter[int]:
    """Call every operation with generated requests and return how often each status came.

    Raises what the checks raise. Stops early, but not before each operation was called, when time is up.
    """
    with site.client() as client:
        description: dict[str, Any] = client.get("/openapi.json").json()
    schema = schemathesis.openapi.from_dict(description)
    # Credentials are real; `ignored_auth` takes them away by itself.
    schema.config.generation.update(with_security_parameters=False)
    statuses: Counter[int] = Counter()
    operations = [one for found in schema.get_all_operations() if (one := found.ok()).path not in ENDLESS]
    assert len(operations) > 40
    ends = time.monotonic() + seconds
    for operation in operations:
        for mode in GenerationMode if can_be_wrong(operation) else (GenerationMode.POSITIVE,):
            left = 1 if time.monotonic() > ends else examples

            @hypothesis.seed(seed)
            @hypothesis.settings(
                max_examples=left,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=SUPPRESSED,
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def call(case: Case) -> None:
                case.headers = {**(case.headers or {}), **person.headers}
                response = case.call(base_url=site.url, timeout=30)
                statuses[response.status_code] += 1
                case.validate_response(response, checks=CHECKS, headers=person.headers)

            try:
                call()
            except hypothesis.errors.Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE, f"{operation.label} cannot be called"
    return statuses


@pytest.mark.timeout(400)
def test_generated_requests_are_answered_as_described(site: Site) -> None:
    statuses = fuzz(site, site.person("Fuzzer"), examples=2, seconds=60, seed=20261121)
    print(statuses)
    assert sum(statuses.values()) > 350, statuses
    assert statuses[200] > 50, statuses
    assert statuses[422] > 50, statuses


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_twenty_thousand_generated_requests_are_answered_as_described(site: Site) -> None:
    seed = time.time_ns() % 2**32
    print("seed", seed)
    statuses = fuzz(site, site.person("Long fuzzer"), examples=260, seconds=1500, seed=seed)
    assert sum(statuses.values()) > 15_000, statuses
