from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.errors import InputError
from generator.host.archive import open_archive
from generator.host.parse import parse

from .builder import write_zip

LIMIT = 64 * 1024 * 1024


class Heard:
    def __init__(self) -> None:
        self.found: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.found.append(f"<{tag} {dict(attributes)}>" if attributes else f"<{tag}>")

    def end(self, tag: str) -> None:
        self.found.append(f"</{tag}>")

    def data(self, text: str) -> None:
        self.found.append(text)


def parsed(content: bytes, tmp_path: Path) -> str:
    handler = Heard()
    with open_archive(write_zip(tmp_path / "module.vmod", {"buildFile.xml": content})) as found:
        parse(found, "buildFile.xml", LIMIT, handler)
    return "".join(handler.found)


def refused(content: bytes, tmp_path: Path) -> str:
    with pytest.raises(InputError) as caught:
        parsed(content, tmp_path)
    message = str(caught.value)
    assert "\n" not in message
    start = f"{tmp_path / 'module.vmod'}: buildFile.xml: "
    assert message.startswith(start)
    return message.removeprefix(start)


TEXT = '<a n="Ö & \'">é→</a>'.replace("&", "&amp;")
WANTED = "<a {'n': \"Ö & '\"}>é→</a>"


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        b'<?xml version="1.0" encoding="UTF-8"?>\r\n' + TEXT.encode(),
        TEXT.encode("utf-16"),
        f'<?xml version="1.0" encoding="UTF-16"?>{TEXT}'.encode("utf-16"),
        f'<?xml version="1.0" encoding="UTF-16LE"?>{TEXT}'.encode("utf-16-le"),
        '<?xml version="1.0" encoding="ISO-8859-1"?><a n="Ö &amp; \'">é&#8594;</a>'.encode(
            "latin-1"
        ),
        '<?xml version="1.0" encoding="windows-1252"?><a n="Ö &amp; \'">é&#8594;</a>'.encode(
            "cp1252"
        ),
    ],
)
def test_encodings(content: bytes, tmp_path: Path) -> None:
    assert parsed(content, tmp_path) == WANTED


def test_predefined_entities(tmp_path: Path) -> None:
    content = b"<a b='&lt;&gt;&amp;&quot;&apos;&#233;'>&lt;&gt;&amp;&quot;&apos;&#xe9;</a>"
    assert parsed(content, tmp_path) == "<a {'b': '<>&\"\\'\u00e9'}><>&\"'\u00e9</a>"


def test_line_ends_are_one_character(tmp_path: Path) -> None:
    assert parsed(b"<a>1\r\n2\r3</a>", tmp_path) == "<a>1\n2\n3</a>"


