"""Identities of what is stored, by which the same command finds its results again."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def identity_of(*parts: Any) -> str:
    """Equal for equal data, as JSON writes it; what played is among them as fingerprints."""
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
