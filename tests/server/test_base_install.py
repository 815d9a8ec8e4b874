"""Without the extra `server` everything else works, and the server's commands say what to install."""

import subprocess
import sys

import pytest

HIDDEN = ("litestar", "msgspec", "uvicorn", "sqlalchemy", "alembic", "segno", "platformdirs", "prometheus_client")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process that finds none of the server's libraries."""
    hide = "; ".join(f"sys.modules[{name!r}] = None" for name in HIDDEN)
    code = f"import sys; {hide}; from naysay.cli import main; main({list(arguments)!r})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "command", [("serve",), ("export",), ("backup", "file"), ("restore", __file__)], ids=lambda c: c[0]
)
def test_what_to_install(command: tuple[str, ...]) -> None:
    said = run(*command)
    assert said.returncode == 1
    assert said.stderr.startswith("Error: the server needs more than the base install (")
    assert "pip install 'naysay[server]'" in said.stderr
    assert "Traceback" not in said.stderr


def test_the_rest_works() -> None:
    said = run("simulate", "nope", "--players", "2", "--records", "-")
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith('{"format":"naysay/1","game":"nope"')
