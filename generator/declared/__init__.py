"""A rule that is a folder: ``rule.toml``, templates, texts. No line of Python is its own."""
