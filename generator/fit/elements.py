"""An extension's own elements: does the module have their targets, and none of their names?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from generator.binding.model import Binding, PropertyRead, PropertyWrite
from generator.fit.whose import naming_of
from generator.fit.words import nearest
from generator.host.component import component_at
from generator.host.inventory import Inventory
from generator.kit.host import version_order


def misfits(extension: Inventory, host: Inventory, binding: Binding | None) -> Iterator[str]:
    """Yield what does not fit of an extension itself; ``binding`` is what it was built with.

    Raises:
        InputError: this generator did not make it.
    """
    yield from _names(extension, host)
    lost = _lost_properties(binding, host) if binding is not None else set()
    yield from _targets(extension, host, lost)
    yield from _collisions(extension, host, binding)


def other_version(extension: Inventory, host: Inventory) -> str:
    """Say that an extension is made for another version of the module; empty: it is not.

    The engine loads it; of a module that is older than that it warns in the chat (ModuleExtension).
    """
    if extension.universal or extension.module_version == host.version:
        return ""
    return (
        f'it is made for version "{extension.module_version}" of the module, this is '
        f'"{host.version}"'
    )


def _names(extension: Inventory, host: Inventory) -> Iterator[str]:
    if extension.universal:
        return
    if extension.name != host.name:
        yield (
            f'it is made for the module "{extension.name}", this one is "{host.name}"; '
            "the engine would refuse it: build one for this module"
        )
    if version_order(host.engine_version) > version_order(extension.engine_version):
        yield (
            f"the module needs VASSAL {host.engine_version}, the extension says "
            f"{extension.engine_version}; build it anew for this module"
        )


def _lost_properties(binding: Binding, host: Inventory) -> set[str]:
    """Return the properties of a binding that the module has not; they are told with their key."""
    wanted = {
        each.property
        for bound in binding.powers.values()
        for each in (bound.read, bound.write)
        if isinstance(each, PropertyRead | PropertyWrite)
    }
    return wanted - {each.name for each in host.properties if each.level == "module"}


def _targets(extension: Inventory, host: Inventory, lost: set[str]) -> Iterator[str]:
    own = {id(each) for each in extension.components}
    there = Counter(each.target for each in host.components)
    wanted = dict.fromkeys(
        each.parent.target
        for each in extension.components
        if each.parent is not None and id(each.parent) not in own
    )
    for target in wanted:
        if there[target] > 1:
            yield (
                f'target "{target}": the module has {there[target]} of them, must be one: rename '
                "the others in the module"
            )
        elif not host.exists(target):
            sought = component_at(target)
            if sought is None or (sought.short == "GlobalProperty" and sought.name in lost):
                continue
            alike = [each for each in host.components if each.cls == sought.cls]
            moved = [each for each in alike if each.name == sought.name]
            likely = nearest(target, (each.target for each in moved or alike), sought.short)
            yield f'target "{target}": the module has none; {likely}'


def _collisions(extension: Inventory, host: Inventory, binding: Binding | None) -> Iterator[str]:
    own = naming_of(extension).ours
    pairs: list[tuple[str, Iterable[str], Iterable[str]]] = [
        (
            "property",
            (each.name for each in extension.properties),
            (each.name for each in host.properties if each.level == "module"),
        ),
        (
            "named key",
            (key for key in extension.named_keys if key.startswith(own)),
            host.named_keys,
        ),
        ("prototype", (each.name for each in extension.prototypes), host.by_prototype),
        ("map", (each.name for each in extension.maps), (each.name for each in host.maps)),
        (
            "gpid",
            (each.gpid for each in extension.pieces),
            (each.gpid for each in host.pieces),
        ),
    ]
    if binding is None:
        foreign = [key for key in extension.named_keys if not key.startswith(own)]
        pairs.append(("named key", foreign, host.named_keys))
    for kind, ours, theirs in pairs:
        for name in sorted(set(ours) & set(theirs) - {""}):
            yield f'{kind} "{name}": the module has one of that name too: change the module\'s'
    lower = {each.lower(): each for each in host.images}
    for image in extension.images:
        if image.lower() in lower:
            yield (
                f'image "{image}": the module has "{lower[image.lower()]}", which wins over ours: '
                "rename it"
            )
