"""What the pages say is what the code does."""

import re
from pathlib import Path

import numpy as np
import pytest

import limbik as lb

ROOT = Path(__file__).parents[1]


def test_the_page_of_the_human_names_every_joint_and_value():
    page = (ROOT / "docs" / "human.md").read_text()
    for joint in lb.human().joints:
        if joint.name.startswith("left"):
            continue
        assert f"`{joint.name}`" in page
        for value in joint.names[:3]:
            assert f"`{value}`" in page


def test_the_page_of_the_human_has_the_limits_of_the_code():
    human = lb.human()
    rows = [
        line.split("|")[1:-1] for line in (ROOT / "docs/human.md").read_text().splitlines() if line.startswith("| ")
    ]
    joint, checked = "", 0
    for name, values, _, _, limits in (row for row in rows[1:] if len(row) == 5):
        joint = re.search(r"`(\w+)`", name).group(1) if "`" in name else joint
        written = re.findall(r"±[\d.]+|-?[\d.]+ to -?[\d.]+", limits)
        for value, text in zip(re.findall(r"`(\w+)`", values), written, strict=False):
            lo, hi = (-float(text[1:]), float(text[1:])) if text[0] == "±" else map(float, text.split(" to "))
            found = np.degrees(human.limits[human.value_names.index(f"{joint}.{value}")])
            np.testing.assert_allclose(found, (lo, hi), atol=1e-9)
            checked += 1
    assert checked == 15 + 2 + 3 + 1 + 3 + 3 + 1 + 3


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_examples_are_short(example):
    assert len(example.read_text().splitlines()) < 60


def test_every_public_name_has_its_entry_in_the_reference():
    page = (ROOT / "docs" / "reference.md").read_text()
    for name in lb.__all__:
        if not name.startswith("__"):
            assert re.search(rf"::: limbik\.[\w.]+\.{name}$", page, re.MULTILINE), name


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_the_code_on_the_pages_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    exec("\n".join(blocks), {})
    assert list(tmp_path.glob("*.png"))
