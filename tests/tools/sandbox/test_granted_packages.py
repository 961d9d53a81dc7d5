"""npm packages in the sandbox: those that are granted, what they depend on, and no others; and no network (T6)."""

import asyncio
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bailiwick.features.code.javascript import javascript_tools
from bailiwick.features.code.programs import Programs, imported
from bailiwick.features.code.records import GrantedPackage, LentFolder
from bailiwick.features.code.shell import shell_tools
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.settings import Settings
from bailiwick.tools.records import ToolContext
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.web.public import PublicWeb
from support.npm_registry import NpmRegistry, npm_registry
from support.public_web import every_service
from support.sandboxes import LIMITS


@pytest.fixture
def registry() -> Iterator[NpmRegistry]:
    with npm_registry() as served:
        served.publish("greet", "1.0.0", "export default () => 'hello from 1.0'")
        served.publish(
            "greet", "1.4.0", "import w from 'words'; export default () => w + ' from 1.4'", needs={"words": "^2.0.0"}
        )
        served.publish("greet", "2.0.0", "export default () => 'hello from 2'")
        served.publish("words", "2.1.0", "export default 'good day'")
        served.publish("other", "1.0.0", "export default 1")
        served.publish("@scope/thing", "0.1.0", "export const thing = 7")
        yield served


class Granted:
    """What is granted and lent, without a database."""

    def __init__(self) -> None:
        self.all: dict[str, str] = {}
        self.folders: list[LentFolder] = []

    async def packages(self, user_id: str) -> list[GrantedPackage]:
        del user_id
        return [GrantedPackage(name=name, version=v, created_at=None) for name, v in self.all.items()]

    async def folders_for(self, user_id: str, agent_id: str | None) -> list[LentFolder]:
        del user_id, agent_id
        return self.folders


@pytest.fixture
def granted() -> Granted:
    return Granted()


@pytest.fixture
def call(settings: Settings, sandbox: BubblewrapSandbox, registry: NpmRegistry, granted: Granted, user_id: str):
    assert sandbox.unavailable is None
    changed = Settings(home=settings.home, npm_registry=registry.address, **{**LIMITS, "sandbox_seconds": 20.0})
    programs = Programs(sandbox=BubblewrapSandbox(changed), web=PublicWeb(every_service(changed)), grants=granted)
    box = Toolbox([*javascript_tools(programs), *shell_tools(programs)])

    def call_it(name: str, **arguments: Any) -> Any:
        context = ToolContext(user_id=user_id, execution_id=None, agent_id="code", call_id=uuid7())
        result = asyncio.run(box.call(name, context, arguments))
        return {**result, "outside": context.reading.outside}

    return call_it


def test_a_granted_package_is_imported_with_what_it_depends_on_and_in_its_version(call, granted, registry):
    granted.all = {"greet": "^1.0.0"}
    result = call("run_js_ephemeral", code="import greet from 'greet'; console.log(greet())")
    assert result["stdout"] == "good day from 1.4\n", result
    assert result["outside"], "packages are strangers' words"
    granted.all = {"greet": "1.0.0"}
    result = call("run_js", code="import greet from 'npm:greet'; console.log(greet())")
    assert result["stdout"] == "hello from 1.0\n", result
    assert not any("2.0.0" in path for path in registry.asked)


def test_a_grant_holds_at_once_and_so_does_taking_it_back(call, granted):
    code = "import { thing } from '@scope/thing'; console.log(thing)"
    assert "may not import the npm package @scope/thing" in call("run_js_ephemeral", code=code)["refused"]
    granted.all = {"@scope/thing": "*"}
    assert call("run_js_ephemeral", code=code)["stdout"] == "7\n"
    granted.all = {}
    assert "grant_package" in call("run_js_ephemeral", code=code)["refused"]


def test_what_is_not_granted_is_refused_however_it_is_imported(call, granted, registry):
    granted.all = {"greet": "^1.0.0"}
    for code in (
        "import other from 'other'",
        "import other from 'npm:other@1'",
        "const other = await import('npm:other')",
        "import greet from 'greet'\nexport { default } from 'other'",
    ):
        assert "npm package other" in call("run_js_ephemeral", code=code)["refused"], code
    with pytest.raises(CallFailed, match="npm package other"):
        call("run_js", code="1", dependencies=[{"name": "other"}])
    hidden = "await import('greet'); const n = 'npm:ot' + 'her'; await import(n); console.log('ESCAPED')"
    result = call("run_js_ephemeral", code=hidden)
    assert "ESCAPED" not in result["stdout"]
    assert "other" in result["refused"]
    assert not any("other" in path for path in registry.asked), "the registry was never asked for it"


def test_another_version_than_the_granted_is_refused(call, granted):
    granted.all = {"greet": "^1.0.0"}
    result = call("run_js_ephemeral", code="import g from 'npm:greet@2.0.0'; console.log(g())")
    assert "^1.0.0 is granted and not 2.0.0" in result["refused"]
    with pytest.raises(CallFailed, match=r"\^1.0.0 is granted and not 2.0.0"):
        call("run_js", code="1", dependencies=[{"name": "greet", "version": "2.0.0"}])
    result = call("run_js_ephemeral", code="import g from 'npm:greet@>=2'; console.log(g())")
    assert result["exitCode"] != 0
    assert "hello from 2" not in result["stdout"]


