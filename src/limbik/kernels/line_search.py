"""The least of a function on an interval, by Brent: parabolas where the function is smooth, golden sections elsewhere.

The caller evaluates: `begin`, then `propose` and `learn` in turn until `is_done`. The state holds the bracket, the
three best places, their values, the last two steps and the tolerance. A value may be infinite, where there is nothing.
"""

import math

from limbik.kernels.jit import Array, lean

STATE = 11
START, END, BEST, SECOND, THIRD, AT_BEST, AT_SECOND, AT_THIRD, STEP, BEFORE, TOLERANCE = range(STATE)
GOLDEN = 0.5 * (3.0 - math.sqrt(5.0))


@lean
def begin(state: Array, start: float, end: float, place: float, value: float, tolerance: float) -> None:
    """Between two ends, from a place whose value is known."""
    state[START], state[END] = start, end
    state[BEST], state[SECOND], state[THIRD] = place, place, place
    state[AT_BEST], state[AT_SECOND], state[AT_THIRD] = value, value, value
    state[STEP], state[BEFORE], state[TOLERANCE] = 0.0, 0.0, tolerance


@lean
def is_done(state: Array) -> bool:
    middle = 0.5 * (state[START] + state[END])
    reach = 2.0 * state[TOLERANCE] - 0.5 * (state[END] - state[START])
    return bool(abs(state[BEST] - middle) <= reach)


@lean
def propose(state: Array) -> float:
    """Where to look next."""
    start, end, x, tolerance = state[START], state[END], state[BEST], state[TOLERANCE]
    middle = 0.5 * (start + end)
    step, golden = 0.0, True
    if abs(state[BEFORE]) > tolerance and state[AT_THIRD] < math.inf:
        r = (x - state[SECOND]) * (state[AT_BEST] - state[AT_THIRD])
        q = (x - state[THIRD]) * (state[AT_BEST] - state[AT_SECOND])
        p = (x - state[THIRD]) * q - (x - state[SECOND]) * r
        q = 2.0 * (q - r)
        p, q = (-p, q) if q > 0.0 else (p, -q)
        if abs(p) < abs(0.5 * q * state[BEFORE]) and p > q * (start - x) and p < q * (end - x):
            golden = False
            state[BEFORE] = state[STEP]
            step = p / q
            if x + step - start < 2.0 * tolerance or end - x - step < 2.0 * tolerance:
                step = tolerance if x < middle else -tolerance
    if golden:
        state[BEFORE] = end - x if x < middle else start - x
        step = GOLDEN * state[BEFORE]
    state[STEP] = step
    if abs(step) < tolerance:
        step = tolerance if step > 0.0 else -tolerance
    return float(x + step)


@lean
def learn(state: Array, place: float, value: float) -> None:
    """The value at the proposed place."""
    x = state[BEST]
    if value <= state[AT_BEST]:
        if place >= x:
            state[START] = x
        else:
            state[END] = x
        state[THIRD], state[AT_THIRD] = state[SECOND], state[AT_SECOND]
        state[SECOND], state[AT_SECOND] = x, state[AT_BEST]
        state[BEST], state[AT_BEST] = place, value
        return
    if place < x:
        state[START] = place
    else:
        state[END] = place
    if value <= state[AT_SECOND] or state[SECOND] == x:
        state[THIRD], state[AT_THIRD] = state[SECOND], state[AT_SECOND]
        state[SECOND], state[AT_SECOND] = place, value
    elif value <= state[AT_THIRD] or state[THIRD] in (x, state[SECOND]):
        state[THIRD], state[AT_THIRD] = place, value
