"""How one module keeps VP: read from a binding file, used by the extension's expressions."""
