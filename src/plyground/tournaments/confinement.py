"""Guests send signals to themselves and to what they start, and to no other process.

Linux refuses the rest where it has Landlock's scope for signals: from 6.12 on, unless it was built
or started without Landlock, or a container forbids these calls. It needs no rights, and holds for
root too. What a confined process starts is confined with it, and cannot leave.

    prctl(PR_SET_NO_NEW_PRIVS)    what Landlock asks for: programs with setuid get no more rights
    landlock_create_ruleset       of no rules, but with a scope
    landlock_restrict_self        from then on, for this thread and those that it starts
"""

from __future__ import annotations

import ctypes
import os
import struct

NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
CREATE_RULESET, RESTRICT_SELF = 444, 446  # the same numbers on all processors but Alpha
SCOPE_SIGNAL = 2  # LANDLOCK_SCOPE_SIGNAL, of ABI 6
ATTRIBUTES = struct.pack("<QQQ", 0, 0, SCOPE_SIGNAL)  # files, network, scopes


def confine_signals() -> bool:
    """Confine this process for good; return false where the system cannot."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        call, size = library.syscall, ctypes.c_size_t(len(ATTRIBUTES))
        ruleset = call(CREATE_RULESET, ATTRIBUTES, size, 0)
        if ruleset < 0:
            return False
        library.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        failed = call(RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)
    except (OSError, AttributeError):  # no Linux
        return False
    return not failed
