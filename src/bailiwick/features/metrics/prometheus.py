"""Figures of the whole installation for Prometheus."""

import math
import platform as machine
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Annotated

from fastapi import Depends, Response
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector, CollectorRegistry
from starlette.requests import Request

from bailiwick.features.metrics.monitoring import Monitoring, Pulse
from bailiwick.features.metrics.reasons import MetricsReason
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.timing import EDGES, Durations, Histogram
from bailiwick.kernel.metric_sums import MetricSums, duration_in
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason
from bailiwick.models.breaker import Breakers
from bailiwick.models.breaker_states import Breaker, BreakerState
from bailiwick.people.administrators import administers
from bailiwick.people.callers import Requires, identify
from bailiwick.people.records import Principal, Scope, TokenKind

prometheus = router("metrics")

CALL_EDGES = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
"""Upper ends of the buckets of calls, in seconds."""


class Scrapes(Requires):
    """Lets administrators through, and keys that were made for monitoring."""

    def __init__(self) -> None:
        super().__init__(Scope.METRICS)

    async def admit(self, request: Request) -> Principal:
        """Return who is calling. Raises `NotAuthenticated`, `Forbidden`."""
        caller = getattr(request.state, "caller", None) or await identify(request)
        request.state.caller = caller
        if administers(caller) or (caller.token.kind is TokenKind.API_KEY and caller.may(Scope.METRICS)):
            return caller
        raise Forbidden(Reason.of(MetricsReason.METRICS_KEY))


Scraper = Annotated[Principal, Depends(Scrapes())]


@prometheus.get(
    "/metrics",
    operation_id="scrape",
    summary="Monitor the installation",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Metrics"},
        **documented(401),
    },
)
async def scrape(request: Request, caller: Scraper, platform: CurrentPlatform) -> Response:
    """Return figures of all people together in Prometheus's text format; nobody's name or words are in it."""
    registry = CollectorRegistry(auto_describe=False)
    pulse, breakers = await platform[Monitoring].pulse(), await platform[Breakers].all()
    registry.register(PrometheusMetrics(pulse, breakers, platform, request.app.state.durations))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


class PrometheusMetrics(Collector):
    """What Prometheus is told."""

    def __init__(self, pulse: Pulse, breakers: Sequence[Breaker], platform: Platform, durations: Durations) -> None:
        self._pulse = pulse
        self._breakers = breakers
        self._platform = platform
        self._durations = durations

    def collect(self) -> Iterator[Metric]:
        """Yield every figure."""
        yield from self._installation()
        yield from self._models()
        yield from self._process()

    def _installation(self) -> Iterator[Metric]:
        sums = self._pulse.sums
        done = sums.executions
        ended = CounterMetricFamily("bailiwick_executions", "Executions that ended.", labels=["status"])
        for status, count in (("completed", done.completed), ("failed", done.failed), ("cancelled", done.cancelled)):
            ended.add_metric([status], count)
        yield ended
        yield CounterMetricFamily(
            "bailiwick_executions_unanswered",
            "Executions that completed and did nothing for who asked.",
            done.unanswered,
        )
        yield GaugeMetricFamily("bailiwick_executions_unfinished", "Executions that are not over.", sums.unfinished)
        tokens = CounterMetricFamily("bailiwick_tokens", "Tokens of language models.", labels=["direction"])
        tokens.add_metric(["input"], done.input_tokens)
        tokens.add_metric(["output"], done.output_tokens)
        yield tokens
        yield CounterMetricFamily("bailiwick_cost_dollars", "Cost by list price, in US dollars.", done.cost)
        yield _calls("bailiwick_model_call_seconds", "Calls of language models.", "model", sums.models)
        yield _calls("bailiwick_tool_call_seconds", "Calls of tools.", "tool", sums.tools)
        yield GaugeMetricFamily("bailiwick_people", "People with an account.", sums.people)
        jobs = GaugeMetricFamily("bailiwick_jobs", "Jobs by status; todo is the queue.", labels=["status"])
        for status in ("todo", "doing", "failed"):
            jobs.add_metric([status], self._pulse.jobs.get(status, 0))
        yield jobs
        yield GaugeMetricFamily("bailiwick_workers", "Workers that live.", self._pulse.workers)

    def _models(self) -> Iterator[Metric]:
        held = GaugeMetricFamily(
            "bailiwick_model_breaker_open", "Whether a provider of models is not called now.", labels=["provider"]
        )
        opened = CounterMetricFamily(
            "bailiwick_model_breaker_openings", "How often a provider was no longer called.", labels=["provider"]
        )
        passed_over = CounterMetricFamily(
            "bailiwick_model_passed_over",
            "Calls that another model, or rules, answered in place of one of the provider's.",
            labels=["provider"],
        )
        for each in self._breakers:
            held.add_metric([each.provider], each.state is not BreakerState.CLOSED)
            opened.add_metric([each.provider], each.times_opened)
            passed_over.add_metric([each.provider], each.passed_over)
        yield from (held, opened, passed_over)

    def _process(self) -> Iterator[Metric]:
        connections = GaugeMetricFamily(
            "bailiwick_database_connections", "Connections of this process to the database.", labels=["state"]
        )
        for state, count in self._platform.database.connections().items():
            connections.add_metric([state], count)
        yield connections
        yield GaugeMetricFamily("bailiwick_stream_readers", "Open event streams.", self._platform[Streams].readers)
        requests = HistogramMetricFamily(
            "bailiwick_http_request_seconds", "Time until a response began.", labels=["method", "route", "status"]
        )
        for labels, histogram in self._durations.histograms.items():
            requests.add_metric(list(labels), _buckets(histogram), histogram.seconds)
        yield requests
        build = GaugeMetricFamily("bailiwick_build_info", "What runs here.", labels=["version", "python"])
        build.add_metric([version(DISTRIBUTION), machine.python_version()], 1)
        yield build


def _calls(name: str, sentence: str, label: str, found: Mapping[str, MetricSums]) -> Metric:
    family = HistogramMetricFamily(name, sentence, labels=[label])
    for each, sums in found.items():
        buckets = [
            (str(edge), float(sum(n for number, n in sums.histogram.items() if duration_in(number) <= edge * 1000)))
            for edge in CALL_EDGES
        ]
        total = float(sum(sums.histogram.values()))
        family.add_metric([each], [*buckets, ("+Inf", total)], sums.milliseconds / 1000)
    return family


def _buckets(histogram: Histogram) -> list[tuple[str, float]]:
    """Return cumulative counts, as Prometheus has them."""
    total, found = 0.0, list[tuple[str, float]]()
    for edge, count in zip((*EDGES, math.inf), histogram.buckets, strict=True):
        total += count
        found.append(("+Inf" if edge == math.inf else str(edge), total))
    return found
