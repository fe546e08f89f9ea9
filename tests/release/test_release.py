"""``generator release``: all of it or nothing of it."""

from __future__ import annotations

import hashlib
import shutil
import tomllib
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from generator.build import build, build_bound
from generator.cli import main
from generator.compare.compare import compare
from generator.extension.names import RULE_ENTRY
from generator.package import write
from generator.release import release as module
from generator.release.proof import STAMP, Proof, fingerprint, keep_proof
from generator.release.sources import keep_rule
from generator.rules import Rules, load_rules
from generator.rules.layers import Layers
from generator.texts import languages
from tests.engine.tracks import bare_regions
from tests.release.tree import commit, committed_tree, generator

CAPTURE = pytest.CaptureFixture[str]
NAME = "Congress_of_Peace.vmdx"
ERRATA = "# Step 3\n[success]\nmargin = 4\n"
DONE = Path("build/release/1.0.1")
ASKED = ["release", "1.0.1", "--rules", "errata.toml", "--date", "2027-03-01"]
BOTH = ["--binding", "cov.toml", "--module", "CoV.vmod"]


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with errata that are proven, and what players have."""
    folder = tmp_path_factory.mktemp("ready")
    (folder / "errata.toml").write_text(ERRATA)
    build(load_rules(), folder / "old", {})
    prove(folder / "errata.toml", folder / STAMP)
    return folder


@pytest.fixture
def here(ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One's own copy; the generator is not git's."""
    shutil.copytree(ready, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")  # 2027-01-15
    return tmp_path


@pytest.fixture(scope="module")
def released(ready: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a release with a binding was made."""
    folder = tmp_path_factory.mktemp("released")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(shutil.copytree(ready, folder, dirs_exist_ok=True))
        patch.setattr(module, "_PACKAGE", folder)
        bare_regions(Path("CoV.vmod"))
        assert main(["inspect", "CoV.vmod", "--bind", "cov.toml"]) == 0
        assert main([*ASKED, "--last", "old", *BOTH]) == 0
    return folder


@pytest.fixture
def made(released: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(released)
    return released


@pytest.fixture
def bound(here: Path, capsys: CAPTURE) -> list[str]:
    """The options of a module and its binding."""
    bare_regions(Path("CoV.vmod"))
    assert main(["inspect", "CoV.vmod", "--bind", "cov.toml"]) == 0
    capsys.readouterr()
    return ["--binding", "cov.toml", "--module", "CoV.vmod"]


def prove(errata: Path | None, stamp: Path = STAMP) -> None:
    keep_proof(Proof(fingerprint(load_rules(errata)), {"3.7.26": 1234567}), stamp)


def contents(folder: Path = Path()) -> Mapping[str, bytes | None]:
    """Everything in a folder; None for a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_every_file_at_its_place(here: Path, bound: list[str], capsys: CAPTURE) -> None:
    assert main([*ASKED, "--last", "old", *bound]) == 0
    told = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert [each for each in told if each[0] != "note"] == [
        ["folder", str(DONE)],
        ["version", "1.0.1, 2027-03-01"],
        ["last", "1.0.0, 2026-12-01, old"],
        ["files", "8 extensions, docs, sources, SHA256SUMS, NOTES.md"],
        ["raised", "version and date in errata.toml; commit it"],
        ["next", f"read {DONE / 'NOTES.md'}, then hand the folder out"],
    ]
    others = [code for code in languages() if code != "en"]
    assert {name for name, content in contents(DONE).items() if content is not None} == {
        NAME,
        *(f"{code}/{NAME}" for code in others),
        *(f"cov/{code}/{NAME}" for code in languages()),
        "docs/index.html",
        *(f"docs/{code}/index.html" for code in languages()),
        "sources/rule-15.6.toml",
        "sources/errata/errata.toml",
        "sources/bindings/cov.toml",
        "SHA256SUMS",
        "NOTES.md",
    }
    errata = Path("errata.toml")
    raised = '\n[release]\nversion = "1.0.1"\ndate = 2027-03-01\n'
    assert errata.read_text() == ERRATA + raised
    assert (DONE / "sources/errata/errata.toml").read_text() == errata.read_text()
    # the same files as `build` makes of the raised errata
    rules = load_rules(errata)
    for code in languages():
        made = build(rules, Path("build"), {}, code)
        own = NAME if code == "en" else f"{code}/{NAME}"
        assert (DONE / own).read_bytes() == made.path.read_bytes()
        made = build_bound(rules, Path("CoV.vmod"), Path("cov.toml"), Path("build"), {}, code)
        assert (DONE / f"cov/{code}/{NAME}").read_bytes() == made.path.read_bytes()
    assert "1.0.1" in (DONE / "docs/en/index.html").read_text("utf-8")


def test_the_sums(made: Path) -> None:
    lines = (DONE / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    files = {name: content for name, content in contents(DONE).items() if content is not None}
    files.pop("SHA256SUMS")
    assert sums == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def test_the_notes(made: Path) -> None:
    notes = (DONE / "NOTES.md").read_text("utf-8")
    chapters = dict(part.split("\n", 1) for part in notes.split("\n## "))
    head, *names = chapters
    assert head == "# Congress of Peace 1.0.1"
    assert "2027-03-01. Optional rule 15.6" in chapters[head]
    assert "The one before was 1.0.0, 2026-12-01." in chapters[head]
    assert names[0] == "What changes for players"
    assert chapters[names[0]].strip() == (
        "- In Step 3, the congress succeeds up to a difference of 4 VP instead of 5. (15.6.3)"
    )
    assert "nothing in these files harms them" in chapters[names[1]]
    bound_to = tomllib.loads(Path("cov.toml").read_text("utf-8"))["module"]
    where = f"{bound_to['name']} {bound_to['version']}"
    assert f"| `cov/fr/{NAME}` | Français | {where} |" in chapters["Files"]
    assert f"| `{NAME}` | English | any |" in chapters["Files"]
    assert "Engine 3.7.26: every case" in chapters["Proof"]
    assert "1,234,567 in all" in chapters["Proof"]
    assert "success.margin: 5 -> 4" in chapters["All differences"]
    assert str(made) not in notes


def test_the_next_release_finds_the_last_one(here: Path, capsys: CAPTURE) -> None:
    assert main([*ASKED, "--last", "old"]) == 0
    for version in ("1.0.9", "1.0.10"):
        shutil.copytree(DONE, DONE.with_name(version))
    shutil.copytree(DONE, DONE.with_name("notes"))
    Path("next.toml").write_text('base = "errata.toml"\nactivation.decline_vp = -1\n')
    prove(Path("next.toml"))
    asked = ["release", "1.1", "--rules", "next.toml", "--date", "2027-03-02"]
    capsys.readouterr()
    assert main(asked) == 0
    assert f"last     1.0.1, 2027-03-01, {DONE.with_name('1.0.10')}" in capsys.readouterr().out
    done = DONE.with_name("1.1")
    notes = (done / "NOTES.md").read_text("utf-8")
    assert "- Declining costs 1 VP instead of 2. (15.6.2)\n\n" in notes
    assert "Step 3, the congress" not in notes  # that was the release before
    assert (done / "sources/errata/errata.toml").is_file()
    assert 'version = "1.0.1"' in Path("errata.toml").read_text()
    assert 'version = "1.1"' in Path("next.toml").read_text()
    assert load_rules(done / "sources/errata/next.toml") == load_rules(Path("next.toml"))


def test_the_same_input_gives_the_same_bytes(here: Path, bound: list[str], released: Path) -> None:
    asked = [*ASKED, "--last", "old", *bound]
    first = contents(released / DONE)
    assert main(asked) == 0
    assert contents(DONE) == first
    # and once more, with errata that are raised already, and named otherwise
    where = here / "else" / "where"
    shutil.copytree(here, where, ignore=shutil.ignore_patterns("release"))
    asked = [each.replace("errata.toml", str(where / "errata.toml")) for each in asked]
    assert main([*asked, "--output", str(where / "out")]) == 0
    assert contents(where / "out" / "1.0.1") == first


def test_the_date_is_todays_or_what_the_errata_say(here: Path) -> None:
    asked = ["release", "1.0.1", "--rules", "errata.toml", "--last", "old"]
    assert main(asked) == 0
    release = tomllib.loads(Path("errata.toml").read_text())["release"]
    assert str(release["date"]) == "2027-01-15"
    shutil.rmtree(DONE)
    text = ERRATA + "[release]\nversion = '1.0.1'\ndate = 2028-02-29\n"
    Path("errata.toml").write_text(text)
    assert main(asked) == 0
    assert Path("errata.toml").read_text() == text
    with zipfile.ZipFile(DONE / NAME) as archive:
        assert archive.infolist()[0].date_time[:3] == (2028, 2, 29)


def test_the_first_release(here: Path, capsys: CAPTURE) -> None:
    prove(None)
    Path("same.toml").write_text("[release]\nversion = '1.0.0'\n")
    assert main(["release", "1.0.0", "--first", "--rules", "same.toml"]) == 0
    assert "last " not in capsys.readouterr().out
    notes = Path("build/release/1.0.0/NOTES.md").read_text("utf-8")
    assert "The first release." in notes
    assert "## What changes" not in notes
    assert "## All differences" not in notes


def test_what_is_bad_for_saved_games_is_told(here: Path, bound: list[str], capsys: CAPTURE) -> None:
    """A property that only the last release has, in one of its files; and a file that is gone."""
    for code in ("en", "es"):
        build_bound(load_rules(), Path("CoV.vmod"), Path("cov.toml"), Path("old"), {}, code)
    old = Path("old/cov/en") / NAME
    with zipfile.ZipFile(old) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["buildFile.xml"] = files["buildFile.xml"].replace(b"CoP_Margin", b"CoP_Former")
    with zipfile.ZipFile(old, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    (Path("old/gone/en")).mkdir(parents=True)
    shutil.copy(Path("old") / NAME, Path("old/gone/en") / NAME)
    assert main([*ASKED, "--last", "old", *bound]) == 0
    breaking = compare(old, DONE / "cov/en" / NAME).breaking
    assert breaking
    printed = capsys.readouterr().out
    assert f"note     {breaking} (!) for saved games or other players' copies" in printed
    assert f"note     gone/en/{NAME}: the last release has it" in printed
    notes = (DONE / "NOTES.md").read_text("utf-8")
    chapter = notes.partition("## Saved games")[2].partition("\n## ")[0]
    assert "harms them" not in chapter
    assert f"`cov/en/{NAME}`" in chapter
    assert "CoP_Former" in chapter
    assert f"`gone/en/{NAME}` is not in this release" in chapter


def test_a_last_release_of_another_rule(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One from before there was a table of the rule, and one whose rule has keys we lack."""
    path = Path("old") / NAME
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    rule = files.pop("cop_rule.toml")
    unknown = "the rule of the release before cannot be read (cop_rule.toml:"
    for more, why in (
        ({}, "the release before has no cop_rule.toml"),
        ({"cop_rule.toml": rule + b"\n[unheard_of]\nvp = 3\n"}, unknown),
    ):
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in {**files, **more}.items():
                archive.writestr(zipfile.ZipInfo(name, (2026, 12, 1, 12, 0, 0)), content)
        assert main([*ASKED, "--last", "old"]) == 0
        notes = (DONE / "NOTES.md").read_text("utf-8")
        assert f"What changed in the rule is not known: {why}" in notes
        printed = capsys.readouterr().out
        assert f"note     {why}" in printed
        assert "so that NOTES.md cannot say what changes for players: write it there" in printed
        assert "P,{CoP_Margin<=4" in notes
        shutil.rmtree(DONE)


def _no_proof() -> None:
    Path("build/proof.json").unlink()


def _other_proof() -> None:
    prove(None)


def _is_there() -> None:
    DONE.mkdir(parents=True)


def _damaged() -> None:
    (Path("old") / "SHA256SUMS").write_text(f"{'0' * 64}  {NAME}\n")


def _sums_of_no_text() -> None:
    (Path("old") / "SHA256SUMS").write_bytes(b"\xff  \0\n")


def _truncated() -> None:
    path = Path("old") / NAME
    path.write_bytes(path.read_bytes()[:5000])


def _with_a_broken_rule() -> None:
    path = Path("old") / NAME
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**entries, RULE_ENTRY: b"a = ="}.items():
            archive.writestr(name, content)


def _two_of_a_name() -> None:
    bare_regions(Path("CoV.vmod"))
    main(["inspect", "CoV.vmod", "--bind", "cov.toml"])
    Path("other").mkdir()
    shutil.copy("cov.toml", "other/cov.toml")


def _nothing() -> None:
    pass


LAST = ["--last", "old"]
OTHER = ["--binding", "other/cov.toml", "--module", "CoV.vmod"]
BAD: Mapping[str, tuple[Callable[[], None], list[str], str]] = {
    "no previous release": (_nothing, ASKED, "build/release: has no release to compare with"),
    "last is nowhere": (_nothing, [*ASKED, "--last", "no"], "no: has no Congress_of_Peace.vmdx"),
    "last is damaged": (_damaged, [*ASKED, *LAST], "is not what SHA256SUMS says"),
    "sums are no text": (
        _sums_of_no_text,
        [*ASKED, *LAST],
        "SHA256SUMS:1: is no sum and file; get that release again",
    ),
    "last is truncated": (_truncated, [*ASKED, *LAST], f"old/{NAME}: "),
    "rule of the last one is broken": (
        _with_a_broken_rule,
        [*ASKED, *LAST],
        f"old/{NAME}: is broken, its {RULE_ENTRY} cannot be read; get that release anew",
    ),
    "first is not": (_nothing, [*ASKED, *LAST, "--first"], "do not go together"),
    "it is there": (_is_there, [*ASKED, *LAST], "build/release/1.0.1: is there already"),
    "not proven": (_no_proof, [*ASKED, *LAST], "make proof RULES=errata.toml"),
    "another rule is proven": (_other_proof, [*ASKED, *LAST], "another state of the rule"),
    "no version": (_nothing, ["release", "next", *LAST], 'the version is "next"'),
    "version with a zero in front": (_nothing, ["release", "1.01", *LAST], "no zeros in front"),
    "version with a word": (_nothing, ["release", "1.1-b", *LAST], "give numbers with dots"),
    "version is too long": (_nothing, ["release", f"1.{'9' * 5000}", *LAST], "with dots"),
    "version is a path": (_nothing, ["release", "../1.1", *LAST], "give numbers with dots"),
    "version is the last one": (
        _nothing,
        ["release", "1.0", *ASKED[2:], *LAST],
        "the version is 1.0, that of old 1.0.0; give a greater one",
    ),
    "date is the last one": (
        _nothing,
        [*ASKED[:-1], "2026-12-01", *LAST],
        "give a later one, such as --date 2026-12-02",
    ),
    "date is none": (_nothing, [*ASKED[:-1], "1 March", *LAST], '--date: is "1 March"'),
    "date is too late": (_nothing, [*ASKED[:-1], "2200-01-01", *LAST], "--date: is 2200-01-01"),
    "no such errata": (_nothing, ["release", "1.0.1", "--rules", "no.toml", *LAST], "no.toml: "),
    "a module alone": (_nothing, [*ASKED, *LAST, "--module", "a"], "0 of --binding and 1 of"),
    "a binding alone": (_nothing, [*ASKED, *LAST, *BOTH[:2]], "1 of --binding and 0 of"),
    "no such binding": (_nothing, [*ASKED, *LAST, *BOTH], "cov.toml: there is no such binding"),
    "two of a name": (_two_of_a_name, [*ASKED, *LAST, *BOTH, *OTHER], "another binding of this"),
    "output is a file": (
        _nothing,
        [*ASKED, *LAST, "--output", "errata.toml"],
        "errata.toml: cannot be written: it is not a folder",
    ),
}


@pytest.mark.parametrize(("before", "arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(
    here: Path, capsys: CAPTURE, before: Callable[[], None], arguments: list[str], message: str
) -> None:
    before()
    capsys.readouterr()
    found = contents()
    assert main(arguments) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert message in line
    assert told.out == ""
    assert contents() == found


def test_a_first_release_that_is_not(here: Path, capsys: CAPTURE) -> None:
    assert main([*ASKED, *LAST]) == 0
    assert main(["release", "1.0.2", *ASKED[2:], "--first"]) == 2
    assert (
        capsys.readouterr().err == f"generator: {DONE}: is a release already; leave out --first\n"
    )


def test_an_installed_generator_needs_errata(
    here: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "template_folder", lambda: here / "_templates")
    assert main(["release", "1.0.1", *LAST]) == 2
    assert "is installed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("function", "failure"),
    {
        "build": KeyboardInterrupt(),
        "keep_bindings": OSError(28, "No space left", "x"),
        "write_sums": OSError(28, "No space left", "x"),
    }.items(),
)
def test_a_failure_leaves_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, function: str, failure: BaseException
) -> None:
    found = contents()

    def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(module, function, fail)
    assert main([*ASKED, *LAST]) == (130 if isinstance(failure, KeyboardInterrupt) else 1)
    assert contents() == found


def test_a_rule_that_cannot_be_raised_takes_the_release_back(
    here: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = contents()
    real = write

    def fail(path: Path, content: bytes) -> object:
        if path.name == "errata.toml" and path.parent == here:
            assert DONE.is_dir()
            raise KeyboardInterrupt
        return real(path, content)

    monkeypatch.setattr(module, "write", fail)
    assert main([*ASKED, *LAST]) == 130
    assert contents() == found


def test_errata_that_change_meanwhile_are_told(
    here: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = keep_rule

    def later(folder: Path, layers: Layers, rules: Rules) -> object:
        Path("errata.toml").write_text(ERRATA.replace("4", "3"))
        return real(folder, layers, rules)

    monkeypatch.setattr(module, "keep_rule", later)
    assert main([*ASKED, *LAST]) == 1
    assert "errata.toml: has changed meanwhile" in capsys.readouterr().err
    assert not DONE.parent.exists()


def test_the_shipped_rule_in_a_tree_of_git(here: Path) -> None:
    """It is raised in the tree, which then asks to be committed before it releases again."""
    tree = committed_tree(here / "tree")
    rule = tree / "generator/rules/rule-15.6.toml"
    before = rule.read_text("utf-8")
    rule.write_text(before.replace("margin = 5 ", "margin = 4 "), "utf-8")
    prove(Path("errata.toml"))
    shutil.copytree("old", tree / "old")
    shutil.copytree("build", tree / "build")
    asked = ["release", "1.0.1", "--date", "2027-03-01", "--last", "old"]
    done = generator(tree, tree, *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "is not as committed: generator/rules/rule-15.6.toml; " in done.stderr
    assert not (tree / "build/release").exists()
    commit(tree)
    done = generator(tree, tree, *asked)
    assert (done.returncode, done.stderr) == (0, "")
    changed = [
        new
        for old, new in zip(before.splitlines(), rule.read_text("utf-8").splitlines(), strict=True)
        if old != new
    ]
    assert [line.split("#")[0].strip() for line in changed] == [
        'version = "1.0.1"',
        "date = 2027-03-01",
        "margin = 4",
    ]
    again = ["release", "1.0.2", "--date", "2027-03-02"]
    assert "rule-15.6.toml" in generator(tree, tree, *again).stderr
    commit(tree)
    assert generator(tree, tree, *again).returncode == 0
    notes = (tree / "build/release/1.0.2/NOTES.md").read_text("utf-8")
    assert "Nothing in the rule." in notes


def test_errata_in_the_tree_need_no_commit(here: Path) -> None:
    tree = committed_tree(here / "tree")
    for name in ("old", "build"):
        shutil.copytree(name, tree / name)
    shutil.copy("errata.toml", tree / "generator" / "errata.toml")
    rules = ["--rules", "generator/errata.toml"]
    done = generator(tree, tree, "release", "1.0.1", *rules, "--last", "old")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_rule_with_no_change_but_a_text(here: Path) -> None:
    """What differs in one language only is told under its file."""
    build(load_rules(), Path("old"), {}, "es")
    path = Path("old/es") / NAME
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["images/cop_check.svg"] += b"<!-- -->"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    Path("errata.toml").write_text("[release]\nversion = '1.0.1'\ndate = 2027-03-01\n")
    prove(None)
    assert replace(load_rules(Path("errata.toml")), release=load_rules().release) == load_rules()
    assert main([*ASKED, *LAST]) == 0
    notes = (DONE / "NOTES.md").read_text("utf-8")
    assert "Nothing in the rule." in notes
    assert "picture images/cop_check.svg: changed" in notes.partition(f"`es/{NAME}`:")[2]
