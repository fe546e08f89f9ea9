from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.binding.model import (
    Binding,
    Marker,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    Track,
)
from generator.errors import GeneratorError, InputError
from generator.extension.assemble import assemble
from generator.extension.names import keyboard_commands, public_names
from generator.extension.windows import gpid_numbers, menu
from generator.help.page import help_page
from generator.kit.host import Host
from generator.rules import load_rules
from generator.templating import Templates, shipped, template_folder
from generator.texts import load_texts
from generator.vassal.components import DoActionButton, GlobalProperty, MapWindow
from tests.interface import CLICKS, COMMANDS, PROPERTIES


def test_public_properties_are_the_interface() -> None:
    rules = load_rules()
    wanted = set(PROPERTIES)
    assert set(public_names(rules)) == wanted
    defined = {
        each.name: each.initial
        for each in assemble(rules).components
        if isinstance(each, GlobalProperty)
    }
    assert wanted <= defined.keys()
    started = {name: value for name, value in defined.items() if name in wanted and value}
    assert started == {f"CoP_VP_{power}": "0" for power in rules.powers} | {
        "CoP_Metternich": "false",
        "CoP_Phase": "idle",
    }


def test_every_command_has_its_key_and_its_button() -> None:
    actions = [
        each for each in assemble(load_rules()).components if isinstance(each, DoActionButton)
    ]
    assert {each.key for each in actions if each.key.startswith("CoP_")} == {*COMMANDS, *CLICKS}
    assert {key for each in actions if each.text for key in each.keys} == set(COMMANDS)
    assert all(not each.gate for each in actions if each.key), "a greyed key would say nothing"


def test_every_entry_of_a_bound_menu_can_have_a_key() -> None:
    rules = load_rules()
    entries = menu(rules, load_texts(), reads_vp=True)
    fired = {key for each in entries if isinstance(each, DoActionButton) for key in each.keys}
    assert {*keyboard_commands(rules.powers)} == fired | {"CoP_Sheet"}


def test_a_bound_build_has_one_command_more() -> None:
    rules = load_rules()
    marker = Marker("Map", name="VP")
    write = PropertyWrite("VP", marker, "send")
    bound = {power: PowerBinding(PropertyRead("VP", Track(0, 80)), write) for power in rules.powers}
    host = Host(Binding("b", "Module", "1", bound), {"VP": "Path:VP"}, "3.7.4")
    found = assemble(rules, host)
    actions = [each for each in found.components if isinstance(each, DoActionButton)]
    keys = {each.key for each in actions if each.key.startswith("CoP_")}
    assert keys == {*COMMANDS, *CLICKS, "CoP_ReadVP"}
    assert {key for each in actions if each.text for key in each.keys} == keys - {*CLICKS}
    assert found.vassal_version == "3.7.4"
    names = {each.name for each in found.components if isinstance(each, GlobalProperty)}
    universal = {
        each.name for each in assemble(rules).components if isinstance(each, GlobalProperty)
    }
    assert universal < names


def test_no_rule_constant_in_templates() -> None:
    """Digits in a template are array positions and the like, never the rule's numbers."""
    allowed = {"0", "1", "2", "3"}
    for path in sorted(template_folder().rglob("*.bsh.j2")):
        code = re.sub(r"\{#.*?#\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        code = re.sub(r'"(1111|112|121|211|13|31|22|4)"', "", code)
        code = re.sub(r"step_of\(rules\.\w+\.paragraph, [1-4]\)", "", code)
        assert set(re.findall(r"(?<![\w#])\d+(?!\w)", code)) <= allowed, path.name


def test_every_template_is_used() -> None:
    rules = "\n".join(
        path.read_text("utf-8")
        for path in Path(template_folder().parent, "generator").rglob("*.py")
    )
    includes = "\n".join(path.read_text("utf-8") for path in template_folder().rglob("*.j2"))
    for path in template_folder().rglob("*.bsh.j2"):
        name = path.name.removesuffix(".bsh.j2")
        snake = re.compile(rf'"{re.escape(name)}"|/{re.escape(name)}\.bsh|gate_|_reason"?$')
        camel = "".join(part.capitalize() for part in name.split("_"))
        assert (
            snake.search(rules)
            or f'"{camel}"' in rules
            or f"{name}.bsh.j2" in includes
            or name.startswith("gate_")
            or name.endswith("_reason")
        ), name


def test_errata_reach_expressions_and_help(tmp_path: Path) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text("[fiasco]\nlimit = 11\n[winds]\nsides = 8\n", "utf-8")
    rules = load_rules(errata)
    values = [
        button.changer
        for each in assemble(rules).components
        if isinstance(each, GlobalProperty)
        for button in each.buttons
    ]
    assert any("CoP_Gap>11" in value for value in values)
    assert not any("CoP_Gap>15" in value for value in values)
    assert any("Random(8)" in value for value in values)
    page = help_page(assemble(rules))
    assert "If that is more than 11, the congress is a fiasco" in page
    assert "with a d8:" in page


def test_sheet_s_map_keeps_its_name_whatever_the_title_is() -> None:
    """Saved games know it by that."""
    rules = load_rules()
    other = replace(rules, release=replace(rules.release, title="Congress of Concord"))
    for each in (rules, other):
        (sheet,) = (part for part in assemble(each).components if isinstance(part, MapWindow))
        assert sheet.name == "Congress of Peace"


def test_gpids_never_change() -> None:
    """A released number stays with its piece for good; new pieces are added here."""
    released = {"sheet_at_start": 1, "sheet_palette": 2, "issue_marker": 3, "metternich": 4}
    numbers, free = gpid_numbers()
    assert released.items() <= numbers.items()
    assert sorted(set(numbers.values())) == sorted(numbers.values())
    assert free > max(numbers.values())


@pytest.mark.parametrize("name", ["expressions/nowhere", "expressions/die"])
def test_template_errors_are_one_line(name: str) -> None:
    with pytest.raises(GeneratorError) as caught:
        shipped().expression(name, {})
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(1", ") is missing for a ( before, at the mark | in: (1|"),
        ("{# nothing #}", "is empty"),
        ('1 ? "a"', 'a ? has no : after it, at the mark | in: 1 ? "a"|'),
    ],
)
def test_template_that_renders_to_no_expression(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "expressions").mkdir()
    path = tmp_path / "expressions" / "oops.bsh.j2"
    path.write_text(text)
    for given, error, place in (
        (None, GeneratorError, f"{tmp_path.name}/expressions/oops.bsh.j2"),
        (tmp_path, InputError, f"{path}"),
    ):
        with pytest.raises(error) as caught:
            Templates(tmp_path, given=given).expression("expressions/oops", {})
        assert str(caught.value) == f"{place}: {why}; mend the template"
