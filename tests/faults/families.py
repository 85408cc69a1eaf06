"""Every family of faults, by being imported; a new module is named here."""

from faults import caches as caches
from faults import clients as clients
from faults import clusters as clusters
from faults import disks as disks
from faults import edits as edits
from faults import environments as environments
from faults import evidence as evidence
from faults import followed as followed
from faults import inputs_engines as inputs_engines
from faults import inputs_files as inputs_files
from faults import inputs_networks as inputs_networks
from faults import inputs_page as inputs_page
from faults import inputs_stores as inputs_stores
from faults import inputs_text as inputs_text
from faults import misbehaviour as misbehaviour
from faults import processes as processes
from faults import proofs as proofs
from faults import siblings as siblings
from faults import timing as timing
from faults import together as together
