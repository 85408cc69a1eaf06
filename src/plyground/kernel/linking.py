"""
Code that only compiled code calls is linked into its callers and optimised there, once.

Numba by itself optimises every function and makes machine code of it before it does so again for
each caller. Nobody runs that code: leaving it out saves a fifth of the time that a kernel takes to
compile.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.cpu import CPUContext

# For code that only compiled code calls: nothing that Python or C would call it through.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_make_machine_code = CPUContext.get_executable


def _executable(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """What Python calls, as Numba wants it for each function that it compiles."""
    comes_from_cache = library._finalized
    if comes_from_cache or _is_called_from_python(library, description):
        return _make_machine_code(context, library, description, environment)
    _link(library)
    name = description.qualname.split(".")[-1]
    return _dynfunc.make_function(
        description.lookup_module(), name, "linked into its callers", 0, environment, (library,)
    )


def _is_called_from_python(library: Any, description: Any) -> bool:
    try:
        library._final_module.get_function(description.llvm_cpython_wrapper_name)
    except NameError:
        return False
    return True


def _link(library: Any) -> None:
    """Finish a library as Numba does, but for optimising it and making machine code."""
    for needed in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(needed._reload_init)
        library._final_module.link_in(needed._get_module_for_linking(), preserve=True)
    library._finalize_dynamic_globals()
    library._finalized = True


CPUContext.get_executable = _executable
