"""The container: every step of the Dockerfile in a root of its own, then the product there, as its user."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.pages import ROOT
from support.dockerfile import DockerfileBuild, instructions, sent

ROOTFS = "BAILIWICK_TEST_ROOTFS"
"""Names a folder with a minimal Debian that has Python and its `venv`, where debootstrap is not to make one."""
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
PASSED_ON = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy")


def test_what_is_sent_to_the_builder_is_what_the_package_is_made_of(tmp_path: Path):
    shutil.copy(ROOT / ".dockerignore", tmp_path)
    kept = ["pyproject.toml", "uv.lock", "src/bailiwick/faces/serve.py", "ui/src/app/router.tsx"]
    left = [".env", ".git/config", "ui/node_modules/react/index.js", "src/bailiwick/__pycache__/a.pyc", "docs/index.md"]
    left += ["src/bailiwick/web/index.html", "credentials.key"]
    for name in (*kept, *left):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert sorted(map(str, sent(tmp_path))) == sorted(kept)


def test_the_container_runs_as_nobody_special_and_keeps_its_data_in_a_volume():
    steps = instructions((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    last = steps[max(at for at, (name, _) in enumerate(steps) if name == "FROM") :]
    assert [rest for name, rest in last if name == "USER"] == ["10001:10001"]
    assert [rest for name, rest in last if name == "VOLUME"] == ["/data"]
    assert all(":" in rest.split()[0] for name, rest in steps if name == "FROM")


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    """Return a minimal Debian with Python, where no builder has been."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a root")
    root = tmp_path / "debian"
    if given := os.environ.get(ROOTFS):
        subprocess.run(["cp", "-a", given, root], check=True)
    elif debootstrap := shutil.which("debootstrap"):
        packages = "--include=python3,python3-venv,ca-certificates"
        subprocess.run([debootstrap, "--variant=minbase", packages, "bookworm", root], check=True)
    else:
        pytest.skip(f"neither debootstrap nor {ROOTFS}")
    # The image of Python has it there; names and certificates are this machine's, as Docker would have it.
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if Path(CERTIFICATES).exists():
        shutil.copy(CERTIFICATES, root / CERTIFICATES.lstrip("/"))
    return root


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_every_step_of_the_dockerfile_works_in_a_clean_root_and_the_product_is_healthy_there(
    debian: Path, tmp_path: Path
):
    environment = {
        "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        **{name: os.environ[name] for name in PASSED_ON if name in os.environ},
        **dict.fromkeys(("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS"), CERTIFICATES),
    }
    image = DockerfileBuild(ROOT, debian, tmp_path, environment).build()
    assert image.run(["id", "-u"], timeout=30).stdout == "10001\n"
    assert image.run(["sh", "-c", "touch /opt/bailiwick/x"], timeout=30).returncode != 0
    assert list(image.root.glob("opt/bailiwick/lib/python3*/site-packages/bailiwick/web/index.html"))

    assert image.run(image.health, timeout=60).returncode != 0
    with image.popen([*image.entrypoint, *image.command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        try:
            said = list(_until_ready(server))
            assert server.poll() is None, "".join(said)
            assert image.run(image.health, timeout=60).returncode == 0
            asked = image.run([*image.entrypoint, "ask", "What is 12 % of 340?"], timeout=120)
            assert "40.8" in asked.stdout
            assert (image.root / "data/postgres").is_dir()
        finally:
            server.terminate()


def _until_ready(server: "subprocess.Popen[str]") -> Iterator[str]:
    """Yield what it says up to the line after which it answers, or to its end."""
    assert server.stdout is not None
    for line in server.stdout:
        yield line
        if "/login?token=" in line:
            return
