"""The line of every key, however TOML lets it be written."""

from __future__ import annotations

import tomllib
from typing import Any

from generator.rules.load import SHIPPED
from generator.tomllines import item_lines, key_lines

WRITTEN = '''\
# a comment = 1

top = 1   # [not] = "a table"
"quoted key" = 2
dotted.inner . "deep" = 3
text = """
[no.table]
no_key = 1
"""
after_text = 1
list = [  # one
  1,

  2 ]
literal = \'\'\'
no_key = 2\'\'\'
[table]
key = "x" # = y
inline = { a = 1, b.c = [{ d = 2 }] }
  [ table . sub ] # a comment
  key = [[1], [2]]

[[many]]
key = 1
[[many]]
other = 2
[many.of]
it = 1979-05-27T07:32:00Z
'''


def test_keys_that_are_nested_without_end() -> None:
    deep = ".".join("a" * 5000)
    for text in (f"{deep} = 1", f"[{deep}]\nb = 1", f"[[{deep}]]", f"x = {{ {deep} = 1 }}"):
        lines = key_lines(f"top = 1\n{text}\nlast = 3\n")
        assert set(lines.values()) <= {1, 2, 3, 4}
        assert ("a",) in lines or ("x", "a") in lines


def test_every_way_to_write_a_key() -> None:
    assert {".".join(key): line for key, line in key_lines(WRITTEN).items()} == {
        "top": 3,
        "quoted key": 4,
        **dict.fromkeys(("dotted", "dotted.inner", "dotted.inner.deep"), 5),
        "text": 6,
        "after_text": 10,
        "list": 11,
        "literal": 15,
        "table": 17,
        "table.key": 18,
        **dict.fromkeys((f"table.inline{key}" for key in ("", ".a", ".b", ".b.c", ".b.c.d")), 19),
        "table.sub": 20,
        "table.sub.key": 21,
        "many": 23,
        "many.key": 24,
        "many.other": 26,
        "many.of": 27,
        "many.of.it": 28,
    }


ITEMS = """\
plain = 1
short = [1, { a = 2 }]
long = [ # one, two
  1, 2,

  # three
  { key = 3,  other = [4, 5] },
  [
    6,
  ], 7
]
[table]
steps = [
  { set = { A = "x", B = "]" } },
  { say = "it" } ]
[[many]]
key = 1
[[many]]
key = 2
  [many.of]
  a.b = [
    1]
[[many.parts]]
[[many.parts]]
key = 3
[[many]]
[[many.parts]]
"""


def test_items_of_lists_are_counted_from_one() -> None:
    assert item_lines(ITEMS) == {
        "plain": 1,
        **dict.fromkeys(("short", "short[1]", "short[2]", "short[2].a"), 2),
        **dict.fromkeys(("long",), 3),
        **dict.fromkeys(("long[1]", "long[2]"), 4),
        **dict.fromkeys((f"long[3]{k}" for k in ("", ".key", ".other")), 7),
        **dict.fromkeys(("long[3].other[1]", "long[3].other[2]"), 7),
        **dict.fromkeys(("long[4]", "long[4][1]", "long[5]"), 8),
        "table": 12,
        "table.steps": 13,
        **dict.fromkeys((f"table.steps[1]{k}" for k in ("", ".set", ".set.A", ".set.B")), 14),
        **dict.fromkeys((f"table.steps[2]{k}" for k in ("", ".say")), 15),
        **dict.fromkeys(("many", "many[1]"), 16),
        "many[1].key": 17,
        "many[2]": 18,
        "many[2].key": 19,
        "many[2].of": 20,
        **dict.fromkeys(("many[2].of.a", "many[2].of.a.b"), 21),
        "many[2].of.a.b[1]": 22,
        **dict.fromkeys(("many[2].parts", "many[2].parts[1]"), 23),
        "many[2].parts[2]": 24,
        "many[2].parts[2].key": 25,
        "many[3]": 26,
        **dict.fromkeys(("many[3].parts", "many[3].parts[1]"), 27),
    }


def test_every_key_of_the_shipped_rule_stands_where_it_is_said_to() -> None:
    text = SHIPPED.read_text("utf-8")
    lines = text.split("\n")

    def walk(table: dict[str, Any], prefix: tuple[str, ...] = ()) -> None:
        for key, value in table.items():
            line = lines[found[(*prefix, key)] - 1]
            if isinstance(value, dict):
                assert f"{key}" in line
                walk(value, (*prefix, key))
            else:
                assert line.startswith(f"{key} = ")

    found = key_lines(text)
    walk(tomllib.loads(text))
    for end in ("\r\n", "\n"):
        assert key_lines(text.replace("\n", end)) == found


def test_a_value_without_end_takes_no_time_without_end() -> None:
    """Thousands of lines of one value are not read thousands of times."""
    short = "first = 1\nlong = [\n" + "1,\n" * 150 + "]\nlast = 2\n"
    assert key_lines(short)[("last",)] == 154
    long = "first = 1\nlong = [\n" + "1,\n" * 100_000 + "]\nlast = 2\n"
    assert set(key_lines(long)) == {("first",)}
