# `make` lists the targets. Everything installed lives in .venv; `make clean` leaves no trace.

PYTHON ?= python3
ARGS ?=
BENCH ?=
LOCK ?=
NPM ?= run

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python --compile-bytecode
NODE := $(BIN)/python -m tools.node
MODULES := web/node_modules
PAGE := $(shell find web/src web/public web/tools docs/rules -type f 2>/dev/null) $(wildcard web/*.*)
CHECKED := $(wildcard src tests benchmarks tools examples)
BENCHMARKS := $(filter-out _%,$(basename $(notdir $(wildcard benchmarks/*.py))))
step = @echo "· $(1)"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run ready test test-pythons vitest lint golden proof faults bench shots lock dist clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile | expand -t 19

setup: $(VENV)/page.stamp $(VENV)/solver.stamp ## make .venv, install naysay into it, build its page, compile solver and bots
	@:

run: $(VENV)/page.stamp ## open the table server; ARGS="--lan" lets your home network join
	@$(BIN)/naysay serve $(ARGS)

# With ARGS the tests start at once. Without, one core lints while the other compiles.
test: ## lint, then all tests; ARGS="-k veto" runs only some tests
	@$(MAKE) --no-print-directory -j2 --output-sync=target NPM=test $(if $(strip $(ARGS)),,lint vitest) ready
	@echo "· tests on $$($(BIN)/python -VV | cut -d' ' -f1-2)"
	@$(BIN)/python -m pytest -q -n 2 $(ARGS)

ready: $(VENV)/page.stamp $(VENV)/solver.stamp $(VENV)/browser.stamp
	@:

test-pythons: $(VENV)/test.stamp $(VENV)/page.stamp ## the tests on every other Python found
	@$(BIN)/python tools/interpreters.py -q -n 2 -m "not slow" $(ARGS)

vitest: $(MODULES)/test.stamp
	$(call step,vitest)
	@$(NODE) $(MODULES:web/%=%)/vitest/vitest.mjs run --reporter=dot --silent=passed-only

lint: $(VENV)/test.stamp $(MODULES)/test.stamp ## style, types, and who may import whom
	$(call step,ruff check)
	@$(BIN)/ruff check -q .
	$(call step,ruff format --check)
	@$(BIN)/ruff format -q --check . || { echo "fix with $(BIN)/ruff format"; exit 1; }
	$(call step,mypy)
	@$(BIN)/mypy --no-error-summary $(CHECKED)
	$(call step,lint-imports)
	@said=$$($(BIN)/lint-imports 2>&1) || { echo "$$said"; exit 1; }
	$(call step,types of the messages)
	@$(BIN)/python -m tools.wire_types --check
	$(call step,words of the reasons)
	@$(BIN)/python -m tools.reason_words --check
	$(call step,svelte-check)
	@said=$$($(NODE) $(MODULES:web/%=%)/svelte-check/bin/svelte-check --fail-on-warnings) || { echo "$$said"; exit 1; }
	$(call step,eslint)
	@$(NODE) $(MODULES:web/%=%)/eslint/bin/eslint.js --max-warnings 0 .
	$(call step,prettier --check)
	@$(NODE) $(MODULES:web/%=%)/prettier/bin/prettier.cjs --check --log-level warn . || { echo "fix with $(NODE) npm run format"; exit 1; }

golden: $(VENV)/test.stamp ## rewrite tests/golden
	$(call step,golden playthroughs)
	@$(BIN)/python -m tests.golden

proof: $(VENV)/test.stamp $(VENV)/solver.stamp ## the tests in their long forms
	$(call step,long tests)
	@NAYSAY_PROOF=1 $(BIN)/python -m pytest -q -n 2 $(ARGS)

faults: $(VENV)/test.stamp $(VENV)/page.stamp $(VENV)/solver.stamp $(VENV)/browser.stamp ## attacks in their long forms; then kill the server again and again: figures go into docs/reliability.md
	$(call step,attacks)
	@NAYSAY_PROOF=1 $(BIN)/python -m pytest -q -n 2 -m attack
	$(call step,faults)
	@$(BIN)/python -m tests.faults --write $(ARGS)

bench: $(VENV)/bench.stamp $(VENV)/page.stamp $(VENV)/solver.stamp $(VENV)/browser.stamp ## every benchmark; BENCH="--quick" for small samples
	@failed=; for name in $(BENCHMARKS); do \
		echo "· benchmark $$name"; \
		$(BIN)/python -m benchmarks.$$name $(BENCH) || failed="$$failed $$name"; \
	done; \
	[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

shots: $(VENV)/test.stamp $(VENV)/page.stamp $(VENV)/browser.stamp ## pictures of every page and phase at six sizes, into shots/; ARGS="--only pages"
	$(call step,screenshots)
	@$(BIN)/python -m tests.browser.shots $(ARGS)

lock: ## renew requirements/*.txt after a change in pyproject.toml; LOCK=--upgrade takes newer versions
	$(call step,lock requirements)
	@set -e; unset PIP_FIND_LINKS UV_FIND_LINKS; \
	place=$$(mktemp -d); trap 'rm -rf "$$place"' EXIT; \
	$(PYTHON) -m venv "$$place"; \
	"$$place/bin/python" -m pip -qq --disable-pip-version-check install uv; \
	mkdir -p requirements; \
	lock() { \
		output=requirements/$$1.txt; shift; \
		"$$place/bin/uv" pip compile -q --universal --generate-hashes --python-version 3.11 \
			--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
			$(LOCK) "$$@" -o "$$output" >/dev/null; \
	}; \
	compile() { output=$$1; shift; lock "$$output" pyproject.toml --group build "$$@"; }; \
	lock uv --group install; \
	compile run --extra server --extra solver; \
	compile page --group page -c requirements/run.txt; \
	compile test --extra server --extra solver --group test -c requirements/run.txt; \
	compile bench --extra server --extra solver --group bench -c requirements/test.txt; \
	! grep -nE '://|-(index-url|find-links)' requirements/*.txt || { echo "a lock file names a host"; exit 1; }

dist: setup ## build wheel and source archive into dist/
	$(call step,wheel and source archive)
	@rm -rf dist
	@said=$$($(BIN)/python -m hatchling build 2>&1) || { echo "$$said"; exit 1; }

clean: ## remove .venv, the built page, dist and caches
	@rm -rf $(VENV) $(MODULES) src/naysay/server/page shots dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests benchmarks tools examples -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# A stamp is younger than what it was made from. New run requirements start .venv afresh, with all that is in it.
$(VENV)/run.stamp: requirements/run.txt requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "naysay needs Python 3.11 or newer; $(PYTHON) says: $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 …"; exit 1; }
	$(call step,make $(VENV))
	@$(PYTHON) -m venv --clear $(VENV)
	$(call step,install requirements/run.txt)
	@$(BIN)/python -m pip -qq --disable-pip-version-check install --require-hashes -r requirements/uv.txt
	@$(INSTALL) --require-hashes -r $<
	@touch $@

$(VENV)/project.stamp: $(VENV)/run.stamp pyproject.toml
	$(call step,install naysay)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# compiled code is kept beside the sources, in __pycache__
$(VENV)/solver.stamp: $(VENV)/project.stamp $(wildcard src/naysay/solver/*.py src/naysay/bots/*.py src/naysay/bots/*/*.py src/naysay/bots/*/*/*.py)
	@$(BIN)/naysay solver warm
	@touch $@