def test_commands_get_granted_packages_too_and_nothing_else_of_the_network(call, granted, canary_server, registry):
    granted.all = {"greet": "1.0.0"}
    port, hits = canary_server
    script = "import g from 'npm:greet'; console.log(g())"
    result = call("bash", command=f'echo "{script}" > a.ts && deno run --no-lock a.ts')
    assert result["stdout"] == "hello from 1.0\n", result
    ask = (
        "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT 127.0.0.1:PORT HTTP/1.1\\r\\n\\r\\n' >&3; head -1 <&3;"
        " (exec 4<>/dev/tcp/127.0.0.1/PORT) && echo ESCAPED; deno --version >/dev/null"
    ).replace("PORT", str(port))
    result = call("bash", command=ask)
    assert result["stdout"].strip() == "HTTP/1.1 403 Host Not Granted"
    assert hits() == 0
    raw = (
        "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET /WHAT HTTP/1.1\\r\\n\\r\\n' >&3; head -1 <&3; deno --version >&2"
    )
    before = len(registry.asked)
    for what in ("other", "..%2f..%2fsecret", "greet/../other", "-/v1/search", "other/-/other-1.0.0.tgz", "%00"):
        assert "404" in call("bash", command=raw.replace("WHAT", what.replace("%", "%%")))["stdout"], what
    assert registry.asked[before:] == []


def test_an_archive_on_another_host_is_never_fetched(call, granted, registry, canary_server):
    port, hits = canary_server
    registry.publish("evil", "1.0.0", "export default 1", elsewhere=f"http://127.0.0.1:{port}")
    granted.all = {"evil": "*"}
    assert call("run_js_ephemeral", code="import e from 'evil'; console.log(e)")["exitCode"] != 0
    assert hits() == 0


def test_a_registry_that_does_not_answer_is_told_as_the_cause(call, granted, registry):
    granted.all = {"greet": "*"}
    registry.answers.clear()
    registry.broken = True
    result = call("run_js_ephemeral", code="import greet from 'greet'; console.log(greet())")
    assert "500" in result["refused"]


def test_a_registry_that_answers_nonsense_is_told_as_the_cause(call, granted, registry):
    granted.all = {"greet": "*"}
    registry.answers["/greet"] = b"{}"
    result = call("run_js_ephemeral", code="import greet from 'greet'; console.log(greet())")
    assert "did not answer as npm registries do" in result["refused"]


IN_TEXT = """
const page = `
import React from "react"
`;
/*
import left from 'npm:greet@2.0.0'
*/
console.log(page.trim());
"""


@pytest.mark.parametrize("packages", [{}, {"greet": "^1.0.0"}])
def test_what_only_looks_like_an_import_is_not_refused(call, granted, packages):
    granted.all = packages
    result = call("run_js_ephemeral", code=IN_TEXT)
    assert result["stdout"] == 'import React from "react"\n', result
    assert "refused" not in result
    if packages:
        result = call("run_js_ephemeral", code=f"import greet from 'greet'\n{IN_TEXT}\nconsole.log(greet())")
        assert result["stdout"].endswith("good day from 1.4\n"), result
        assert "refused" not in result


def test_a_folder_with_a_socket_is_left_out_where_packages_are_used_and_the_program_runs(call, granted):
    granted.all = {"greet": "1.0.0"}
    with TemporaryDirectory(prefix="bailiwick-lent-") as folder, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{folder}/docker.sock")
        granted.folders = [
            LentFolder(
                id="1",
                name="docs",
                path=folder,
                writable=False,
                for_everybody=True,
                agent_id=None,
                own=True,
                created_at=datetime.now(UTC),
            )
        ]
        result = call("run_js", code="import greet from 'greet'; console.log(greet())")
        assert result["stdout"] == "hello from 1.0\n", result
        assert "sockets" in result["folders"][0]["problem"]
        assert call("run_js", code="console.log(1)")["folders"] == [{"place": "/lent/docs", "writable": False}]


def test_a_script_without_packages_has_no_way_out(call, granted):
    granted.all = {"greet": "*"}
    result = call("run_js_ephemeral", code="console.log(await Deno.connect({ port: 3128 }).catch((e) => e.name))")
    assert result["stdout"] == "NotCapable\n"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import a from 'a'", {"a": "latest"}),
        ('import {\n  a,\n  b\n} from "@s/b/deep.js"', {"@s/b": "latest"}),
        ("import 'npm:c@^1.2/x'", {"c": "^1.2"}),
        ("const x = await import('d')", {"d": "latest"}),
        ("export * from 'e'", {"e": "latest"}),
        ("import fs from 'node:fs'; import x from './x.ts'; import y from '/work/y.js'", {}),
        ("import j from 'jsr:@std/csv'; import h from 'https://x.test/a.js'", {}),
        ("console.log(\"import a from 'a'\")", {}),
        ("const important = 'a'; imported('b')", {}),
    ],
)
def test_what_a_script_imports_is_read_out_of_it(code, names):
    assert imported(code) == names
