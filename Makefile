# Needs nothing but Python 3.11 or later and make. `make help` lists the verbs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# More than there are cores on a small machine: the tests wait for processes, servers and pages most of their time.
WORKERS := -n 4 --dist loadfile --no-loadscope-reorder --durations=15
UV     := $(shell command -v uv 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help install ui ui-dev ui-types run browser test test-long check fix docs site bench clean

help: ## List the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

install: $(STAMP) ## Make .venv with everything the product, its extras and its tests need

$(STAMP): pyproject.toml router/pyproject.toml uv.lock requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bailiwick needs Python 3.11 or later; set PYTHON=/path/to/python3"; exit 1; }
	@echo "Installing into $(VENV)…"
# The web app is built by `make ui`, with the Node.js in .venv; installing the project would fetch another one.
ifneq ($(UV),)
	@BAILIWICK_SKIP_UI=1 $(UV) sync --frozen --all-extras --quiet --python $(PYTHON)
else
	@$(PYTHON) -m venv $(VENV)
# The lock names everything that is needed: pip must choose nothing, or a newer release of some library breaks the start.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
# Before it had a name of its own it was installed as bailiwick: two of it would bring every agent twice.
	@$(BIN)/python -m pip uninstall --quiet --yes bailiwick 2>/dev/null
	@BAILIWICK_SKIP_UI=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e router -e .
endif
	@touch $@

ui: install ## Build the web app into the package, if its sources have changed
	@$(BIN)/python ui/build_web_app.py

ui-dev: install ## Serve the web app from its sources beside a running Bailiwick, anew at every edit
	@$(BIN)/python ui/npm.py run --silent dev

ui-types: install ## Write what the web app knows of the API and its events anew from the code
	@$(BIN)/python docs/generate.py
	@$(BIN)/python ui/npm.py run --silent generate

run: ui ## Start Bailiwick, open it in the browser and, in a terminal, talk to it
	@$(BIN)/bailiwick

browser: install
	@$(BIN)/python tests/browser/get_chromium.py

# The tests start hundreds of processes: what they import is compiled once, also where Python is told not to keep it.
test test-long: export PYTHONDONTWRITEBYTECODE =

test: ui browser ## Run the test suite
	@$(BIN)/python ui/npm.py test --silent
	@$(BIN)/python -m pytest $(WORKERS) -m "not long"

test-long: ui browser ## Run the test suite with the long chaos, fuzz and soak runs
	@$(BIN)/python ui/npm.py test --silent
	@$(BIN)/python -m pytest $(WORKERS)

check: install ## Check format, lint, types, the direction of imports, what is declared, the docs and the container
	@$(BIN)/ruff format --check src router tests bench examples docs ui
	@$(BIN)/ruff check src router tests bench examples docs ui
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports
	@$(BIN)/deptry src
	@$(BIN)/deptry --config router/pyproject.toml router/src
	@$(BIN)/hadolint Dockerfile
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml
	@$(BIN)/zensical build --strict --clean
	@$(BIN)/python ui/npm.py run --silent check

fix: install ## Format and repair what can be repaired
	@$(BIN)/ruff format src router tests bench examples docs ui
	@$(BIN)/ruff check --fix src router tests bench examples docs ui
	@$(BIN)/python ui/npm.py run --silent fix

docs: install ## Write the reference anew from the code
	@$(BIN)/python docs/generate.py

site: install ## Build the documentation as a site, into site/; a link that leads nowhere fails it
	@$(BIN)/zensical build --strict --clean

bench: ui browser ## Measure against bare floors and named peers; prints ratios
	@$(BIN)/python -m bench

clean: ## Remove .venv, caches and what was built
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .cache site ui/node_modules src/bailiwick/web
