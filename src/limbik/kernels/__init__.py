"""The arithmetic: plain compiled functions on floats and float64 arrays. They know no class and no other room."""
