# Every target installs what it needs in $(VENV). You only need Python and make.
#
# On Linux the torch of the Python Package Index includes gigabytes of GPU libraries. For a small torch:
#   make demo PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
SYSTEMS = $(notdir $(patsubst %/rules,%,$(wildcard envs/*/rules)))
BOUNDSCHECKED ?= mythic_epoch
SECONDS ?= 60
MINUTES ?= 60
MUTANTS ?= 20
LEAST ?= 0
SEED ?=
TARGETS ?=
LIBRARY ?= ray
SYSTEM ?= piste
BIN = $(VENV)/bin
# Python compiles a module at its first import: most modules are never imported.
PIP = $(BIN)/python -m pip install --disable-pip-version-check --quiet --no-compile -c constraints.txt
PYTEST = $(BIN)/python -m pytest -q
# Tests call thousands of rules from Python, each a few times: only code that is stored already is optimized.
QUICK = QUINTAIN_QUICK_COMPILE=1

# Without their compiled files, every process would compile all modules and tests of Python again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help venv compile demo test test-compiled test-interpreted test-boundscheck test-clock coverage
.PHONY: test-boundscheck-rest test-slow test-empty-cache test-wheel test-library test-typing mutation fuzz fuzz-hours check types licences audit format
.PHONY: golden docs site release bench clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

venv: $(VENV)/installed-dev ## the development tools, in $(VENV)

compile: $(VENV)/installed-dev ## all systems, once a machine; minutes
	$(BIN)/python -m quintain compile

demo: $(VENV)/installed-train ## train for two minutes, then meet every baseline
	@$(BIN)/python -m quintain demo

test: test-compiled test-interpreted test-boundscheck ## all tests but the slow ones, in three runs; then those of the clock
	$(MAKE) test-clock

test-compiled: compile ## the whole suite, compiled
	$(QUICK) $(PYTEST) -n $(JOBS) --durations=10 -m "not slow and not clock"

test-clock: $(VENV)/installed-dev ## the tests that measure time, in optimized code, alone on the machine
	$(PYTEST) -m clock `grep -rl --include=*.py mark.clock tests`

test-interpreted: $(VENV)/installed-dev ## a subset without the compiler
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(JOBS) -m "interpreted and not compiled and not slow" $(COVERAGE) \
		`grep -rl --include=*.py mark.interpreted tests`

coverage: ## the same subset, with the coverage of the rules and agents
	$(MAKE) test-interpreted COVERAGE="--cov --cov-report=term"

test-boundscheck: $(VENV)/installed-dev ## a subset with bounds checks, for the systems BOUNDSCHECKED
	$(QUICK) NUMBA_BOUNDSCHECK=1 $(BIN)/python -m quintain compile $(BOUNDSCHECKED)
	$(QUICK) NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(JOBS) -m "boundscheck and not slow" \
		-k "test $(addprefix and not ,$(filter-out $(BOUNDSCHECKED),$(SYSTEMS)))" \
		`grep -rl --include=*.py mark.boundscheck tests`

test-boundscheck-rest: ## the same subset for all other systems
	$(MAKE) test-boundscheck BOUNDSCHECKED="$(filter-out $(BOUNDSCHECKED),$(SYSTEMS))"

test-slow: $(VENV)/installed-dev ## learning, and other tests that take minutes
	$(PYTEST) -m slow -o faulthandler_timeout=1800
	$(MAKE) mutation MUTANTS=3 LEAST=60

test-empty-cache: $(VENV)/installed-dev ## ways into SYSTEM, each in a new process that compiles all that it calls
	$(PYTEST) -o faulthandler_timeout=1800 tests/examples/test_empty_cache.py --system $(SYSTEM)

test-wheel: ## the wheel, built and tried in an empty environment of $(PYTHON)
	rm -rf build/wheel && $(PYTHON) -m venv build/wheel
	build/wheel/bin/pip wheel --quiet --no-deps --wheel-dir build/wheel/dist .
	build/wheel/bin/pip install --quiet -c constraints.txt "$$(ls build/wheel/dist/*.whl)[cli]"
	cd build/wheel && bin/quintain watch mythic_epoch/duel --seed 1 --no-maps
	cd build/wheel && bin/python -c "from quintain import testing; print([check('mythic_epoch') for check in testing.CHECKS])"

# Tianshou does not fit the pins (examples/learning/README.md); train is what the other examples need.
PINS_ray = -c constraints-ray.txt
PINS_torchrl = -c constraints.txt
PINS_train = -c constraints.txt
TESTS_ray = tests/evaluation/test_on_ray.py tests/training/test_ray_run.py tests/training/test_league_workers.py

test-library: ## the tests and examples that need LIBRARY: ray, tianshou, torchrl or train; in an environment of its own
	rm -rf build/$(LIBRARY) && $(PYTHON) -m venv build/$(LIBRARY)
	build/$(LIBRARY)/bin/pip install --quiet --no-compile $(PINS_$(LIBRARY)) -e ".[$(LIBRARY)]" hypothesis pytest
	build/$(LIBRARY)/bin/python -m pytest -q -o faulthandler_timeout=1800 -k $(LIBRARY) \
		tests/examples/test_learning.py $(TESTS_$(LIBRARY))

test-typing: $(VENV)/installed-dev ## mypy and pyright find the mistakes of a client; pyright asks a service on the internet
	$(PIP) pyright
	$(PYTEST) tests/test_typing.py

mutation: $(VENV)/installed-dev ## rules that no test notices: MUTANTS a system (20), drawn by SEED, TARGETS: systems or all
	$(BIN)/python tests/mutation --mutants $(MUTANTS) --least $(LEAST) --jobs $(JOBS) $(if $(SEED),--seed $(SEED)) $(TARGETS)

fuzz: compile ## hostile calls and files; SECONDS each (default 60), TARGETS (default all), SEED
	$(QUICK) $(BIN)/python tests/fuzz --seconds $(SECONDS) --jobs $(JOBS) $(if $(SEED),--seed $(SEED)) $(TARGETS)

fuzz-hours: compile ## fuzz for MINUTES (60), fewest hours first, and add them to tests/fuzz/hours.csv
	$(BIN)/python tests/fuzz --minutes $(MINUTES) --seconds 300 --jobs $(JOBS) --ledger tests/fuzz/hours.csv $(TARGETS)

check: types ## lint, format, spelling, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo

# The link gives the folder the name quintain, since mypy names a package after its folder.
types: $(VENV)/installed-dev ## types of the uncompiled layers
	@mkdir -p build/typing && ln -sfn "$(CURDIR)" build/typing/quintain
	cd build/typing && "$(CURDIR)/$(BIN)/mypy" --config-file quintain/pyproject.toml quintain

# Of the development tools, codespell alone has a licence that would bind a program that contained it.
licences: $(VENV)/installed-dev ## build/licences.md; fails if a package's licence would bind those who use quintain
	@mkdir -p build
	$(BIN)/pip-licenses --from=mixed --format=markdown --with-urls --output-file=build/licences.md \
		--ignore-packages codespell quintain --partial-match \
		--allow-only="MIT;BSD;Apache;ISC;PSF;Python Software Foundation;MPL;Mozilla;Lesser General Public"

audit: $(BIN)/python ## known weaknesses of the pinned packages; asks a service on the internet
	$(PIP) pip-audit
	$(BIN)/pip-audit --requirement constraints.txt --no-deps --disable-pip --strict

format: $(VENV)/installed-dev ## let ruff format the code and fix what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: $(VENV)/installed-dev ## revise the golden battles; review the diff
	$(PYTEST) -m golden --revise

docs: $(VENV)/installed-dev ## revise the generated parts of the pages, then build the site
	$(PYTEST) -m docs --revise
	$(MAKE) site

site: $(VENV)/installed-dev ## all pages as a site, in build/site; fails at a broken link
	$(BIN)/python docs/site/made_pages.py build/site
	$(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning --keep-going -c docs . build/site
	@echo "Open build/site/index.html; it needs no network."

release: $(VENV)/installed-dev ## check all that a release needs (docs/release.md), and build it into dist
	$(BIN)/python tests/release

bench: $(VENV)/installed-train ## measure the speed of each layer
	@$(BIN)/python -m quintain bench

clean: ## delete all generated files, the environment included
	rm -rf $(VENV) build dist *.egg-info .coverage* .pytest_cache .ruff_cache .mypy_cache

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed-train: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing quintain into $(VENV), once; this takes a few minutes."
	$(PIP) -e ".[train]"
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing quintain and its tools into $(VENV), once; this takes a few minutes."
	$(PIP) -e ".[dev]"
	@touch $(VENV)/installed-train $@
