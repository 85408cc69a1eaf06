"""One module for each group of experiments; `EXPERIMENTS` lists steps and conclusion of each."""
