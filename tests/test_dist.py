"""What `make dist` builds: wheel and source archive hold the page, and an installed wheel serves it."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from naysay.server.web.pages import FOLDER
from tests.support.servers import free_port

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[1]
PAGE = "naysay/server/page/"


def build(place: Path, target: str, into: Path) -> Path:
    """One archive of the project that lies in a folder, by the same builder as `make dist`."""
    into.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    environment = os.environ | {"npm_config_prefer_offline": "true"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return max(into.iterdir(), key=lambda file: file.stat().st_mtime)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source archive."""
    place = tmp_path_factory.mktemp("source")
    with tarfile.open(build(ROOT, "sdist", place / "dist")) as archive:
        archive.extractall(place, filter="data")
    return next(place.glob("naysay-*"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel") / "dist")


def pages_in(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name.removeprefix(PAGE): archive.read(name) for name in archive.namelist() if name.startswith(PAGE)}


def test_the_wheel_holds_the_page_as_it_was_built(wheel: Path) -> None:
    built = {file.relative_to(FOLDER).as_posix(): file.read_bytes() for file in FOLDER.rglob("*") if file.is_file()}
    assert "index.html" in built
    assert pages_in(wheel) == built


def test_the_source_archive_needs_no_node(source: Path, wheel: Path, tmp_path: Path) -> None:
    assert not (source / "web" / "node_modules").exists()
    assert pages_in(build(source, "wheel", tmp_path / "dist")) == pages_in(wheel)


def test_a_missing_page_is_built(source: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(source, bare)
    shutil.rmtree(bare / "src" / PAGE)
    found = pages_in(build(bare, "wheel", tmp_path / "dist"))
    assert b"<script" in found["index.html"]
    assert {Path(name).suffix for name in found} >= {".js", ".css", ".br", ".gz", ".woff2"}


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server that was started from the wheel, in a place of its own."""
    place = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--target", str(place), str(wheel)], check=True)
    environment = os.environ | {"PYTHONPATH": str(place)}
    where = [sys.executable, "-c", "import naysay; print(naysay.__file__)"]
    found = subprocess.run(where, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(place)
    port = free_port()
    command = [
        sys.executable,
        str(place / "bin" / "naysay"),
        "serve",
        "--port",
        str(port),
        "--data",
        str(tmp_path / "d"),
    ]
    server = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        while not answers(port):
            assert server.poll() is None
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


def test_an_installed_wheel_serves_the_page(installed: str, wheel: Path) -> None:
    built = pages_in(wheel)
    with httpx.Client(base_url=installed) as client:
        for path, name in (("/", "index.html"), ("/t/abc", "table.html"), ("/rules/nyet", "index.html")):
            assert client.get(path, headers={"accept": "text/html"}).content == built[name]
        for asset in re.findall(r'(?:href|src)="/(assets/[^"]+)"', built["table.html"].decode()):
            assert asset in built
        for name, content in built.items():
            if not name.endswith((".br", ".gz")):
                assert client.get(f"/{name}").content == content, name
