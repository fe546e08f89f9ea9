"""Renders an extension's build file, metadata, images and help pages from ``templates/``."""

from __future__ import annotations

from generator.binding.text import binding_text
from generator.buildfile.rule_text import rule_text
from generator.errors import GeneratorError
from generator.extension.assemble import Extension
from generator.extension.lettering import fitted
from generator.extension.pictures import POWER_COLORS, STATIONS
from generator.extension.sheet import BUTTONS, LAYOUT, places_of, tools
from generator.help.page import help_page
from generator.templating import render_markup
from generator.vassal.keys import key_list, named_key
from generator.vassal.sequence import encode

BINDING_ENTRY = "cop_binding.toml"
"""Entry of a bound extension that holds its binding; the engine does not look at it."""

RULE_ENTRY = "cop_rule.toml"
"""Entry that holds the rule as it was built, for ``generator diff``; likewise."""


def render_files(extension: Extension, *, saved: int) -> dict[str, bytes]:
    """Render every entry of the .vmdx, by entry name.

    Args:
        extension: what to write.
        saved: when it was made, in milliseconds since 1970 (``dateSaved``).

    Raises:
        GeneratorError: a template is missing or faulty.
    """
    rules = extension.rules
    context = {
        "rules": rules,
        "texts": extension.texts,
        "extension": extension,
        "binding": extension.binding,
        "description": f"{rules.release.title}, rule {rules.release.rule} of {rules.release.game}",
        "saved": saved,
        "layout": LAYOUT,
        "colors": POWER_COLORS,
        "stations": STATIONS,
        "buttons": places_of(BUTTONS, LAYOUT.buttons),
        "tools": places_of(tools(reads_vp=extension.binding is not None), LAYOUT.tools),
        "fitted": fitted,
        "named_key": named_key,
        "key_list": key_list,
        "text_list": lambda items: encode(items, ","),
    }
    files = {
        "buildFile.xml": render_markup("buildFile.xml.j2", **context),
        "extensiondata": render_markup("extensiondata.j2", **context),
    }
    for image in extension.images:
        files[f"images/{image.name}"] = render_markup(
            f"images/{image.template}", **context, **image.values
        )
    for page in extension.help_pages:
        files[f"help/{page}"] = help_page(extension)
    files[RULE_ENTRY] = rule_text(rules)
    if extension.binding is not None:
        bound = extension.binding
        files[BINDING_ENTRY] = binding_text(
            bound.module, bound.version, bound.powers, {}, bound.keys
        )
    return {name: _bytes(name, text) for name, text in files.items()}


def _bytes(name: str, text: str) -> bytes:
    try:
        return (text.strip() + "\n").encode("utf-8")
    except UnicodeEncodeError as error:
        raise GeneratorError(f"{name}: cannot be written as UTF-8: {error.reason}") from error
