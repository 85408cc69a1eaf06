"""
Kernels for other machines: WebAssembly modules and shared libraries, from the same source.

    portable    compile a kernel to LLVM text that belongs to no machine
    typing      Numba's types as layouts of memory (`layout`), which are data
    frame       the block of memory that a kernel is given: result, arguments, contents of arrays
    wrapping    functions that take the address of such a block
    emitting    the optimiser and an object file for one target; `linker` makes a file of it
    building    all of it for a list of kernels; `header` writes C
    loader      standalone loaders, in Python and JavaScript, that read the description

Nothing here is imported unless something is built.
"""
