# Two commands on a fresh Debian machine (python3, python3-venv, make): make vmdx, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: vmdx docs test lint engine proof fuzz bench clean

vmdx: $(VENV)/installed
	$(BIN)/generator build

# The help page for the web, in every language.
docs: $(VENV)/installed
	$(BIN)/generator docs

test: $(VENV)/installed engine
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist worksteal

lint: $(VENV)/installed
	$(BIN)/ruff check generator tests
	$(BIN)/ruff format --check generator tests
	$(BIN)/mypy

# Gets a real VASSAL engine and what it needs into .engine/ (Debian; root or sudo installs packages).
# Elsewhere it says what is missing, and the engine tests skip.
engine: $(VENV)/installed
	@$(BIN)/python tests/engine/get_engine.py || test -z "$$COP_REQUIRE_ENGINE"

# Every case of Steps 1 to 3 in the engine, some ten minutes; make proof CASES=500 takes a sample,
# RULES=errata.toml proves another rule. The whole leaves build/proof.json for `generator release`.
proof: $(VENV)/installed engine
	@$(BIN)/python -m tests.engine.proof $(if $(CASES),--cases $(CASES)) $(if $(RULES),--rules $(RULES))

# Broken and hostile input for everything that reads; make fuzz SECONDS=600 goes on longer.
fuzz: $(VENV)/installed
	@$(BIN)/python -m tests.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED))

bench: $(VENV)/installed
	$(BIN)/python tests/bench.py
	$(BIN)/python -m tests.engine.speed

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .engine build/*.vmdx
