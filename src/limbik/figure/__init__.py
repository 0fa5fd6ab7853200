"""The nouns: Figure, Joint, Site, limits, Pose; ready-made figures. No solving."""
