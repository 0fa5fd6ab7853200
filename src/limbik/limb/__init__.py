"""Limb: the ball-hinge-ball unit, solved analytically; its swivel and the valid arcs."""
