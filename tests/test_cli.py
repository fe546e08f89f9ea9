from __future__ import annotations

import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from generator.cli import main

ROOT = Path(__file__).parents[1]
VP = ["Austria=20", "Britain=15", "France=30", "Russia=25"]


def test_build_prints_what_it_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--output", str(tmp_path / "new" / "folder")]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert set(lines) == {"file", "size", "sha256", "version"}
    assert Path(lines["file"]).is_file()
    assert lines["version"] == "1.0.0"


def test_build_with_errata(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text("[release]\nversion = '1.0.1'\n[activation]\ndecline_vp = -1\n", "utf-8")
    assert main(["build", "--rules", str(errata), "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[4:] == [
        "note     the rule is another, its version and date are not: raise release.version "
        "and release.date before players get this file, as `generator release` does"
    ]
    text = zipfile.ZipFile(tmp_path / "Congress_of_Peace.vmdx").read("buildFile.xml").decode()
    assert 'version="1.0.1"' in text
    assert "(-1)" in text


@pytest.mark.parametrize(
    "errata",
    [
        "[release]\nversion = '1.0.1'\ndate = 2100-01-01\n[activation]\ndecline_vp = -1\n",
        "[release]\nversion = '1.0.1'\n",
        "[activation]\ndecline_vp = -2\n",
    ],
)
def test_build_with_errata_that_can_be_told_apart(
    errata: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "errata.toml"
    path.write_text(errata, "utf-8")
    assert main(["build", "--rules", str(path), "--output", str(tmp_path)]) == 0
    assert "note" not in capsys.readouterr().out


def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--vp", *VP]) == 0
    out = capsys.readouterr().out
    assert "23/36" in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    "command", [[], ["build"], ["docs"], ["rules"], ["odds"], ["diff"], ["release"]]
)
def test_help_has_an_example(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command, "--help"])
    assert caught.value.code == 0
    assert "example: generator" in capsys.readouterr().out


BAD = {
    "no command": [],
    "unknown command": ["bild"],
    "one extension": ["diff", "file.txt"],
    "empty path": ["diff", "", "file.txt"],
    "no extensions": ["diff", "file.txt", "file.txt"],
    "missing rules": ["build", "--rules", "nowhere.toml"],
    "rules are a folder": ["build", "--rules", "."],
    "missing errata": ["rules", "--diff", "nowhere.toml"],
    "errata are no TOML": ["rules", "--diff", "file.txt"],
    "rules are no TOML": ["rules", "--rules", "file.txt", "--json"],
    "errata are not named": ["rules", "--diff", ""],
    "output is a file": ["build", "--output", "file.txt"],
    "output cannot be made": ["build", "--output", "file.txt/sub"],
    "unknown power": ["odds", "--vp", "Spain=3", *VP[1:]],
    "misspelt power": ["odds", "--vp", "Asutria=3", *VP[1:]],
    "not an integer": ["odds", "--vp", "Austria=many", *VP[1:]],
    "half a point": ["odds", "--vp", "Austria=3.5", *VP[1:]],
    "no number": ["odds", "--vp", "Austria", *VP[1:]],
    "missing power": ["odds", "--vp", *VP[1:]],
    "power twice": ["odds", "--vp", "Britain=1", *VP],
    "huge": ["odds", "--vp", "Austria=99999999999999999999", *VP[1:]],
    "unknown winner of the phase": ["odds", "--vp", *VP, "--diplomacy-winner", "Spain"],
    "unknown winner": [
        "odds",
        "--vp",
        *VP,
        "--issue-winner",
        "Spain",
        "--diplomacy-winner",
        "None",
    ],
    "not Metternich's": [
        *["odds", "--vp", *VP, "--metternich"],
        *["--issue-winner", "France", "--diplomacy-winner", "None"],
    ],
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_code_2(name: str, tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text("kept")
    done = subprocess.run(
        [sys.executable, "-m", "generator", *BAD[name]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (complaint,) = done.stderr.splitlines()
    assert complaint.startswith("generator: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]
    assert (tmp_path / "file.txt").read_text() == "kept"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "no command is given; `generator --help` says what to give"),
        (["inspekt"], "there is no command 'inspekt'; `generator --help` says what to give"),
        (["build", "--bind"], "build: --binding: has no value; `generator build --help` says"),
        (["check", "a"], "check: lacks --module; `generator check --help` says what to give"),
        (["check"], "check: lacks EXTENSION.vmdx, --module; `generator check --help` says"),
        (["rules", "--json=1"], "rules: --json: takes no value; `generator rules --help` says"),
        (["release", "1", "--first", "--last", "x"], "release: --last and --first do not go"),
        (["odds", "--i=a"], "odds: lacks --vp; `generator odds --help` says what to give"),
        (["diff", "--a", "--s", "-x", "a", "b"], "diff: does not take -x; leave that out, or"),
        (["inspect", "--", "--json", "-x"], "inspect: does not take -x; leave that out, or"),
        (
            ["inspect", "a", "b\nc", "--all"],
            "inspect: does not take b\\nc --all; leave that out, or look into `generator inspect "
            "--help`",
        ),
    ],
)
def test_usage_is_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith(f"generator: {told}")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_nothing(sent: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, signal, sys\n"
            # a job in the background of a shell inherits that SIGINT is ignored
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "def slow(handle):\n    print('writing', flush=True)\n    import time; time.sleep(30)\n"
            "os.fsync = slow\n"
            "from generator.cli import entry\n"
            f"sys.argv = ['generator', 'build', '--output', {str(tmp_path)!r}]\nentry()\n",
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    process.send_signal(sent)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "generator: interrupted; nothing was written\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_output_that_is_full_is_named() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "generator", "odds", "--vp", *VP],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == (
        "generator: standard output: No space left on device; what was printed is cut short: check "
        "where it goes\n"
    )


def test_characters_that_steer_a_terminal_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--module", "a\x1b[31m", "--binding", "b\x9b.toml"]) == 2
    assert main(["inspect", "a\x1b[31m"]) == 2
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert "\x9b" not in err
    assert "a\\u001b[31m: there is no such file" in err


@pytest.mark.parametrize("arguments", [["odds", "--vp", *VP], ["rules"]])
def test_what_only_tells_does_not_pay_for_the_build(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom generator.cli import main\n"
        f"main({arguments!r})\n"
        "print(sorted(name for name in ('lxml', 'jinja2', 'zipfile') if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_module_and_script_are_the_same() -> None:
    script = Path(sys.executable).with_name("generator")
    for command in ([str(script)], [sys.executable, "-m", "generator"]):
        done = subprocess.run(
            [*command, "--version"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout == "generator 0.1.0\n"
