from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.errors import InputError
from generator.release.state import require_clean
from tests.release.tree import commit, git


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    (tree / "generator").mkdir(parents=True)
    (tree / "generator" / "__init__.py").write_text("")
    (tree / "generator" / "play.py").write_text("")
    (tree / "README.md").write_text("Read me.\n")
    git(tree, "init", "--quiet")
    commit(tree)
    return tree


def refusal(tree: Path, *given: Path) -> str:
    with pytest.raises(InputError) as caught:
        require_clean(tree / "generator", {path.resolve() for path in given})
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_as_committed(tree: Path) -> None:
    require_clean(tree / "generator", ())


def test_a_change_is_named_with_what_mends_it(tree: Path) -> None:
    (tree / "README.md").write_text("Read me again.\n")
    found = refusal(tree)
    assert found.startswith(f"{tree.resolve()}: is not as committed: README.md; ")
    assert "git commit" in found
    commit(tree)
    require_clean(tree / "generator", ())


def test_a_new_file_counts_where_the_generator_reads(tree: Path) -> None:
    (tree / "CoV.vmod").write_text("")
    (tree / "notes.txt").write_text("")
    require_clean(tree / "generator", ())
    (tree / "templates").mkdir()
    (tree / "templates" / "pt.toml").write_text("")
    assert "templates/pt.toml" in refusal(tree)


def test_what_is_given_may_differ(tree: Path) -> None:
    errata = tree / "errata.toml"
    errata.write_text("a = 1\n")
    commit(tree)
    errata.write_text("a = 2\n")
    assert "errata.toml" in refusal(tree)
    require_clean(tree / "generator", {errata.resolve()})


def test_moved_removed_and_many(tree: Path) -> None:
    git(tree, "mv", "generator/play.py", "generator/played.py")
    (tree / "README.md").unlink()
    for number in range(3):
        (tree / "generator" / f"new {number}.py").write_text("")
    found = refusal(tree)
    assert "README.md, generator/played.py, generator/new 0.py and 2 more;" in found


def test_the_tree_of_a_hook_is_not_asked(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    require_clean(tree / "generator", ())


def test_a_generator_that_git_does_not_keep(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree / "generator", tmp_path / "installed")
    require_clean(tmp_path / "installed", ())
    shutil.copytree(tree / "generator", tree / "venv" / "generator")
    require_clean(tree / "venv" / "generator", ())


def test_git_cannot_tell(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / ".git" / "HEAD").write_text("broken\n")
    assert "git: not a git repository" in refusal(tree)
    monkeypatch.setenv("PATH", "/nowhere")
    assert "git: is not installed" in refusal(tree)
