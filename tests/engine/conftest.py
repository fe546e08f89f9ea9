from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.build import build
from generator.rules import Rules, load_rules

from .harness import Engine
from .homes import EngineHome, EngineSetupError, engine_homes
from .host import write_host

MISSING = "no VASSAL engine: run `make engine` (Debian) or set VASSAL_HOME to an installation"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "home" in metafunc.fixturenames:
        try:
            homes: list[EngineHome | EngineSetupError | None] = [*engine_homes()] or [None]
        except EngineSetupError as error:
            homes = [error]
        names = [home.name if isinstance(home, EngineHome) else "none" for home in homes]
        metafunc.parametrize("home", homes, ids=names, scope="session", indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs an engine."""
    for item in items:
        if "home" in getattr(item, "fixturenames", ()):
            item.add_marker("engine")


@pytest.fixture(scope="session")
def home(request: pytest.FixtureRequest) -> EngineHome:
    """An engine; without any, tests skip, but fail where COP_REQUIRE_ENGINE is set."""
    found = request.param
    if isinstance(found, EngineHome):
        return found
    if found is not None:
        pytest.fail(str(found))
    if os.environ.get("COP_REQUIRE_ENGINE"):
        pytest.fail(MISSING)
    pytest.skip(MISSING)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="session")
def extension(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(rules, tmp_path_factory.mktemp("extension"), {}).path


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_host(tmp_path_factory.mktemp("host") / "host.vmod")


@pytest.fixture(scope="session")
def shared_engine(home: EngineHome, host: Path, extension: Path) -> Iterator[Engine]:
    with Engine(home, host, [extension]) as engine:
        yield engine


@pytest.fixture
def engine(shared_engine: Engine) -> Engine:
    """The shared engine in a new game as Austria, with nothing left of the test before."""
    shared_engine.new_game("Austria")
    shared_engine.clear()
    return shared_engine


@pytest.fixture(scope="session")
def two_players(home: EngineHome, host: Path, extension: Path) -> Iterator[tuple[Engine, Engine]]:
    """Two more engines that tests share, for two players; each begins a game of its own."""
    with (
        Engine(home, host, [extension], player="First") as first,
        Engine(home, host, [extension], player="Second") as second,
    ):
        yield first, second


@pytest.fixture
def start(home: EngineHome, host: Path, extension: Path) -> Iterator[Callable[..., Engine]]:
    """Starts engines of a test's own: ``start(module, extensions, player=…)``."""
    started: list[Engine] = []

    def begin(
        module: Path | None = None,
        extensions: list[Path] | None = None,
        *,
        player: str = "Tester",
        jvm_args: tuple[str, ...] = (),
    ) -> Engine:
        engine = Engine(
            home,
            module or host,
            [extension] if extensions is None else extensions,
            player=player,
            jvm_args=jvm_args,
        )
        started.append(engine)
        return engine

    yield begin
    for engine in started:
        engine.close()
