"""Files with a checksum, and unpacked only so far."""

from __future__ import annotations

import hashlib
import lzma
import zlib
from typing import Any

CHECKSUM_BYTES = hashlib.sha256().digest_size


def with_checksum(content: bytes) -> bytes:
    """The content after its SHA-256."""
    return hashlib.sha256(content).digest() + content


def without_checksum(content: bytes) -> bytes | None:
    """The inverse of `with_checksum`; None if the content is not what it was."""
    rest = content[CHECKSUM_BYTES:]
    return rest if hashlib.sha256(rest).digest() == content[:CHECKSUM_BYTES] else None


def unpacked(unpacker: Any, content: bytes, most: int) -> bytes:
    """What the content unpacks to; `ValueError` if it is damaged, or more than `most` bytes.

    `unpacker` is a new decompressor of zlib or lzma.
    """
    try:
        plain: bytes = unpacker.decompress(content, most + 1)
    except (zlib.error, lzma.LZMAError) as error:
        raise ValueError(f"it cannot be unpacked: {error}") from None
    if len(plain) > most or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"it is cut short, or unpacks to more than {most} bytes")
    return plain
