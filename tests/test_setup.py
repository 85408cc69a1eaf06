"""What tools/setup.sh installs, and when it has nothing to do; no package is fetched."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = f"""#!/bin/sh
if [ "$2" = pip ]; then echo "$@" >> installed; else exec {sys.executable} "$@"; fi
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="make wants a shell")


@pytest.fixture
def checkout(tmp_path):
    """A copy whose environment is a stand-in that only notes what it is told to install."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup.sh", tmp_path / "tools")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, text in (("python", PYTHON), ("plyground", "#!/bin/sh\n")):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    (tmp_path / ".venv" / ".folder").write_text(f"{tmp_path}\n")
    return tmp_path


def installed(folder: Path, extra: str) -> str:
    """What setting up for an extra installs."""
    notes = folder / "installed"
    notes.unlink(missing_ok=True)
    command = ["sh", "tools/setup.sh", extra]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
    return notes.read_text() if notes.exists() else ""


def test_the_developers_environment_has_all_but_what_is_measured_against(checkout):
    assert "--editable .[dev]" in installed(checkout, "dev")
    for covered in ("dev", "docs", ""):
        assert not installed(checkout, covered)
    assert "--editable .[peers]" in installed(checkout, "peers")
    assert not installed(checkout, "peers")
    (checkout / "pyproject.toml").write_text("# changed\n")
    assert "--editable .[peers]" in installed(checkout, "peers")
