"""``generator docs``: the help as pages of their own, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from lxml import etree

from generator.cli import main
from generator.extension.assemble import assemble
from generator.help.docs import render_docs
from generator.help.page import SECTIONS, help_page
from generator.help.words import prose
from generator.rules import load_rules
from generator.texts import load_texts
from tests.interface import LANGUAGES

VOID = {"meta"}


class Page(HTMLParser):
    """Reads a page, and sees that every tag is closed in its turn."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.attributes.append((tag, name, value or ""))
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if not {"nav", "head"} & set(self.open):
            self.words += data.split()


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "new" / "docs"
    assert main(["docs", "--output", str(folder)]) == 0
    return folder


def pages(folder: Path) -> Iterator[tuple[Path, str, Page]]:
    for path in sorted(folder.rglob("*.html")):
        source = path.read_text("utf-8")
        yield path, source, Page(source)


def test_what_is_written(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [path.relative_to(docs).as_posix() for path in docs.rglob("*") if path.is_file()]
    assert sorted(files) == [*(f"{each}/index.html" for each in LANGUAGES), "index.html"]
    before = {path: path.read_bytes() for path, _, _ in pages(docs)}
    assert main(["docs", "--output", str(docs)]) == 0
    assert {path: path.read_bytes() for path, _, _ in pages(docs)} == before
    said = capsys.readouterr().out.splitlines()
    assert sorted(line.split(maxsplit=1)[1] for line in said) == sorted(map(str, before))


def test_well_formed(docs: Path) -> None:
    for path, source, page in pages(docs):
        assert page.faults == page.open == [], path
        assert source.startswith("<!DOCTYPE html>\n<html lang=")
        assert len(page.ids) == len(set(page.ids))


def test_links_lead_somewhere(docs: Path) -> None:
    root = Page((docs / "index.html").read_text("utf-8"))
    assert root.links == [f"{each}/index.html" for each in LANGUAGES]
    for path, _, page in pages(docs):
        for link in page.links:
            if link.startswith("#"):
                assert link[1:] in page.ids, path
            else:
                assert (path.parent / link).is_file(), (path, link)
    for language in LANGUAGES:
        page = Page((docs / language / "index.html").read_text("utf-8"))
        assert set(SECTIONS) <= set(page.ids)
        others = [link for link in page.links if not link.startswith("#")]
        assert others == [f"../{each}/index.html" for each in LANGUAGES if each != language]


def test_nothing_is_asked_from_outside(docs: Path) -> None:
    for path, source, page in pages(docs):
        assert not re.search(r"https?:|//\w|url\(|@import|<script|<link|<img|<iframe", source), path
        assert {name for _, name, _ in page.attributes} & {
            "src",
            "srcset",
            "data",
            "onclick",
        } == set()


def test_narrow_and_dark(docs: Path) -> None:
    for _, source, page in pages(docs):
        assert ("meta", "content", "width=device-width, initial-scale=1") in page.attributes
        assert "@media (prefers-color-scheme: dark)" in source
        tables = source.count("<table>")
        assert source.count('<div class="wide"><table>') == tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_text_as_inside_vassal(docs: Path, language: str) -> None:
    inside = etree.fromstring(help_page(assemble(load_rules(), None, load_texts(language))))
    body = inside.find("body")
    assert body is not None
    (contents,) = body.findall("./p[1]")
    body.remove(contents)
    page = Page((docs / language / "index.html").read_text("utf-8"))
    assert page.words == " ".join(map(str, body.itertext())).split()
    assert len(page.words) > 1500
    assert ("html", "lang", language) in page.attributes


def test_errata_change_them(tmp_path: Path) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text("[fiasco]\nlimit = 431\n", "utf-8")
    assert main(["docs", "--rules", str(errata), "--output", str(tmp_path / "docs")]) == 0
    for language in LANGUAGES:
        assert "431" in (tmp_path / "docs" / language / "index.html").read_text("utf-8")
    assert "431" not in "".join(render_docs(load_rules()).values())


def test_each_is_named_in_its_own_language(docs: Path) -> None:
    root = (docs / "index.html").read_text("utf-8")
    for language in LANGUAGES:
        name = prose(language).plain("web.language")
        title = load_texts(language).name("Congress of Peace")
        assert f"{name}: {title} (15.6)" in root


@pytest.mark.parametrize(
    "arguments",
    [
        ["docs", "--output", "file.txt"],
        ["docs", "--output", "file.txt/docs"],
        ["docs", "--output", ""],
        ["docs", "--rules", "nowhere.toml"],
        ["docs", "--rules", "file.txt"],
    ],
)
def test_bad_input(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file.txt").write_text("kept", "utf-8")
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    assert code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("generator: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]
    assert Path("file.txt").read_text("utf-8") == "kept"
