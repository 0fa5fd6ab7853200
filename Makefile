# Everything runs in .venv, which the first command makes. Only Python 3.11+ and make have to be there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python
INSTALL := $(RUN) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test kernels-without-jit lint examples docs bench clean help

help:
	@echo "make demo | test | lint | examples | docs | bench | clean"

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "limbik needs Python 3.11 or newer; try: make PYTHON=python3.11 demo")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# One stamp for each set of extras: `make demo` installs no more than the demo needs.
$(VENV)/with-%: $(VENV)/made pyproject.toml constraints.txt
	@echo "installing limbik[$*] into $(VENV) ..."
	$(INSTALL) --editable ".[$*]"
	@touch $@

demo: $(VENV)/with-plots
	$(BIN)/limbik reach --figure human --limb right_arm --position 0.42 -0.22 1.2 --pick natural --plot reach.png
	@echo "Open reach.png to see it."

test: $(VENV)/with-test
	$(RUN) -m pytest

kernels-without-jit: $(VENV)/with-test
	NUMBA_DISABLE_JIT=1 $(RUN) -m pytest tests/kernels

lint: $(VENV)/with-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

examples: $(VENV)/with-plots
	@set -e; for example in examples/*.py; do echo "== $$example"; $(RUN) -W error $$example; done

docs: $(VENV)/with-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/site

bench: $(VENV)/with-bench
	$(RUN) -m benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
