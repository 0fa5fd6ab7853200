"""Ready-made figures: a human, a planar arm, two robot arms, and sun, earth and moon."""
