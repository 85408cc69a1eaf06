"""One module for each group of experiments; `EXPERIMENTS` in it lists them."""
