"""What the README shows works and prints what it says."""

import re  # noqa: TID251  (own fixed pattern)
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_five_lines_read_agents_learn_and_decide(tmp_path):
    (agent,), (program,), (printed,) = blocks("toml"), blocks("python"), blocks("text")
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "kitchen.toml").write_text(agent, encoding="utf-8")

    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )

    assert ran.stdout == printed
