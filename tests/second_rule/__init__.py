"""A made-up rule: data, templates, texts, a reference play. Nothing of it is in the generator."""
