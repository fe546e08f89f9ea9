"""From components to a checked buildFile: rendered by templates, read back by lxml, judged."""
