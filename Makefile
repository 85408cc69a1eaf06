# Everything runs in .venv, which every target that needs it prepares first.

PYTHON ?= python3
VENV := .venv/bin
# Python keeps its bytecode even where the environment says otherwise: hundreds of processes start.
unexport PYTHONDONTWRITEBYTECODE
# Files go to the processes in the order of tests/conftest.py, the longest first.
PYTEST := $(VENV)/python -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder

.PHONY: help play test test-all faults check bench docs wheel setup clean
.DEFAULT_GOAL := help

help:  ## say what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: setup  ## open the page: play, analyse, see the search think
	@echo "Starting ..."
	@$(VENV)/plyground serve connect_four

# What is checked in seconds comes first; mypy works beside the tests, and says at once what is wrong.
test: develop  ## check the code and run the tests
	@echo "Checking and testing (a few minutes) ..."
	@$(MAKE) --no-print-directory -j 2 rules browser
	@$(MAKE) --no-print-directory -j 2 types usual-tests

test-all: test  ## the tests that take long, too, and many more examples of each property
	@$(PYTEST) -m "slow or hypothesis" --hypothesis-profile many

faults: develop  ## kill, fill, damage and attack everything for 15 minutes, and count what is lost
	@cd tests && ../$(VENV)/python -m faults

check: develop  ## ruff, mypy, the layers, and the JavaScript
	@$(MAKE) --no-print-directory -j 2 types rules

.PHONY: types rules browser usual-tests
types:
	@$(VENV)/mypy --no-error-summary

rules:
	@$(VENV)/ruff format --check --quiet .
	@$(VENV)/ruff check --quiet .
	@$(VENV)/lint-imports --no-logo > /dev/null || $(VENV)/lint-imports --no-logo
	@sh tools/javascript.sh
	@$(VENV)/npm --prefix tools/js --silent run check

browser:
	@sh tools/browser.sh

usual-tests:
	@$(PYTEST)

bench: develop  ## measure the speed against interpreted Python, OpenSpiel and BitBully
	@PYTHON="$(PYTHON)" sh tools/setup.sh peers || echo "Measuring without what could not be installed ..."
	@$(VENV)/python -m benchmarks

docs:  ## write the documentation as a site into site/
	@PYTHON="$(PYTHON)" sh tools/setup.sh docs
	@NO_MKDOCS_2_WARNING=1 $(VENV)/mkdocs build --strict --quiet
	@echo "Open site/index.html; it needs neither a server nor a network. Boards to play on want a server:"
	@echo "$(VENV)/python -m http.server --directory site"

wheel: develop  ## the wheel, with machine code for this platform, and the sources, into dist/
	@echo "Compiling the kernels of every game (about five minutes) ..."
	@$(VENV)/python -m plyground.web.prebuilding dist/prebuilt
	@PLYGROUND_PREBUILT=dist/prebuilt $(VENV)/python -m hatchling build -d dist
	@rm -r dist/prebuilt

setup:  ## prepare .venv with the command plyground
	@PYTHON="$(PYTHON)" sh tools/setup.sh

.PHONY: develop
develop:
	@PYTHON="$(PYTHON)" sh tools/setup.sh dev

clean:  ## remove .venv and everything that was made
	@echo "Removing .venv and caches ..."
	@rm -rf .venv tools/js/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist site
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
