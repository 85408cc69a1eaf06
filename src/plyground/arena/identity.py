"""Identities of what is stored, by which the same command finds its results again."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def identity_of(*parts: Any) -> str:
    """Equal for equal data, as JSON writes it, under the same version of Plyground.

    Agents of another version may play otherwise under the same name, so that their games must not
    be mixed.
    """
    from plyground import __version__

    text = json.dumps([__version__, *parts], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
