"""From LLVM text that belongs to no machine to an object file for one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import llvmlite.binding as llvm

from plyground.errors import CompilationError

# Text says for which machine it was made, and calls null pointers of another process globals.
_MACHINE = re.compile(
    r'^target (?:datalayout|triple) = .*\n|"(?:target-cpu|target-features|tune-cpu)"="[^"]*"', re.M
)
_COUNTING = re.compile(r"^(define [^\n]*void @NRT_(?:inc|dec)ref\([^\n]*)\{\n.*?^}$", re.M | re.S)
_MAKES_ARRAYS = "@NRT_MemInfo_alloc"
_OF_THIS_PROCESS = "numba.dynamic.globals"


@dataclass(frozen=True)
class Target:
    """A kind of machine, and what may be expected of it."""

    name: str
    triple: str
    cpu: str = ""
    features: str = ""
    relocation: str = "pic"
    system: str = ""  # as the linker names it; this one, unless it says another

    def machine(self) -> Any:
        """LLVM's idea of it."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc=self.relocation
        )


# What every browser of the last years has; zeroing and copying of memory are instructions there.
WASM = Target(
    "wasm",
    "wasm32-unknown-unknown",
    features="+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint",
    relocation="static",
)
# The same for threads that share one memory, which a page must be allowed to have.
THREADS = replace(WASM, name="threads", features=f"{WASM.features},+atomics")

# The same in memory that Python in a browser shares with it, with the vectors that networks need:
# browsers without them do not run that Python either.
EMSCRIPTEN = Target("emscripten", "wasm32-unknown-emscripten", features=f"{WASM.features},+simd128")


def library_target() -> Target:
    """Machines of the kind that this one is: processors since about 2010."""
    triple = llvm.get_process_triple()
    cpu = "x86-64-v2" if triple.startswith("x86_64") else ""
    return Target("library", triple, cpu)


def prebuilt_target() -> Target:
    """For what comes with the package: processors since about 2013, and old C libraries."""
    triple = llvm.get_process_triple()
    if not triple.startswith("x86_64"):
        return Target("library", triple)
    system = "x86_64-linux-gnu.2.17" if sys.platform == "linux" else ""
    return Target("library", triple, "x86-64-v3", system=system)


def portable_texts(texts: Iterable[str]) -> list[str]:
    """The texts without what they say of a machine, such that they can be linked.

    Where no array is ever made, counting references does nothing: those that come from outside
    have no owner. LLVM is told so.
    """
    plain = [
        _MACHINE.sub("", text).replace("= common global", "= linkonce global") for text in texts
    ]
    if not any(_MAKES_ARRAYS in text for text in plain):
        plain = [_COUNTING.sub(r"\1{\n  ret void\n}", text) for text in plain]
    return plain


def emit(texts: Iterable[str], exports: Iterable[str], target: Target) -> bytes:
    """The object file with these functions to be called, and what they call."""
    machine = target.machine()
    heading = f'target datalayout = "{machine.target_data}"\ntarget triple = "{target.triple}"\n'
    module = llvm.parse_assembly(heading)
    for text in texts:
        module.link_in(llvm.parse_assembly(heading + text))
    wanted = set(exports)
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name not in wanted:
            thing.linkage = llvm.Linkage.internal
    module.verify()
    _optimise(module, machine)
    _check(module)
    found: bytes = machine.emit_object(module)
    return found


def _optimise(module: Any, machine: Any) -> None:
    """Inline, take out pairs of counting that cancel out, then do all that LLVM can do."""
    for level in (1, 3):
        options = llvm.PipelineTuningOptions(speed_level=level)
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)


def _check(module: Any) -> None:
    """Refuse what only the process that compiled it could run."""
    for thing in module.global_variables:
        if thing.name.startswith(_OF_THIS_PROCESS):
            raise CompilationError(
                "a library cannot hold a global array as large as one that this kernel reads"
            )
