"""Which rule's extension a file is: what all of its names begin with is read from itself."""

from __future__ import annotations

from generator.errors import InputError, one_line
from generator.host.inventory import Inventory
from generator.kit.identity import Naming


def naming_of(extension: Inventory) -> Naming:
    """Return what the names of an extension follow from, whichever rule it plays.

    Raises:
        InputError: this generator did not make it. Each of its extensions has the property that
            holds the verdict of a command (``Naming.act``), since its first release.
    """
    found = extension.extension_id
    for each in extension.properties:
        prefix = each.name[: len(found) + 1]
        try:
            naming = Naming(found, prefix)
        except ValueError:
            continue
        if each.name == naming.act:
            return naming
    said = f'its extensionId is "{found}"' if found else "it has no extensionId"
    wanted = f"property {found}_Act, in any case of {found}" if found else "property NAME_Act"
    raise InputError(
        one_line(
            f"{extension.path}: is an extension, but none that `generator build` made ({said}, and "
            f"there is no {wanted}); give one of those"
        )
    )
