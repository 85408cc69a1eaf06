"""Work on many machines: where calls of functions run, and how each is answered once."""
