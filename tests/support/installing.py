"""Makes an example plug-in count as installed, as its wheel would."""

import tomllib
from pathlib import Path


def installed_from(plugin: Path, site: Path) -> Path:
    """Write the metadata that the wheel of a plug-in's folder would have into the directory `site`, and return that."""
    project = tomllib.loads((plugin / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = project["name"].replace("-", "_")
    metadata = site / f"{name}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    lines = [f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"]
    (metadata / "METADATA").write_text("".join(lines), encoding="utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{point} = {target}\n" for point, target in points.items())
        for group, points in project["entry-points"].items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    return site
