"""Real numbers that are the same on every machine.

Additions, products, quotients and roots are: IEEE 754 says so. Logarithms are not; every system's
library rounds them in its own way, and a search that compares them would choose otherwise.
"""

from __future__ import annotations

from plyground.kernel.bits import highest_bit
from plyground.kernel.marks import compiled

LOG_OF_2 = 0.6931471805599453
ODD = tuple(1.0 / (2 * term + 1) for term in range(11))  # 1, 1/3, 1/5, ...


@compiled
def natural_log(number: int) -> float:
    """The natural logarithm. Requires 0 < `number` < 2**53; a few units in the last place off.

    `number` is m times the nearest power of two, and log(m) = 2 * (s + s**3 / 3 + s**5 / 5 + ...)
    with s = (m - 1) / (m + 1), of which eleven terms suffice. They are added up in pairs of pairs,
    not one after the other, since a processor works at several of them at once.
    """
    exponent = highest_bit(number)
    if 5 * number > 7 << exponent:
        exponent += 1
    power = 1 << exponent
    s = float(number - power) / float(number + power)
    x = s * s
    x2 = x * x
    x4 = x2 * x2
    low = ODD[0] + ODD[1] * x + (ODD[2] + ODD[3] * x) * x2
    middle = ODD[4] + ODD[5] * x + (ODD[6] + ODD[7] * x) * x2
    high = ODD[8] + ODD[9] * x + ODD[10] * x2
    return float(exponent) * LOG_OF_2 + 2.0 * s * (low + middle * x4 + high * (x4 * x4))
