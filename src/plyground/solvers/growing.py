"""Tables that grow with need, bucket by bucket (linear hashing, Litwin 1980).

A table's array is as long as it may ever become; memory that was never written to costs nothing.
In use are its first buckets: 2**b in the beginning, and more with every new entry. A key has a
*home* of b bits among the first, and a *rest*, d bits of which choose among 2**d times as many:

    bucket    the lowest d bits of the rest | home (b bits)

To add a bucket is to split one: the next in turn gives those of its entries whose bit d is set to
the new one; once all have been split, d is one more. Every bucket that a key can ever be in has its
home as remainder, and an entry holds the rest: so an entry never answers for another key, whatever
other threads are doing meanwhile. One thread adds buckets, for all.

The size stands in the array behind its buckets: three numbers, at these places. In an array of its
own it would cost a tenth of the speed, since machine code counts who holds an array.
"""

from __future__ import annotations

from plyground.kernel import compiled

BUCKETS, DOUBLINGS, MOST = 0, 1, 2  # in use now, d, and at most in use
START_BYTES = 1_000_000  # in use in the beginning, or a little more


@compiled
def bucket_among(buckets: int, doublings: int, base_bits: int, hashed: int) -> int:
    """The bucket of a key, whose lowest bits are its home and the others its rest."""
    bucket, split = hashed & ((2 << base_bits + doublings) - 1), 1 << base_bits + doublings
    if bucket >= split and bucket >= buckets:  # both: the two may not be of one moment
        bucket -= split
    return bucket
