import numpy as np

from limbik.kernels import rigid
from tests.trees import random_placement


def test_products_and_inverse(rng):
    out = np.empty((4, 4))
    for _ in range(30):
        a, b = random_placement(rng, 3.0), random_placement(rng, 3.0)
        rigid.mul(a, b, out)
        np.testing.assert_allclose(out, a @ b, atol=1e-14)
        rigid.inv(a, out)
        np.testing.assert_allclose(out, np.linalg.inv(a), atol=1e-13)
        np.testing.assert_allclose(a @ out, np.eye(4), atol=1e-14)
        rigid.inv_mul(a, b, out)
        np.testing.assert_allclose(out, np.linalg.inv(a) @ b, atol=1e-13)
        point = rng.normal(size=3)
        np.testing.assert_allclose(rigid.mul_point(a, point), (a @ [*point, 1.0])[:3], atol=1e-14)
        np.testing.assert_allclose(rigid.inv_mul_point(a, rigid.mul_point(a, point)), point, atol=1e-14)
