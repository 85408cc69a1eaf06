"""Every family of faults, by being imported; a new module is named here."""

from faults import clusters as clusters
from faults import inputs as inputs
from faults import misbehaviour as misbehaviour
from faults import processes as processes
