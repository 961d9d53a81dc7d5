"""The extras: what is installed only where it is wanted, and how the product says that one is missing."""

from enum import StrEnum
from importlib.util import find_spec

from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.reasons import Reason, ReasonCode


class Extra(StrEnum):
    """The extras of `pyproject.toml` that a server can use."""

    ANTHROPIC = "anthropic"
    """Models of Anthropic."""
    DATABASES = "databases"
    """SQL on connected databases."""
    EMBEDDINGS = "embeddings"
    """The local embedder."""
    GOOGLE = "google"
    """Models of Google."""
    JAVASCRIPT = "javascript"
    """Deno, which runs JavaScript and TypeScript in the sandbox."""
    MATHS = "maths"
    """Symbolic mathematics."""
    SPELLING = "spelling"
    """Lists of ordinary words, by which typing mistakes are told from them."""
    UVLOOP = "uvloop"
    """A faster event loop, which Windows has not."""
    WORD = "word"
    """Word files as documents."""

    @property
    def requirement(self) -> str:
        """What to install, as pip and uv understand it."""
        return f"{DISTRIBUTION}[{self}]"

    @property
    def is_installed(self) -> bool:
        """Whether all that it brings can be imported. Nothing is imported for it but packages around modules."""
        try:
            return all(find_spec(module) is not None for module in MODULES[self])
        except ImportError:
            return False

    @property
    def missing(self) -> Reason:
        """Why a thing that needs this extra cannot be done, and what to install."""
        return Reason.of(ReasonCode.EXTRA_MISSING, package=self.requirement)


MODULES = {
    Extra.ANTHROPIC: ("anthropic",),
    Extra.DATABASES: ("sqlglot",),
    Extra.EMBEDDINGS: ("safetensors", "tokenizers"),
    Extra.GOOGLE: ("google.genai",),
    Extra.JAVASCRIPT: ("deno",),
    Extra.MATHS: ("sympy",),
    Extra.SPELLING: ("spellchecker",),
    Extra.UVLOOP: ("uvloop",),
    Extra.WORD: ("docx", "lxml"),
}
"""What each brings, as it is imported."""
