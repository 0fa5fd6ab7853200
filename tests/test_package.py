"""The package as a whole: quick to import, all names in place, nothing heavy loaded unasked."""

import subprocess
import sys

import pytest

import limbik as lb


def test_import_loads_nothing_heavy():
    program = (
        "import sys, limbik\n"
        "heavy = {'numpy', 'scipy', 'numba', 'matplotlib', 'viser', 'tyro', 'rich'} & set(sys.modules)\n"
        "print(*heavy)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_using_figures_loads_no_drawing():
    program = "import sys, limbik; limbik.human(); print(*({'matplotlib', 'viser', 'tyro'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_every_public_name_is_there():
    for name in lb.__all__:
        assert getattr(lb, name) is not None
    assert set(lb.__all__) <= set(dir(lb))
    with pytest.raises(AttributeError, match="no attribute 'elbow_grease'"):
        lb.elbow_grease  # noqa: B018


def test_errors_are_one_family():
    for name in ("InputError", "UnknownNameError", "FileError"):
        assert issubclass(getattr(lb, name), lb.LimbikError)
    assert issubclass(lb.InputError, ValueError)


def test_drawing_without_matplotlib_says_what_to_install():
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import limbik as lb\n"
        "try: lb.plot(lb.planar_arm().rest())\n"
        "except lb.LimbikError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install 'limbik[plots]'" in done.stdout
