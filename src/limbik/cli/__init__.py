"""The `limbik` command: one module a verb, no mathematics."""
