"""Which engine does a module need, and does an extension say so?"""

from __future__ import annotations

from collections.abc import Iterator

from generator.host.inventory import Inventory
from generator.host.metadata import MODULE_DATA
from generator.kit.host import version_order


def needed_engine(host: Inventory) -> str:
    """Return the engine that a module needs: the newer of its build file's and its moduledata's.

    The engine refuses a module by its moduledata (launch.Player) and warns by its build file
    (GameModule).
    """
    return max(host.engine_version, host.metadata_engine, key=version_order)


def newer_engine(extension: Inventory, host: Inventory) -> Iterator[str]:
    """Say that a module needs a newer engine than an extension declares; nothing: it does not."""
    needed = needed_engine(host)
    if version_order(needed) > version_order(extension.engine_version):
        yield (
            f"the module needs VASSAL {needed}{_source(host)}, the extension says "
            f"{extension.engine_version}; build it anew for this module"
        )


def contradiction(host: Inventory) -> Iterator[str]:
    """Say that a module has two names or versions, or names two engines; nothing: it does not."""
    if host.contradictions.get(MODULE_DATA):
        yield (
            f"{host.contradictions[MODULE_DATA]}: the Module Manager lists the module by it; save "
            "the module in VASSAL's editor, which writes it anew"
        )
    if "build file" in host.contradictions:
        yield f"{host.contradictions['build file']}; save the module in VASSAL's editor"
    for what in ("name", "version"):
        if what in host.contradictions:
            yield (
                f"{host.contradictions[what]}: the engine compares the build file's with an "
                "extension's; save the module in VASSAL's editor, and both agree"
            )
    if _source(host):
        yield (
            f"moduledata says VASSAL {host.metadata_engine}, the build file "
            f"{host.engine_version or 'none'}: the newer counts, "
            f"{needed_engine(host)}; save the module in VASSAL's editor, and both agree"
        )


def _source(host: Inventory) -> str:
    """Say which of the two names the newer engine, where they differ; empty: they do not."""
    said, built = version_order(host.metadata_engine), version_order(host.engine_version)
    if not said or said == built:
        return ""
    return " (moduledata)" if said > built else " (build file)"
