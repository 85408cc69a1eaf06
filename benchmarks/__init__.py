"""Speed, measured as ratios within one run; `python -m benchmarks` prints the table."""
