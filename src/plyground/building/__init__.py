"""Games as files for other programs: shared libraries and WebAssembly modules."""
