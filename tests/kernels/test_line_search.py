import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from limbik.kernels import line_search


def least(f, start, end, place, tolerance=1e-9):
    state = np.empty(line_search.STATE)
    line_search.begin(state, start, end, place, f(place), tolerance)
    calls = 0
    while not line_search.is_done(state) and calls < 200:
        tried = line_search.propose(state)
        assert start <= tried <= end
        line_search.learn(state, tried, f(tried))
        calls += 1
    return state[line_search.BEST], calls


@pytest.mark.parametrize(
    "f",
    [
        lambda x: (x - 0.3) ** 2,
        lambda x: math.cos(2.0 * x) + 0.2 * x,
        lambda x: abs(x - 0.7),
        lambda x: max(0.4 - x, 2.0 * (x - 0.4)),
        lambda x: x**4,
        lambda x: math.exp(x) - 2.0 * x,
    ],
)
def test_smooth_and_kinked_functions(f):
    found, calls = least(f, -1.0, 2.0, 0.5)
    wanted = minimize_scalar(f, bounds=(-1.0, 2.0), method="bounded", options={"xatol": 1e-12}).x
    assert f(found) <= f(wanted) + 1e-9
    assert calls < 60


def test_a_smooth_function_takes_few_calls():
    found, calls = least(lambda x: math.cosh(x - 0.123), -1.0, 1.0, 0.0, 1e-7)
    assert found == pytest.approx(0.123, abs=1e-6)
    assert calls < 20


def test_where_there_is_nothing_it_is_infinite():
    """The edge of a region: finite up to 0.25, falling towards it."""
    found, _ = least(lambda x: -x if x <= 0.25 else math.inf, -1.0, 1.0, 0.0)
    assert found == pytest.approx(0.25, abs=1e-7)
    assert found <= 0.25
