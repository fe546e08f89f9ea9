"""Renders an extension's build file, metadata and images from templates."""

from __future__ import annotations

from generator.errors import GeneratorError
from generator.kit.extension import Extension
from generator.vassal.keys import key_list, named_key
from generator.vassal.sequence import encode


def render_files(extension: Extension, *, saved: int) -> dict[str, bytes]:
    """Render every entry of the .vmdx, by entry name.

    Args:
        extension: what to write.
        saved: when it was made, in milliseconds since 1970 (``dateSaved``).

    Raises:
        GeneratorError: a template is missing or faulty.
    """
    context = {
        "extension": extension,
        "saved": saved,
        "named_key": named_key,
        "key_list": key_list,
        "text_list": lambda items: encode(items, ","),
    }
    render = extension.templates.markup
    files = {
        "buildFile.xml": render("buildFile.xml.j2", context),
        "extensiondata": render("extensiondata.j2", context),
    }
    for image in extension.images:
        values = {**extension.drawn_with, **image.values}
        files[f"images/{image.name}"] = render(f"images/{image.template}", values)
    files |= extension.entries
    return {name: _bytes(name, text) for name, text in files.items()}


def _bytes(name: str, text: str) -> bytes:
    try:
        return (text.strip() + "\n").encode("utf-8")
    except UnicodeEncodeError as error:
        raise GeneratorError(f"{name}: cannot be written as UTF-8: {error.reason}") from error
