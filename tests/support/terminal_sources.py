"""The code of the terminal, wherever in the house it is."""

from pathlib import Path

import bailiwick


def sources() -> list[Path]:
    """Return the files of the house that say something in a terminal, the commands of skills among them."""
    house = Path(bailiwick.__file__).parent
    own = [file for file in sorted(house.rglob("*.py")) if "bailiwick.kernel.terminal" in file.read_text("utf-8")]
    own += sorted((house / "kernel/terminal").glob("*.py"))
    return [*dict.fromkeys(own), *sorted((house.parent / "bailiwick_skills").glob("*/commands.py"))]
