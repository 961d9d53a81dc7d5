"""Which plug-ins a process has loaded, and which could not be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bailiwick.kernel.reasons import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginPage:
    """A page of a plug-in in the web app; what it shows is the module `page/page.js` beside the plug-in."""

    titles: Mapping[str, str]
    """Its title by language; English (`en`) where a language is not among them."""
    about: Mapping[str, str] = field(default_factory=dict[str, str])
    """A sentence under the title, by language."""
    icon: str = "puzzle-piece"
    """One of the web app's icons; a piece of a puzzle stands for one that it does not have."""
    section: str = ""
    """Where it is a section of the settings and no page of the navigation: how that is addressed, as
    `/settings#SECTION`; lower-case letters."""


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plug-in that could not be loaded; the product runs without it."""

    name: str
    group: str
    error: str
    """What went wrong, in English."""
    why: Reason | None = None
    """The same as a code with values; None where it is in the words of the plug-in."""


@dataclass
class Loaded:
    """Which plug-ins were loaded, and which could not be."""

    names: list[str] = field(default_factory=list[str])
    features: list[str] = field(default_factory=list[str])
    """The features of the product that are there, by the names of their folders."""
    problems: list[PluginProblem] = field(default_factory=list[PluginProblem])
    pages: dict[str, PluginPage] = field(default_factory=dict[str, PluginPage])
    """Pages of plug-ins in the web app, by the plug-in's name."""
