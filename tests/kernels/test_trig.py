import numpy as np

from limbik.kernels import trig


def both(angles):
    q = np.array(angles, dtype=float).reshape(1, -1)
    out = np.empty((2, q.shape[1]))
    trig.sines_and_cosines(q, 0, out)
    return out


def test_sines_and_cosines_equal_the_library_to_one_unit_in_the_last_place(rng):
    angles = np.concatenate(
        [
            rng.uniform(-10, 10, size=2000),
            rng.uniform(-9.9e5, 9.9e5, size=2000),
            10.0 ** rng.uniform(-300, 0, size=200),
            np.arange(-64, 65) * np.pi / 4,
            np.nextafter(np.arange(-64, 65) * np.pi / 4, 10.0),
        ]
    )
    sine, cosine = both(angles)
    assert np.abs(sine - np.sin(angles)).max() <= 2.3e-16
    assert np.abs(cosine - np.cos(angles)).max() <= 2.3e-16
    tiny = np.abs(angles) < 1e-3
    np.testing.assert_allclose(sine[tiny], np.sin(angles[tiny]), rtol=3e-16)


def test_huge_angles_fall_back_to_the_library():
    angles = np.array([1e6, -1e6, 3.3e9, 1e15, -1e300])
    np.testing.assert_array_equal(both(angles), [np.sin(angles), np.cos(angles)])


def test_an_empty_row():
    assert both([]).shape == (2, 0)
