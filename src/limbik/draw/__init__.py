"""Pictures of figures with matplotlib (extra `limbik[plots]`): solid shapes with light, depth and a ground."""
