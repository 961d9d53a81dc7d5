"""The code of the terminal, wherever in the house it is."""

from pathlib import Path

import bailiwick


def sources() -> list[Path]:
    """Return the code of the terminal, the commands of skills among it."""
    house = Path(bailiwick.__file__).parent
    skills = house.parent / "bailiwick_skills"
    return [
        *(house / "kernel/terminal").glob("*.py"),
        *(house / "faces").glob("*.py"),
        *house.rglob("*command*.py"),
        *house.rglob("*words.py"),
        *house.rglob("features/swarm/named.py"),
        *skills.glob("*/commands.py"),
    ]
