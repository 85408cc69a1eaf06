"""Every family of faults, by being imported; a new module is named here."""

from faults import caches as caches
from faults import clients as clients
from faults import clusters as clusters
from faults import disks as disks
from faults import inputs as inputs
from faults import misbehaviour as misbehaviour
from faults import processes as processes
from faults import timing as timing