def test_comments_and_instructions_are_passed_over(tmp_path: Path) -> None:
    content = b"<?stop now?><!-- <b/> --><a><!-- c --><![CDATA[<d>]]></a><!-- e -->"
    assert parsed(content, tmp_path) == "<a><d></a>"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", ""),
        (b"   ", "line 1"),
        (b"text", "line 1, column 1"),
        (b"<a>\n<b>\n</a>", "line 3, column 5"),
        (b"<a", "line 1, column 3"),
        (b"<a>", "line 1, column 4"),
        (b"<a></a><b/>", "line 1, column 8"),
        (b"<a>&nothing;</a>", "line 1, column 13"),
        (b"<a b='1' b='2'/>", "line 1"),
        (b"<a>\n\xff\xfe</a>", "line 2"),
        (b'<?xml version="1.0" encoding="UTF-8"?>\n<a>\xe9</a>', "line 2"),
        (b'<?xml version="1.0" encoding="nonsense"?><a/>', ""),
        (b"<a>\x00</a>", "line 1"),
        (b"<a>&#0;</a>", "line 1"),
        (b"\xff\xfe<a/>", ""),
    ],
)
def test_malformed(content: bytes, place: str, tmp_path: Path) -> None:
    message = refused(content, tmp_path)
    assert message.startswith(place)
    assert message.count("line ") <= 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<a>\n<b></c></a>", "line 2: </c> ends <b> of line 2"),
        ("<a><b>", "line 1: it ends within <b> of line 1"),
        ('<a n="x & y"/>', 'line 1: a bare & stands there (write "&amp;")'),
        ("<a>Q&A n</a>", 'line 1: a bare & stands there (write "&amp;")'),
        ('<a n="x<y"/>', 'line 1: a bare < stands there (write "&lt;")'),
        ("<a>2 < 3</a>", 'line 1: a bare < stands there (write "&lt;")'),
        ("<a>&foo;</a>", 'line 1: XML knows no &foo; (for a bare & write "&amp;")'),
        ("<a n/>", "line 1: attribute n has no value"),
        ("<a n=1/>", "line 1: an attribute's value has no quotes around it"),
        ("<a n='1' n='2'/>", "line 1: attribute n stands twice in one tag"),
        ("<a n='1'm='2'/>", "line 1: a blank is missing between two attributes"),
        ("<a><b n='x", "line 1: an attribute's value does not end"),
        ("<a><b", "line 1: a tag does not end"),
        ("<a/><b/>", "line 1: something follows after the end of the first element"),
        ("<a>\x01</a>", "line 1: a character that XML does not allow"),
        ("\n<?xml version='1.0'?><a/>", "line 2: <?xml ...?> does not stand at the very"),
        ("hello", "line 1: no XML begins there"),
        ("", "line 1: is empty"),
        ("<a>]]></a>", "line 1: is not well-formed XML"),
    ],
)
def test_malformed_is_said_in_words_for_people(content: str, told: str, tmp_path: Path) -> None:
    message = re.sub(", column [0-9]+", "", refused(content.encode(), tmp_path), count=1)
    assert message.startswith(told)
    assert message.endswith("; get the file anew, or mend it there in a text editor")


def test_late_fault_has_its_line(tmp_path: Path) -> None:
    content = b"<a>\n" + b"<b/>\n" * 200_000 + b"</c>"
    assert refused(content, tmp_path).startswith("line 200002, column 5: ")


EXPANDING = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))


@pytest.mark.parametrize(
    "content",
    [
        f"<!DOCTYPE a [{EXPANDING}]><a>&l9;</a>",
        f"<!DOCTYPE a [{EXPANDING}]><a b='&l9;'/>",
        "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
        "<!DOCTYPE a SYSTEM 'http://127.0.0.1:9/a.dtd'><a/>",
        "<!DOCTYPE a PUBLIC 'x' 'file:///etc/passwd'><a/>",
        "<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/passwd'>%x;]><a/>",
        "<!DOCTYPE a><a/>",
        "<!-- first --><!DOCTYPE a [<!ATTLIST a b CDATA 'given'>]><a/>",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_dtd_is_refused(content: str, encoding: str, tmp_path: Path) -> None:
    started = time.monotonic()
    assert refused(content.encode(encoding), tmp_path).startswith("has a DTD (<!DOCTYPE a>)")
    assert time.monotonic() - started < 30  # not a measure: an expanded one would never end


def test_unknown_entity_is_not_dropped(tmp_path: Path) -> None:
    assert "nothing" in refused(b"<a b='&nothing;'/>", tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"<a>" * 100_000,
        b"<a b='" + b"x" * 20_000_000 + b"'/>",
        b"<" + b"a" * 1_000_000 + b"/>",
    ],
)
def test_what_libxml2_bounds(content: bytes, tmp_path: Path) -> None:
    assert refused(content, tmp_path)


def test_too_large(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "module.vmod", {"buildFile.xml": b"<a>" + b" " * 5000 + b"</a>"})
    with open_archive(path) as found, pytest.raises(InputError, match="is larger than"):
        parse(found, "buildFile.xml", 4000, Heard())
