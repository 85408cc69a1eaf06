"""Perfect play: solvers that answer with proven values."""
