"""Puts prebuilt kernels into the wheel, and the platform that they are for into its name.

The folder that PLYGROUND_PREBUILT names (`make wheel` writes one) becomes `plyground/prebuilt`.
Without it, the wheel is for every platform.
"""

from __future__ import annotations

import json
import os
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The oldest C library that the code is linked for (`kernel/targets/emitting.py`).
TAGS = {"linux-x86_64": "manylinux_2_17_x86_64"}


class PrebuiltKernels(BuildHookInterface[Any]):
    """Asked by Hatch before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the folder, if there is one."""
        chosen = os.environ.get("PLYGROUND_PREBUILT")
        if not chosen or version != "standard":
            return
        folder = Path(self.root, chosen).resolve()
        machine = json.loads((folder / "index.json").read_text())["machine"]
        usual = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS.get(machine, usual)}"
        build_data["force_include"][str(folder)] = "plyground/prebuilt"
