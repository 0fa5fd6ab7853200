"""Anything with time in it: interpolation between key poses."""
