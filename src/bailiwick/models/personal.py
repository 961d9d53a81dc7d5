"""The models as one person has them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.health import Health
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.context import context_of
from bailiwick.models.contract import ChosenModel
from bailiwick.models.names import ModelName
from bailiwick.models.sources import ReachedProvider
from bailiwick.models.states import SourceStates
from bailiwick_router.core.agents import Agent


class PersonalCatalog:
    """Which models there are for one person, and which is the default: their own where they prefer one.

    It was read when it was made and stays as it is; what is known of providers is this process's, as it is now.
    """

    def __init__(
        self,
        states: SourceStates,
        sources: Mapping[str, ReachedProvider],
        *,
        home: Path,
        preferred: str | None = None,
        given: str | None = None,
        chosen: str | None = None,
        embedder: str | None = None,
        routing: str | None = None,
        fallbacks: Sequence[str] = (),
    ) -> None:
        """`given` is the default by the environment, `chosen` the one that an administrator has chosen, `embedder` the
        model that one has chosen for embeddings, `routing` that for routing; `fallbacks` are those of agents that
        list none.

        A preference or a choice of a model that there is no more counts as none.
        """
        self._states = states
        self._sources = sources
        self._home = home
        self._preferred = preferred
        self._given = given
        self._chosen = chosen
        self._fallbacks = fallbacks
        self.embedder = embedder
        """What an administrator chose for search by meaning; None where nobody has a choice made."""
        self._routing = routing

    @property
    def sources(self) -> Sequence[ReachedProvider]:
        """Return where its models come from: the environment first, then connections."""
        return tuple(self._sources.values())

    @property
    def routing(self) -> str | None:
        """What an administrator chose for routing; see `ModelCatalog`."""
        return self._routing

    @property
    def configured(self) -> bool:
        """Whether any real model is configured; otherwise the offline model answers."""
        if self._preferred and self._knows(self._preferred):
            return self._preferred != "offline"
        return self.resolve(None) != "offline" or self._first() is not None

    def source(self, provider: str) -> ReachedProvider | None:
        """Return where the models come from whose names begin so."""
        return self._sources.get(provider)

    def resolve(self, name: str | None) -> str:
        """Return the full name of the model to use: `name`, else the default. Raises `InvalidInput` if unknown."""
        if wanted := (name or "").strip():
            return self._known(wanted)
        return self._default().name

    def chosen_for(self, agent: Agent | None) -> ChosenModel:
        """Return the model that an agent uses, and why; see `ModelCatalog`."""
        wanted = ("" if agent is None else agent.model or "").strip()
        if agent is None or not wanted:
            return self._default()
        named = Reason.of(ReasonCode.MODEL_NAMED)
        if self._knows(wanted) and self.callable(wanted).healthy:
            return ChosenModel(name=self._known(wanted), why=named)
        default = self._default().name
        listed = self._fallbacks if agent.fallbacks is None else agent.fallbacks
        if default == "offline" or default not in listed:
            # It may be dearer, or another company's: only who lists it allows it. Rules stand in by themselves.
            return ChosenModel(name=self._known(wanted), why=named)
        why = Reason.of(ReasonCode.MODEL_NAMED_UNUSABLE, model=wanted)
        return ChosenModel(name=default, why=why, stands_in_for=wanted)

    def usable(self, name: str) -> Health:
        """Say whether the model would answer, without calling it: what it needs is set, and its provider answered
        when it was last called. That it could not be reached counts for a while only."""
        source, model = self._split(name)
        return self._apart(name) if source is None or not model else self._states.usable(source, model)

    def callable(self, name: str) -> Health:
        """Say whether what the model needs is set, so that it can be called."""
        source, model = self._split(name)
        return self._apart(name) if source is None or not model else self._states.callable(source, model)

    async def context_tokens(self, name: str) -> int | None:
        """Return how many tokens the model reads and writes in one call; None where that is not known."""
        source, model = self._split(name)
        return None if source is None or not model else await context_of(source, model, self._states)

    def offered(self) -> Sequence[str]:
        """Return the full names of the models worth offering, the default first."""
        offered = [
            str(ModelName(source.name, model)) for source in self.sources for model in self._states.models_of(source)
        ]
        return tuple(dict.fromkeys([self.resolve(None), *offered, "offline"]))

    def _default(self) -> ChosenModel:
        """Return the model where none is named. Raises `InvalidInput` where the environment names an unknown one."""
        if self._preferred and self._knows(self._preferred):
            return ChosenModel(name=self._preferred, why=Reason.of(ReasonCode.MODEL_PREFERRED))
        if given := (self._given or "").strip():
            return ChosenModel(name=self._known(given), why=Reason.of(ReasonCode.MODEL_SET, setting="BAILIWICK_MODEL"))
        if self._chosen and self._knows(self._chosen):
            return ChosenModel(name=self._chosen, why=Reason.of(ReasonCode.MODEL_CHOSEN))
        if first := self._first():
            return ChosenModel(name=first, why=Reason.of(ReasonCode.MODEL_FIRST))
        return ChosenModel(name="offline", why=Reason.of(ReasonCode.MODEL_NONE))

    def _first(self) -> str | None:
        """Return the model that is used where nobody has chosen any; never one of a person's own connections."""
        for source in self.sources:
            model = None if source.personal else self._states.default_of(source)
            if model:
                return str(ModelName(source.name, model))
        return None

    def _known(self, wanted: str) -> str:
        if self._knows(wanted):
            return wanted
        raise InvalidInput(self._unknown(wanted).said, field="model")

    def _knows(self, wanted: str) -> bool:
        provider, model = ModelName.read(wanted)
        if provider == "scripted":
            return self._may_read(model)
        return wanted == "offline" or (provider in self._sources and bool(model))

    def _split(self, name: str) -> tuple[ReachedProvider | None, str]:
        provider, model = ModelName.read(name)
        return self._sources.get(provider), model

    def _apart(self, name: str) -> Health:
        """Say it of a name that is no provider's."""
        provider, model = ModelName.read(name)
        if provider == "scripted":
            return self._usable_script(model)
        return Health(healthy=True) if name == "offline" else Health.of(self._unknown(name))

    def _unknown(self, model: str) -> Lack:
        values = {"model": model[:80], "providers": ", ".join(list(self._sources)[:20])}
        return Lack(code=LackCode.MODEL_UNKNOWN, values=values)

    def _usable_script(self, path: str) -> Health:
        if not self._may_read(path):
            return Health.of(Lack(code=LackCode.SCRIPT_OUTSIDE))
        if path and not Path(path).is_file():
            return Health.of(Lack(code=LackCode.SCRIPT_ABSENT))
        return Health(healthy=True)

    def _may_read(self, script: str) -> bool:
        # Anyone may name an agent's model, so a script is only read where the operator put or pointed to it.
        if not script or self._given == f"scripted:{script}":
            return True
        try:
            return Path(script).resolve().is_relative_to(self._home.resolve())
        except (OSError, ValueError):  # too long, or with a NUL
            return False
