"""Real numbers that are the same on every machine.

Additions, products, quotients and roots are: IEEE 754 says so. Logarithms are not; every system's
library rounds them in its own way, and a search that compares them would choose otherwise.
"""

from __future__ import annotations

from plyground.kernel.bits import highest_bit
from plyground.kernel.marks import compiled

LOG_OF_2 = 0.6931471805599453
ROOT_OF_2 = 1.4142135623730951


@compiled
def natural_log(number: int) -> float:
    """The natural logarithm. Requires 0 < `number` < 2**53; a few units in the last place off.

    `number` is 2**k times some m near 1, and log(m) = 2 * (s + s**3 / 3 + s**5 / 5 + ...) with
    s = (m - 1) / (m + 1), of which eleven terms suffice.
    """
    k = highest_bit(number)
    m = float(number) / float(1 << k)
    if m > ROOT_OF_2:
        m, k = m / 2.0, k + 1
    s = (m - 1.0) / (m + 1.0)
    square, total = s * s, 0.0
    for term in range(21, 0, -2):
        total = total * square + 1.0 / term
    return float(k) * LOG_OF_2 + 2.0 * s * total
