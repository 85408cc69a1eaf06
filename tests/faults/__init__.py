"""Faults on purpose: what is killed, stopped, filled, damaged or attacked must lose nothing.

`make faults` tries every family of faults for its share of fifteen minutes and prints one table of
figures. Each trial draws from its own seed, so a failure is repeated by what the table says:

    python -m faults kills --seed 1 --trial 17
"""
