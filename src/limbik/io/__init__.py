"""Files in and out. No solving; every reader is hardened alike and every writer leaves a whole file or none."""
