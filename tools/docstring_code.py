"""For the documentation site: examples and drawings of docstrings are shown as code.

A paragraph that begins with `>>>`, or has the branches of a tree in it, gets a fence. mkdocs.yml
names this file.
"""

from __future__ import annotations

from typing import Any

import griffe


def fenced(paragraph: str) -> str:
    """The paragraph, as code if it is some."""
    if paragraph.lstrip().startswith(">>>"):
        return f"```pycon\n{paragraph}\n```"
    return f"```text\n{paragraph}\n```" if "├──" in paragraph else paragraph


class DocstringCode(griffe.Extension):
    """Changes docstrings as they are read."""

    def on_object(self, *, obj: griffe.Object, **_others: Any) -> None:
        """Fence the code of one docstring."""
        if obj.docstring is not None:
            paragraphs = obj.docstring.value.split("\n\n")
            obj.docstring.value = "\n\n".join(map(fenced, paragraphs))
