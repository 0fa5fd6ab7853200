"""Measurements. Every figure is a Metric; every speed is also a ratio to something measured in the same run."""
