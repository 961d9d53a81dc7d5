"""Carries a Dockerfile out without Docker: its steps in folders that are roots, as far as this project's uses them."""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from string import Template
from typing import Any

CONTINUED = "\\\n"


@dataclass(frozen=True)
class Stage:
    """A root as the steps have left it, and how programs are started in it."""

    root: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    workdir: str = "/"
    user: str = "0:0"
    entrypoint: Sequence[str] = ()
    command: Sequence[str] = ()
    health: Sequence[str] = ()
    volumes: Sequence[str] = ()

    def popen(self, command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
        """Start a program there, as the user, with nothing of this process's environment."""
        script = (
            'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && cd "$1" && root=$1 && user=$2 && shift 2'
            ' && exec chroot --userspec="$user" "$root" /bin/sh -c "$@"'
        )
        inside = f'cd {shlex.quote(self.workdir)} && exec "$@"'
        return subprocess.Popen(
            ["unshare", "--mount", "/bin/sh", "-c", script, "sh", str(self.root), self.user, inside, "sh", *command],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **self.environment},
            text=True,
            start_new_session=True,
            **options,
        )

    def run(self, command: Sequence[str], *, timeout: float) -> subprocess.CompletedProcess[str]:
        """Carry a program out there and return what it said."""
        with self.popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            try:
                said, _ = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        return subprocess.CompletedProcess(command, process.returncode, said)


class DockerfileBuild:
    """Builds the last stage of a Dockerfile; every stage begins as a copy of `base`, whatever image it names."""

    def __init__(self, context: Path, base: Path, work: Path, environment: Mapping[str, str]) -> None:
        """`environment` is what the base image sets."""
        self._context, self._base, self._work = context, base, work
        self._environment = environment
        self._stages: dict[str, Stage] = {}

    def build(self) -> Stage:
        """Carry out every step in order. Raises `ValueError` for an instruction that is not known here."""
        stage = None
        for name, rest in instructions((self._context / "Dockerfile").read_text(encoding="utf-8")):
            if name == "FROM":
                stage = self._begin(rest)
            elif stage is None:
                raise ValueError(f"{name} before FROM")
            else:
                stage = self._step(stage, name, rest)
            self._stages["" if stage is None else stage.root.name] = stage
        assert stage is not None
        return stage

    def _begin(self, rest: str) -> Stage:
        name = rest.partition(" AS ")[2] or "last"
        root = self._work / name
        subprocess.run(["cp", "-a", "--reflink=auto", self._base, root], check=True)
        return Stage(root=root, environment={**self._environment})

    def _step(self, stage: Stage, name: str, rest: str) -> Stage:
        match name:
            case "ENV":
                pairs = dict(word.split("=", 1) for word in shlex.split(rest))
                told = {key: Template(value).substitute(stage.environment) for key, value in pairs.items()}
                return replace(stage, environment={**stage.environment, **told})
            case "WORKDIR":
                (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
                return replace(stage, workdir=rest)
            case "USER":
                return replace(stage, user=rest)
            case "RUN":
                done = stage.run(["/bin/sh", "-c", rest], timeout=1800)
                assert done.returncode == 0, f"RUN {rest}\n{done.stdout[-4000:]}"
                return stage
            case "COPY":
                self._copy(stage, shlex.split(rest))
                return stage
            case "VOLUME":
                return replace(stage, volumes=[*stage.volumes, rest])
            case "EXPOSE":
                return stage
            case "HEALTHCHECK":
                return replace(stage, health=json.loads(rest.partition("CMD ")[2]))
            case "ENTRYPOINT":
                return replace(stage, entrypoint=json.loads(rest))
            case "CMD":
                return replace(stage, command=json.loads(rest))
            case _:
                raise ValueError(f"{name} is not known here")

    def _copy(self, stage: Stage, words: Sequence[str]) -> None:
        *options, source, target = words
        place = Path(os.path.normpath(Path(stage.workdir) / target))
        if options:
            other = self._stages[options[0].removeprefix("--from=")]
            shutil.copytree(other.root / source.lstrip("/"), stage.root / str(place).lstrip("/"), symlinks=True)
            return
        assert source == ".", source
        for file in sent(self._context):
            to = stage.root / str(place / file).lstrip("/")
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self._context / file, to)


def instructions(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile with what follows each, comments left out and lines joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace(CONTINUED, " ")
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in joined.splitlines())]


def sent(context: Path) -> list[Path]:
    """Return the files of the context that `.dockerignore` lets through, as Docker reads it: the last match counts."""
    rules = [
        line.strip()
        for line in (context / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    return sorted(path for path in walked(context, rules) if _is_sent(path, rules))


def walked(context: Path, rules: Sequence[str]) -> list[Path]:
    """Return the files below the folders that any rule lets through; others are not even looked at."""
    tops = {rule[1:].split("/")[0] for rule in rules if rule.startswith("!")}
    found: list[Path] = []
    for top in tops:
        for folder, folders, files in os.walk(context / top):
            here = Path(folder).relative_to(context)
            folders[:] = [each for each in folders if _is_sent(here / each, rules)]
            found += [here / file for file in files]
        if (context / top).is_file():
            found.append(Path(top))
    return found


def _is_sent(path: Path, rules: Sequence[str]) -> bool:
    """Whether the last rule that matches the path, or a folder that it is in, lets it through."""
    result = True
    for rule in rules:
        pattern = rule.lstrip("!")
        if any(_matches(each, pattern) for each in (path, *path.parents) if str(each) != "."):
            result = rule.startswith("!")
    return result


def _matches(path: Path, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch(path.name, pattern[3:])
    return len(path.parts) == len(Path(pattern).parts) and fnmatch(str(path), pattern)
