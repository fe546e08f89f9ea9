"""Names and numbers of a rule that would not do what they say: each is one line, with its place."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from generator.cli import main
from generator.declared import model
from generator.declared.assemble import assemble_declared
from generator.declared.load import load_declared
from generator.vassal.components import DoActionButton, GlobalProperty
from tests.second_rule.test_build import RULE, change, folder

__all__ = ["folder"]

SAYS = 'paragraph = "97.4"\nsteps = [{ say = "record" }]\n'

FAULTS = {
    "command in another case": (
        "[commands.Record]",
        f"[commands.reSail]\n{SAYS}[commands.Resail]\n{SAYS}[commands.Record]",
        'commands.Resail: "Resail" and "reSail" differ in case only; rename one',
    ),
    "command of an input": (
        "[commands.Record]",
        "[commands.setsea_baltic]",
        'inputs.Sea: "SetSea_Baltic" and "setsea_baltic" differ in case only',
    ),
    "command of every rule": (
        "[commands.Record]",
        f"[commands.sheet]\n{SAYS}[commands.Record]",
        'commands.sheet: "sheet" and "Sheet" differ in case only; rename one',
    ),
    "same texts": (
        "[commands.Record]",
        f"[commands.take_back]\n{SAYS}[commands.Record]",
        'commands.take_back: "take_back" and "TakeBack" have the same texts; rename one',
    ),
    "property in another case": (
        "[inputs.Sea]",
        'tension = { about = "x" }\n[inputs.Sea]',
        'properties.tension: "tension" and "Tension" differ in case only',
    ),
    "property of every rule": (
        "[inputs.Sea]",
        'Act = { about = "x" }\n[inputs.Sea]',
        'properties.Act: "Act" is a property already, of every rule; rename one',
    ),
    "property of an input": (
        "[inputs.Sea]",
        'AskSea = { about = "x" }\n[inputs.Sea]',
        'inputs.Sea: "AskSea" is a property already, of properties.AskSea',
    ),
    "key of clears": (
        "[clears]",
        '[clears]\nRound = ["Lost"]',
        'clears.round: "round" and "Round" differ in case only',
    ),
    "choice": (
        "least = 0\nmost = 3",
        'choices = ["None", "baltic"]',
        'inputs.Escorts.choices[2]: "baltic" and "Baltic" differ in case only; write both',
    ),
    "layer": ('name = "sea"', 'name = "Stage"', 'sheet.layers[2].name: "Stage" and "stage" diff'),
    "id of 15.6": (
        'id = "blk"\nprefix = "Blk_"',
        'id = "cop"\nprefix = "CoP_"',
        'identity.id: "cop" is that of rule 15.6; give another',
    ),
    "file of 15.6": (
        "Blockade.vmdx",
        "congress_of_peace.vmdx",
        'identity.file: "congress_of_peace.vmdx" is that of rule 15.6; give another',
    ),
    "title of 15.6": (
        'title = "Blockade"',
        'title = "Congress of peace"',
        'release.title: "Congress of peace" is that of rule 15.6',
    ),
    "device": ("Blockade.vmdx", "Con.vmdx", 'identity.file: "Con.vmdx" is a device of Windows'),
    "no id": ('id = "blk"', 'id = ""', 'identity.id: is ""; must be lower-case letters'),
    "no such input": ("[inputs.Sea]", "[inputs.See]", 'inputs.See: "See" is no property'),
    "calculate": (
        '{ calculate = { Pursuit = "pursuit"',
        '{ calculate = { pursuit = "pursuit"',
        'commands.Pursue.steps[3].calculate.pursuit: "pursuit" is no property; did you mean '
        "Pursuit? (there are: Phase, Sea",
    ),
    "copy": (
        '= "WasLost",',
        '= "WsLost",',
        'copy.Lost: "WsLost" is no property; did you mean WasL',
    ),
    "set": (
        'Escorts = "0" }',
        "Escorts = 0 }",
        'set.Escorts: is 0; must be a text, in quotes: "0"',
    ),
    "needs": (
        'needs = "in_port"\nchoices',
        'needs = "in_prot"\nchoices',
        'inputs.Sea.needs: "in_prot": there is no requirements/in_prot.bsh.j2; write it, or '
        "mend the name; did you mean in_port? (there are: chased, escorts, in_port, round,",
    ),
    "kept": ('kept = ["sailed"]', 'kept = ["saild"]', 'commands.Sail.kept[1]: "saild": there'),
    "say": ('say = "pursued"', 'say = "prsued"', 'commands.Pursue.steps[5].say: "prsued": there'),
    "mirrors": ('"no_round", ab', '"norond", ab', 'properties.NoRound.mirrors: "norond": the'),
    "calculation": (
        'Lost = "lost"',
        'Lost = "los"',
        '.calculate.Lost: "los": there is no expressi',
    ),
    "image": (
        "board = {}",
        "board = {}\nboad = {}",
        'pictures.boad: "boad": there is no images/',
    ),
    "twice in the menu": (
        'command = "Record"',
        'command = "Reset"',
        ': menu[10].command: "Reset" is in the menu already',
    ),
    "upside down": (
        "least = 0\nmost = 3",
        "least = 9\nmost = 0",
        "inputs.Escorts.most: is 0, and least is 9; must be more than least",
    ),
    "too much": (
        "most = 3",
        "most = 99999999999999",
        "inputs.Escorts.most: is 99999999999999; all",
    ),
    "no choice, no number": (
        "least = 0\nmost = 3\n",
        "",
        "inputs.Escorts.choices: is missing; give",
    ),
    "both": ('["Baltic",', '["a"]\nmost = 2\n#', "inputs.Sea.choices: is there beside least and"),
    "no step": ('[{ say = "record" }]', "[]", "commands.Record.steps: is an empty list; give"),
    "width": ("width = 440", "width = 0", "sheet.width: is 0; allowed: 1 to 4000 pixels"),
    "height": ("height = 260", "height = 2000000", "sheet.height: is 2000000; allowed: 1 to 4000"),
    "slot": ("palette = 2", "palette = -2", "sheet.slots: must be at_start and palette, with two"),
    "size": ("size = 16", "size = 0", "sheet.labels[1].size: is 0; allowed: 4 to 100"),
    "flat": (
        "[20, 142, 94, 34]",
        "[20, 142, 94, -4]",
        "spots[9].box: is 94 wide and -4 high; each",
    ),
    "beside": (
        "[326, 142, 94, 34]",
        "[326, 142, 940, 34]",
        "sheet.spots[12].box: lies at 326 to 1266 across, 142 to 176 down; the sheet is 440 by 260",
    ),
    "label beside": (
        "at = [380, 222]",
        "at = [380, 322]",
        "labels[9].at: is [380, 322], outside the",
    ),
    "label nowhere": (
        "at = [380, 222]",
        "at = [380]",
        "labels[9].at: holds 1 numbers; must be 2: th",
    ),
}


def test_the_file_explains_each_key_that_there_is() -> None:
    """The guide leads there."""
    comments = re.findall("^#.*", (RULE / "rule.toml").read_text("utf-8"), re.MULTILINE)
    words = set(re.findall(r"[a-z_]+", " ".join(comments)))
    tables = (
        each
        for each in vars(model).values()
        if is_dataclass(each) and each.__module__ == model.__name__
    )
    keys = {key.name for each in tables for key in fields(each)}
    assert len(keys) > 40
    assert keys - words == {"folder", "identity", "commands"}


@pytest.mark.parametrize("name", FAULTS)
def test_each_is_one_line_with_its_place(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, message = FAULTS[name]
    change(folder / "rule.toml", old, new)
    out = folder.parent / "out"
    assert main(["build", "--declared", str(folder), "--output", str(out)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"generator: {folder / 'rule.toml'}:")
    assert message in said
    found = re.search(r":([0-9]+): ([^ ]+): ", said)
    assert found
    line = (folder / "rule.toml").read_text("utf-8").split("\n")[int(found[1]) - 1]
    *_, table, key = re.sub(r"\[[0-9]+\]", "", found[2]).split(".")
    assert (table if "is missing" in said else key) in line
    assert said.count("\n") == 1
    assert not out.exists()


def test_nothing_to_fire_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "rule.toml").read_text("utf-8").split("\n[clears]\n")
    rest = text[1].partition("\n[commands.Sail]\n")
    (folder / "rule.toml").write_text(f"{text[0]}{rest[1]}{rest[2]}", "utf-8")
    assert main(["build", "--declared", str(folder)]) == 2
    assert 'steps[3].fire: "round" is no key of [clears]; there is none' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("[clears]\n", '[clears]\ngo = ["Lost"]\n', "blk.clear.go"),
        ("[clears]\n", '[clears]\njudge = ["Lost"]\n', "blk.clear.judge"),
    ],
)
def test_an_inner_key_that_two_names_make_is_refused(
    folder: Path, old: str, new: str, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder / "rule.toml", old, new)
    assemble_declared(load_declared(folder))
    change(folder / "rule.toml", "[commands.Record]", "[commands.Clear]")
    text = (folder / "rule.toml").read_text("utf-8")
    (folder / "rule.toml").write_text(text.replace('command = "Record"', 'command = "Clear"'))
    for line in (folder / "texts").iterdir():
        line.write_text(line.read_text("utf-8").replace("record = ", "clear = "), "utf-8")
    for chat in (folder / "chat").glob("record*"):
        chat.write_text(chat.read_text("utf-8").replace("chat.record", "chat.clear"), "utf-8")
    out = folder.parent / "out"
    assert main(["build", "--declared", str(folder), "--output", str(out)]) == 2
    assert f'stand for one inner key, "{key}"' in capsys.readouterr().err
    assert not out.exists()


def test_every_key_of_the_rule_as_it_is_is_one_things() -> None:
    keys: list[str] = []
    for each in assemble_declared(load_declared(RULE)).components:
        if isinstance(each, DoActionButton) and each.key:
            keys.append(each.key)
        elif isinstance(each, GlobalProperty):
            keys += {button.key for button in each.buttons}
    alike = {key for key in keys if keys.count(key) > 1}
    assert len(keys) > 150
    assert alike == {"blk.clear.record", "blk.clear.round", "blk.refresh"}
