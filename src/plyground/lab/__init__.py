"""The experiments of the reports: data, runs, verdicts, one document; and tuning.

`plyground.lab.sources` holds every number of the reports and how it is compared. An `Experiment`
measures, `plyground.lab.running` runs it and keeps what it found in a store, `verdicts` says
whether that is what the report has, and `document` writes it all down.
"""
