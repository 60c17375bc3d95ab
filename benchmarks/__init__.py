"""Benchmarks of the hot paths: `make bench` runs all of them and writes `results.json`."""
