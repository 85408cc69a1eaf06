"""Connect Four solved: exact scores, an opening book, and the data set of 8-ply positions."""
