"""The made-up rule goes through loading, rendering, checks and packing; each fault is named."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from generator.build import build_declared, packed
from generator.cli import main
from generator.compare.compare import compare
from generator.declared.assemble import assemble_declared
from generator.declared.load import load_declared
from generator.errors import GeneratorError, InputError
from generator.fit.check import binding_of
from generator.host.read import read_extension
from generator.templating import shared_folder
from tests.host.builder import el, map_window, module, prop, properties, write_module

RULE = Path(__file__).with_name("rule")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RULE, tmp_path / "rule"))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_it_builds_the_same_twice_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in ("one", "two"):
        assert main(["build", "--declared", str(RULE), "--output", str(tmp_path / part)]) == 0
    assert main(["build", "--declared", str(RULE), "--lang", "de", "--output", str(tmp_path)]) == 0
    first, again = (tmp_path / part / "Blockade.vmdx" for part in ("one", "two"))
    assert first.read_bytes() == again.read_bytes()
    assert "version  0.3.0" in capsys.readouterr().out
    with zipfile.ZipFile(first) as archive:
        names = archive.namelist()
        build_file = archive.read("buildFile.xml").decode()
    assert names[:2] == ["buildFile.xml", "extensiondata"]
    assert "blk_rule.toml" in names
    assert all(name.startswith("images/blk_") for name in {*names[2:]} - {"blk_rule.toml"})
    assert 'extensionId="blk"' in build_file
    assert 'gpid="blk:1"' in build_file
    assert "CoP_" not in build_file
    assert not re.search(r"\bcop[._:]", build_file.lower())
    with zipfile.ZipFile(tmp_path / "de" / "Blockade.vmdx") as archive:
        assert "Geleitzug" in archive.read("buildFile.xml").decode()


def test_diff_serves_it(folder: Path, tmp_path: Path) -> None:
    change(folder / "rule.toml", "escort = 3", "escort = 2")
    old = build_declared(RULE, tmp_path / "old", environment={})[0].path
    new = build_declared(folder, tmp_path / "new", environment={})[0].path
    assert not compare(old, old).changes
    told = compare(old, new).changes
    assert ("constants.escort", "3", "2") in {(each.subject, each.old, each.new) for each in told}


def test_check_serves_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built = build_declared(RULE, tmp_path, environment={})[0].path
    free = write_module(tmp_path / "free.vmod", module(map_window(), properties(prop("Tension"))))
    assert main(["check", str(built), "--module", str(free)]) == 0
    assert f"{built} fits Host 1.0" in capsys.readouterr().out
    root = module(
        map_window(),
        properties(prop("Blk_Tension"), prop("CoP_Phase")),
        el("module.DoActionButton", name="Theirs", hotkey="57348,0,blk.refresh"),
    )
    images = {"images/blk_icon.svg": b"<svg/>"}
    taken = write_module(tmp_path / "taken.vmod", root, more=images)
    assert main(["check", str(built), "--module", str(taken)]) == 2
    _, *told = capsys.readouterr().err.splitlines()
    assert [each.split(":")[0].strip() for each in told] == [
        'property "Blk_Tension"',
        'named key "blk.refresh"',
        'image "blk_icon.svg"',
    ]


TRACK = module(map_window(), properties(prop("VP_Britain", "3"), prop("VP_France", "4")))
BINDING = """\
[module]
name = "Host"
version = "1.0"
[powers.Britain]
read = { kind = "property", property = "VP_Britain" }
write = { kind = "property", property = "VP_Britain" }
[powers.France]
read = { kind = "property", property = "VP_France" }
"""


def built(folder: Path, binding: str = BINDING) -> int:
    """Build it for a module, from the command line."""
    write_module(folder / "m.vmod", TRACK)
    (folder / "host.toml").write_text(binding, "utf-8")
    where = ["--module", str(folder / "m.vmod"), "--binding", str(folder / "host.toml")]
    return main(
        ["build", "--declared", str(folder / "rule"), *where, "--output", str(folder / "out")]
    )


def test_bound_it_carries_its_binding_and_is_checked_by_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = folder.parent
    assert built(here) == 0
    vmdx = here / "out" / "host" / "en" / "Blockade.vmdx"
    carried = binding_of(read_extension(vmdx))
    assert carried is not None
    assert list(carried.powers) == ["Britain", "France"]
    with zipfile.ZipFile(vmdx) as archive:
        assert "numbers of Blockade" in archive.read("blk_binding.toml").decode()
    for language in ("en", "de"):
        bound = (here / "m.vmod", here / "host.toml")
        build_declared(folder, here / "again", language, {}, bound)
    assert (here / "again" / "host" / "en" / "Blockade.vmdx").read_bytes() == vmdx.read_bytes()
    assert main(["check", str(vmdx), "--module", str(here / "m.vmod")]) == 0
    later = module(map_window(), properties(prop("VP_Britain", "3"), prop("VP France", "4")))
    write_module(here / "later.vmod", later)
    capsys.readouterr()
    assert main(["check", str(vmdx), "--module", str(here / "later.vmod")]) == 2
    told = capsys.readouterr().err
    assert 'powers.France.read.property: the module has no global property "VP_France"' in told


@pytest.mark.parametrize(
    ("rule", "binding", "message"),
    [
        ("", BINDING.replace("France", "Russia"), "powers.Russia: unknown key (allowed"),
        ("", BINDING + '[keys]\nBlk_Sail = "Ctrl+Shift+B"\n', "keys: a declared rule has no keys"),
        ("", BINDING.replace("VP_France", "VP_Fr"), 'has no global property "VP_Fr"; the nearest'),
        ("numbers", BINDING, "the rule has no numbers that a module keeps ([track])"),
    ],
)
def test_what_cannot_be_bound_is_refused(
    rule: str, binding: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if rule:
        text = (folder / "rule.toml").read_text("utf-8")
        text = re.sub(
            r"    \{ track = .*\n|\[track\]\n(.+\n)+|.*\n.*ReadPoints.*\ngate.*\n", "", text
        )
        (folder / "rule.toml").write_text(text, "utf-8")
        texts = folder / "texts" / "en.toml"
        left = r"\[track\]\n(.+\n)+|.*read_points = .*\n|(change|semicolon) = .*\n"
        texts.write_text(re.sub(left, "", texts.read_text("utf-8")), "utf-8")
    assert built(folder.parent, binding) == 2
    assert message in capsys.readouterr().err
    assert not (folder.parent / "out").exists()
    if rule:
        assert main(["build", "--declared", str(folder), "--output", str(folder / "any")]) == 0
        arguments = ["inspect", str(folder.parent / "m.vmod"), "--declared", str(folder)]
        assert main(arguments) == 2
        assert message in capsys.readouterr().err


def test_reads_as_an_extension_for_any_module(tmp_path: Path) -> None:
    found = read_extension(build_declared(RULE, tmp_path, environment={})[0].path)
    assert found.universal


FAULTS = {
    "unknown key": ("most = 3", "mots = 3", r"inputs\.Escorts\.mots: unknown key"),
    "missing": ('rule = "97.4"\n', "", r"release\.rule: is missing; give a text"),
    "type": ("width = 440", 'width = "440"', r"sheet\.width: is \"440\"; must be a whole number"),
    "version": ('version = "0.3.0"', 'version = "new"', r"release\.version: is \"new\"; allowed"),
    "prefix": (
        'prefix = "Blk_"',
        'prefix = "CoP_"',
        r"identity\.prefix: .*must be \"blk_\", in any",
    ),
    "file": ("Blockade.vmdx", "Blockade.zip", r"identity\.file: .*then \.vmdx"),
    "property": (
        "{ Weather = ",
        "{ Wether = ",
        r"commands\.Sail\.steps\[3\]\.calculate\.Wether: .*mean Weather\?",
    ),
    "fires": ('fire = "round"', 'fire = "rond"', r"steps\[3\]\.fire: .*did you mean round\?"),
    "command": (
        'command = "Pursue"',
        'command = "Chase"',
        r"menu\[7\]\.command: \"Chase\" is no command; th",
    ),
    "gate": ('gate = "NoRound"', 'gate = "NoRond"', r"menu\[8\]\.gate: .*did you mean NoRound\?"),
    "two things": (
        '{ say = "reset" }',
        '{ say = "reset", fire = "round" }',
        r"steps\[4\]: each step does one th",
    ),
    "no thing": ('{ say = "reset" }', "{ }", r"steps\[4\]: each step does one thing: set, calc"),
    "picture": (
        '"sea_levant"]',
        '"sea_levnt"]',
        r"layers\[2\]\.pictures\[4\]: .*mean sea_levant\?",
    ),
    "box": ("box = [20, 142, 94, 34]", "box = [20, 142]", r"spots\[9\]\.box: holds 2 numbers"),
    "input": (
        "least = 0\nmost = 3",
        "least = 3\nmost = 3",
        r"inputs\.Escorts\.most: is 3, and least is 3; must",
    ),
    "slots": (
        "palette = 2",
        "palette = 1",
        r"sheet\.slots: must be at_start and palette, with two d",
    ),
    "icon": ("icon = {}\n", "", r"pictures\.icon: is missing"),
    "reserved": ("escort = 3", "escort = '3\"'", r"constants\.escort: is \"3\"\"; must not hold"),
    "reserved within": (
        "ship = 4",
        "ship = { a = ['$x'] }",
        r"constants\.ship\.a: is \"\$x\"; must",
    ),
    "reserved key": ("Baltic = 2", "'Bal<tic' = 2", r"constants\.watch: is \"Bal<tic\"; must not"),
    "reserved text": (
        'set = { Phase = "home" }',
        'set = { Phase = "{home}" }',
        r"\.Phase: .*not hold",
    ),
    "two lines": (
        'title = "Blockade"',
        'title = "Block\\nade"',
        r"title: .*must be a text of one line",
    ),
    "name": (
        "Sea = {",
        "'Deep Sea' = {",
        r"properties\.Deep Sea: \"Deep Sea\" must be letters, digits and _",
    ),
    "choice": (
        '"Levant"]',
        '"Levant, all"]',
        r"inputs\.Sea\.choices\[3\]: \"Levant, all\" must be letters",
    ),
    "tracked": ('Britain = "PointsB', 'Britain = "PontsB', r"track\.numbers\.Britain: .*PointsBr"),
    "tracked twice": (
        'France = "PointsFr',
        'BRITAIN = "PointsFr',
        r"track\.numbers: two names are the",
    ),
    "one for two": (
        'France = "PointsFrance"',
        'France = "PointsBritain"',
        "numbers: two properties are",
    ),
    "no numbers": (
        "numbers = { Britain",
        "numbers = { }\n# {",
        r"track\.numbers: is missing, but a com",
    ),
    "no command": ('command = "ReadPoints"\np', "p", r"track\.command: is missing; must be the"),
    "step of track": (
        'track = "warn"',
        'track = "tell"',
        r"track: is \"tell\"; allowed: read, write",
    ),
    "clicked": (
        '{ command = "Sail"',
        '{ command = "ReadPoints"',
        r"spots\[9\]\.command: \"ReadPoints\" is no command for a cl",
    ),
    "picture's name": (
        "icon = {}",
        "Icon = {}",
        r"pictures\.Icon: \"Icon\" must be lower-case letters",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_of_the_file_is_one_line(folder: Path, name: str) -> None:
    old, new, message = FAULTS[name]
    change(folder / "rule.toml", old, new)
    with pytest.raises(InputError, match=message) as caught:
        load_declared(folder)
    assert "\n" not in str(caught.value)
    assert re.match(re.escape(str(folder / "rule.toml")) + ":[0-9]+: ", str(caught.value))


def test_no_rule_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--declared", str(tmp_path), "--output", str(tmp_path / "out")]) == 2
    assert "there is no such rule file" in capsys.readouterr().err
    assert main(["build", "--declared", str(RULE), "--rules", "errata.toml"]) == 2
    assert "--declared builds another rule" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "expressions/lost.bsh.j2",
            "{{ constants.ship }}",
            "{{ constants.ship ",
            "j2:2: unexpected",
        ),
        (
            "expressions/lost.bsh.j2",
            "constants.ship }}",
            "constans.ship }}",
            'j2:2: there is no "constans" here; did you mean constants',
        ),
        (
            "expressions/lost.bsh.j2",
            "constants.ship -",
            "constants.watch -",
            "j2:2: - does not go with a table and a whole number; mend the template$",
        ),
        (
            "expressions/_watch.bsh.j2",
            "watch.items",
            "wtch.items",
            r"_watch\.bsh\.j2:2: there is no \"wtch\" in that table; did you mean watch\? \(there",
        ),
        ("expressions/no_round.bsh.j2", "round.b", "rond.b", "j2:1: there is no requirements/rond"),
        (
            "images/sea.svg.j2",
            "spots[command]",
            "spts[command]",
            r"sea\.svg\.j2:2: there is no \"spts\" here; did you mean spots\?$",
        ),
        ("texts/de.toml", 'sail = "Auslaufen"\npursue', "pursue", "sail: is missing; en.toml says"),
    ],
)
def test_a_faulty_template_or_text_is_named(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    change(folder / file, old, new)
    with pytest.raises(InputError, match=message) as caught:
        packed(assemble_declared(load_declared(folder), "de"), {})
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(folder))


def test_a_faulty_template_of_ours_is_our_failure(folder: Path) -> None:
    """As is one that the folder's own makes fail, but the folder's is then under way last."""
    rule = load_declared(folder)
    ours = folder.parent / "kit"
    shutil.copytree(shared_folder(), ours)
    change(ours / "chat" / "stray.bsh.j2", "{{ begin(", "{{ beginn(")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("generator.declared.assemble.shared_folder", lambda: ours)
        message = r'^kit/chat/stray\.bsh\.j2:2: there is no "beginn" here; did you mean begin'
        with pytest.raises(GeneratorError, match=message) as caught:
            assemble_declared(rule)
    assert caught.value.exit_code == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("expressions/losses.bsh.j2", "Blk_Lost", "Blk_Loss", "property Blk_Loss is used, but not"),
        ("images/sea.svg.j2", "</svg>", "", "images/blk_sea_[a-z]+.svg: line [0-9]+"),
    ],
)
def test_the_checks_serve_it(folder: Path, file: str, old: str, new: str, message: str) -> None:
    change(folder / file, old, new)
    with pytest.raises(InputError, match=message) as caught:
        build_declared(folder, folder.parent / "out", environment={})
    assert str(caught.value).startswith(f"{folder}: what it gives cannot be played; ")
    assert not (folder.parent / "out").exists()