$(VENV)/test.stamp $(VENV)/bench.stamp: $(VENV)/%.stamp: requirements/%.txt $(VENV)/project.stamp
	$(call step,install $<)
	@$(INSTALL) --require-hashes -r $<
	@touch $@

# The page: node from a Python package, what the build needs, and more for the checks (NPM=test).
# Two pips at a time would get in each other's way.
$(VENV)/node.stamp: requirements/page.txt $(VENV)/project.stamp $(if $(filter test,$(NPM)),| $(VENV)/test.stamp)
	$(call step,install $<)
	@$(INSTALL) --require-hashes -r $<
	@touch $@

# where the checks were installed, they are installed again: npm ci begins with an empty folder
$(MODULES)/run.stamp: CHECKS = $(wildcard $(MODULES)/test.stamp)
$(MODULES)/run.stamp: web/package-lock.json $(VENV)/node.stamp
	$(call step,npm ci: what the page is built with)
	@said=$$($(NODE) npm ci $(if $(CHECKS),,--omit=dev) 2>&1) || { echo "$$said"; exit 1; }
	@touch $@ $(CHECKS)

$(MODULES)/test.stamp: web/package-lock.json $(VENV)/node.stamp
	$(call step,npm ci: what the page is checked with)
	@said=$$($(NODE) npm ci 2>&1) || { echo "$$said"; exit 1; }
	@touch $(MODULES)/run.stamp $@

$(VENV)/page.stamp: $(PAGE) | $(MODULES)/$(NPM).stamp
	$(call step,build the page)
	@said=$$($(NODE) $(MODULES:web/%=%)/vite/bin/vite.js build 2>&1) || { echo "$$said"; exit 1; }
	@touch $@

$(VENV)/browser.stamp: tools/browser.py $(VENV)/test.stamp
	$(call step,find a browser for the tests)
	@$(BIN)/python -m tools.browser
	@touch $@
