# One command to play: make play.  One command to test: make test.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT   ?= 8000
VENV   ?= .venv
PY     := $(VENV)/bin/python
UV     := $(VENV)/bin/uv
PIP    := $(PY) -m pip --disable-pip-version-check

# uv is ten times quicker; pip serves where uv cannot be had
define install
{ [ -x $(UV) ] && $(UV) pip install -q --compile-bytecode --python $(PY) -c constraints.txt $(1); } || \
  { $(PIP) install -q 'pip>=25.1' && $(PIP) install -q -c constraints.txt $(1); }
endef

.PHONY: help setup play test bench fuzz rules pictures screenshots lock clean
help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
$(VENV)/.uv: constraints.txt | $(PY)
	@$(PIP) install -q -c constraints.txt uv || echo 'uv cannot be had here: pip it is'
	@touch $@

# two stamps: playing never waits for the test tools
$(VENV)/.play: pyproject.toml constraints.txt $(VENV)/.uv
	@$(call install,-e '.[web]')
	@touch $@
$(VENV)/.dev: $(VENV)/.play
	@$(call install,-e '.[postgres]' --group dev)
	@touch $@

setup: $(VENV)/.dev ## an environment with everything needed for development

play: $(VENV)/.play ## set up what playing needs and open the table in a browser
	@exec $(VENV)/bin/legendry serve --port $(PORT)

test: $(VENV)/.dev ## every check and every test
	@tools/ensure-chromium
	@tools/ensure-postgres
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports
	$(PY) -m pytest -n 2 --dist worksteal --ignore=tests/browser
	$(PY) -m pytest -n 2 --dist worksteal tests/browser

$(VENV)/.bench: $(VENV)/.dev
	@$(call install,--group bench) || echo 'a yardstick of the benchmarks cannot be had here'
	@touch $@

bench: $(VENV)/.bench ## measure the hot paths; writes benchmarks/results.json
	$(PY) -m benchmarks

$(VENV)/.fuzz: $(VENV)/.dev
	@$(call install,--group fuzz)
	@touch $@

fuzz: $(VENV)/.fuzz ## throw requests of every kind at a server and look at what comes back
	$(PY) tools/fuzz.py

rules: $(VENV)/.dev ## write docs/rules.md: every rule, where it is implemented, which tests prove it
	$(PY) tools/rules.py

screenshots: $(VENV)/.dev ## take the README's pictures of the web table anew
	@tools/ensure-chromium
	$(PY) -m tools.screenshots

pictures: $(VENV)/.dev ## draw the pictures of the README anew
	$(PY) tools/pictures.py

lock: $(VENV)/.uv ## pin every dependency anew in constraints.txt: no index, no address
	$(UV) pip compile -q --universal --python-version 3.11 --all-extras --group dev --group bench --group fuzz --no-header \
	  --no-annotate --no-emit-index-url --no-emit-find-links --upgrade pyproject.toml -o constraints.tmp
	$(UV) --version | sed -E 's/uv ([0-9.]+).*/uv==\1/' >> constraints.tmp
	LC_ALL=C sort -u constraints.tmp > constraints.txt
	rm constraints.tmp

clean: ## remove the environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
