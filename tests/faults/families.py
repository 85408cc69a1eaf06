"""Every family of faults, by being imported; a new module is named here."""

from faults import inputs_files as inputs_files
from faults import inputs_stores as inputs_stores
from faults import inputs_text as inputs_text
from faults import inputs_wire as inputs_wire
from faults import misbehaviour as misbehaviour
