"""An extension's own elements: does the module have their targets, and none of their names?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from generator.binding.model import Binding, PropertyRead, PropertyWrite
from generator.fit.engine import newer_engine
from generator.fit.whose import naming_of
from generator.fit.words import nearest
from generator.host.component import component_at
from generator.host.inventory import Inventory


def misfits(extension: Inventory, host: Inventory, binding: Binding | None) -> Iterator[str]:
    """Yield what does not fit of an extension itself; ``binding`` is what it was built with.

    Raises:
        InputError: this generator did not make it.
    """
    yield from _names(extension, host)
    told = _told_properties(binding, host) if binding is not None else set()
    yield from _targets(extension, host, told)
    yield from _collisions(extension, host, binding)


def other_version(extension: Inventory, host: Inventory) -> str:
    """Say that an extension is made for another version of the module; empty: it is not.

    Another module is told by ``misfits``. The engine loads it; of a module that is older than that
    it warns in the chat (ModuleExtension).
    """
    if (
        extension.universal
        or extension.name != host.name
        or extension.module_version == host.version
    ):
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
            f"it is made for the module {_called(extension.name, extension.module_version)}, this "
            f"one is {_called(host.name, host.version)}; the engine would refuse it: put that name "
            "and version into the binding and build anew"
        )
    yield from newer_engine(extension, host)


def _called(name: str, version: str) -> str:
    return f'"{name}", version "{version}"' if version else f'"{name}"'


def _told_properties(binding: Binding, host: Inventory) -> set[str]:
    """Return the properties of a binding that are not there once; they are told with their key."""
    wanted = {
        each.property
        for bound in binding.powers.values()
        for each in (bound.read, bound.write)
        if isinstance(each, PropertyRead | PropertyWrite)
    }
    there = Counter(each.name for each in host.properties if each.level == "module")
    return {each for each in wanted if there[each] != 1}


def _targets(extension: Inventory, host: Inventory, told: set[str]) -> Iterator[str]:
    own = {id(each) for each in extension.components}
    there = Counter(each.target for each in host.components)
    wanted = dict.fromkeys(
        each.parent.target
        for each in extension.components
        if each.parent is not None and id(each.parent) not in own
    )
    for target in wanted:
        sought = component_at(target)
        if sought is not None and sought.short == "GlobalProperty" and sought.name in told:
            continue
        if there[target] > 1:
            yield (
                f'target "{target}": the module has {there[target]} of them, must be one: rename '
                "the others in the module"
            )
        elif sought is not None and not host.exists(target):
            alike = [each for each in host.components if each.cls == sought.cls]
            moved = [each for each in alike if each.name == sought.name]
            there_are = [each.target for each in moved or alike]
            likely = nearest(target, there_are, sought.short, "build anew for this module")
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
    names = {each.name for each in extension.properties}
    for name, what in host.other_properties:
        if name in names:
            yield f'property "{name}": a {what} of the module has that name too: rename it there'
    for each in host.properties:
        if each.level != "module" and each.name in names:
            yield (
                f'property "{each.name}": the {each.level} "{each.owner}" of the module has one of '
                "that name too, which wins there over ours: rename that"
            )
    lower = {each.lower(): each for each in host.images}
    for image in extension.images:
        if image.lower() in lower:
            yield (
                f'image "{image}": the module has "{lower[image.lower()]}", which wins over ours: '
                "rename it"
            )
