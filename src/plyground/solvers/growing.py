"""Tables that grow with need, bucket by bucket (linear hashing, Litwin 1980).

A table's array is as long as it may ever become; memory that was never written to costs nothing.
In use are its first buckets: `base` in the beginning, and more with every new entry. A key has a
*home* among the first `base` buckets, and a *rest*, d bits of which choose among 2**d times that:

    bucket    home + base * (the lowest d bits of the rest)

To add a bucket is to split one: the next in turn gives those of its entries whose bit d is set to
the new one; once all have been split, d is one more. Every bucket that a key can ever be in has its
home as remainder, and an entry holds the rest: so an entry never answers for another key, whatever
other threads are doing meanwhile. One thread adds buckets, for all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import compiled

BUCKETS, DOUBLINGS, MOST = 0, 1, 2  # of `size`: in use now, d, and at most in use
START_BYTES = 1_000_000  # in use in the beginning, or a little more


def doublings_within(buckets: int, least: int) -> int:
    """How often a table can have doubled when it has so many buckets, of `least` at first."""
    return max(0, (buckets // max(1, least)).bit_length() - 1)


def new_size(base: int, doublings: int) -> Any:
    """The size of a table that has `base` buckets now and may double so often."""
    return np.array([base, 0, base << doublings], np.int64)


@compiled
def bucket_among(size: Any, base: int, home: int, rest: int) -> int:
    """The bucket of a key, given its home and its rest."""
    doublings = int(size[DOUBLINGS])
    bucket, split = home + base * (rest & ((2 << doublings) - 1)), base << doublings
    if bucket >= split and bucket >= size[BUCKETS]:  # both: the two may not be of one moment
        bucket -= split
    return bucket


@compiled
def may_grow(size: Any) -> bool:
    """Whether a bucket can be added."""
    return bool(size[BUCKETS] < size[MOST])


@compiled
def count_bucket(size: Any, base: int) -> None:
    """Count a bucket that was added; `splitting` has said which."""
    size[BUCKETS] += 1
    if size[BUCKETS] == base << int(size[DOUBLINGS]) + 1:
        size[DOUBLINGS] += 1


@compiled
def splitting(size: Any, base: int) -> tuple[int, int, int]:
    """The bucket to be split next, the new one, and the bit of the rest that decides."""
    doublings, new = int(size[DOUBLINGS]), int(size[BUCKETS])
    return new - (base << doublings), new, doublings
