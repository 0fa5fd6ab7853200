"""What every test shares."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# A fixed seed, so that a failure today is a failure tomorrow; no deadline, because the first call compiles.
settings.register_profile(
    "limbik", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.load_profile("limbik")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20001106)


@pytest.fixture
def shared() -> Path:
    """Real files and reference cases beside the repository; tests of them skip where there are none."""
    place = Path(os.environ.get("LIMBIK_SHARED", Path(__file__).parents[2] / "shared"))
    if not place.is_dir():
        pytest.skip("no shared data beside the repository")
    return place
