from __future__ import annotations

import datetime as dt
import tomllib

import pytest

from generator.errors import GeneratorError
from generator.release.bump import raised
from generator.rules.load import SHIPPED

DATE = dt.date(2027, 3, 1)
TEXTS = {
    "nothing of it": (
        "# Errata\n[success]\nmargin = 4   # was 5",
        '# Errata\n[success]\nmargin = 4   # was 5\n\n[release]\nversion = "1.0.1"\n'
        "date = 2027-03-01\n",
    ),
    "a dotted key": (
        "success.margin = 4\n",
        'success.margin = 4\n\n[release]\nversion = "1.0.1"\ndate = 2027-03-01\n',
    ),
    "both": (
        "[release]\nversion='1.0.0'   # shown\ndate =2026-12-01 # grows\n\n[success]\nmargin=4\n",
        '[release]\nversion="1.0.1"   # shown\ndate =2027-03-01 # grows\n\n[success]\nmargin=4\n',
    ),
    "one of them, dotted": (
        "release.version = '1'\n# next\nsuccess.margin = 4\n",
        'release.version = "1.0.1"\nrelease.date = 2027-03-01\n# next\nsuccess.margin = 4\n',
    ),
    "an inline table": (
        "release = { version = '1.0' } # here\n",
        'release = { version = "1.0.1", date = 2027-03-01} # here\n',
    ),
    "another key of the table": (
        '[release]\ntitle = "Peace"\n',
        '[release]\ntitle = "Peace"\nversion = "1.0.1"\ndate = 2027-03-01\n',
    ),
}


@pytest.mark.parametrize(("text", "wanted"), TEXTS.values(), ids=TEXTS)
def test_all_else_stays(text: str, wanted: str) -> None:
    assert raised(text.encode(), "1.0.1", DATE).decode() == wanted
    again = raised(wanted.encode(), "1.0.1", DATE)
    assert again.decode() == wanted


def test_line_ends_and_byte_order_mark_stay() -> None:
    mark = b"\xef\xbb\xbf"
    text = mark + b"# \xc3\xa9\r\n[release]\r\nversion = '1'\r\ndate = 2026-01-01\r\n"
    wanted = mark + b'# \xc3\xa9\r\n[release]\r\nversion = "1.0.1"\r\ndate = 2027-03-01\r\n'
    assert raised(text, "1.0.1", DATE) == wanted
    assert raised(b"a = 1\r\n", "1.0.1", DATE).count(b"\r\n") == 5


def test_the_shipped_rule_changes_in_two_lines() -> None:
    before = SHIPPED.read_text("utf-8")
    after = raised(before.encode(), "9.9.9", DATE).decode()
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    assert [new.split("#")[0].strip() for old, new in pairs if old != new] == [
        'version = "9.9.9"',
        "date = 2027-03-01",
    ]
    assert tomllib.loads(after)["release"]["version"] == "9.9.9"


def test_a_text_that_cannot_be_changed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.release.bump._edited", lambda text, values: text)
    with pytest.raises(GeneratorError, match=r"write a table \[release\]"):
        raised(b"a = 1\n", "1.0.1", DATE)
