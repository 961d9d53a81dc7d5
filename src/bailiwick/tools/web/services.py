"""Services outside that tools ask, at addresses that an administrator may change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bailiwick.kernel.settings import Settings, values_of
from bailiwick.tools.settings import ToolSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAddress:
    """Where a service is unless settings say otherwise."""

    name: str
    """What tools ask for it by, in `Web.services`."""
    setting: str
    """The setting that holds another address: `BAILIWICK_<SETTING>` in the environment, its name in `config.toml`."""
    default: str | None = None
    """None where there is no such service unless an administrator names one."""
    description: str = ""
    """What is told of the setting, a sentence."""


OWN = {"npm": "npm_registry"}
"""Settings of the product's own that hold the address of a service, by its name."""


@dataclass(frozen=True, slots=True)
class Services:
    """The addresses of the services."""

    urls: Mapping[str, str] = field(default_factory=dict[str, str])
    """By the names of the services; those without an address are not among them."""
    changed: frozenset[str] = frozenset()
    """The names of those whose address an administrator chose: they may be private."""


def services_of(settings: Settings, declared: Iterable[ServiceAddress]) -> Services:
    """Return where the `declared` services are, and the product's own. Two may share a setting if they agree on it.

    Raises `ValueError` when two differ in what a service or a setting is.
    """
    by_name: dict[str, ServiceAddress] = {}
    by_setting: dict[str, tuple[str | None, str]] = {}
    for each in declared:
        said = each.default, each.description
        if by_name.setdefault(each.name, each) != each or by_setting.setdefault(each.setting, said) != said:
            raise ValueError(f"Two plug-ins differ in what the service {each.name!r} is.")
    chosen = values_of(settings, by_setting)
    options = settings.of(ToolSettings)
    own = {name: getattr(options, setting) for name, setting in OWN.items()}
    urls = {name: url for name, each in by_name.items() if (url := chosen[each.setting])} | own
    changed = {name for name, each in by_name.items() if chosen[each.setting] != each.default}
    changed |= {name for name, url in own.items() if url != ToolSettings.model_fields[OWN[name]].default}
    return Services(urls, frozenset(changed & urls.keys()))
