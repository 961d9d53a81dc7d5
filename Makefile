# Needs nothing but Python 3.11 or later and make. `make help` lists the verbs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
UV     := $(shell command -v uv 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help install run test test-long check fix docs bench clean

help: ## List the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

install: $(STAMP) ## Make .venv with everything the product and its tests need

$(STAMP): pyproject.toml uv.lock requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bailiwick needs Python 3.11 or later; set PYTHON=/path/to/python3"; exit 1; }
ifneq ($(UV),)
	$(UV) sync --frozen --quiet --python $(PYTHON)
else
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
endif
	@touch $@

run: install ## Start Bailiwick and, in a terminal, talk to it
	@$(BIN)/bailiwick

test: install ## Run the test suite
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not long"

test-long: install ## Run the test suite with the long chaos, fuzz and soak runs
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

check: install ## Check format, lint, types and the direction of imports
	@$(BIN)/ruff format --check src tests bench examples docs
	@$(BIN)/ruff check src tests bench examples docs
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports

fix: install ## Format and repair what can be repaired
	@$(BIN)/ruff format src tests bench examples docs
	@$(BIN)/ruff check --fix src tests bench examples docs

docs: install ## Write the reference anew from the code
	@$(BIN)/python docs/generate.py

bench: install ## Measure against bare floors and named peers; prints ratios
	@$(BIN)/python -m bench

clean: ## Remove .venv and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
