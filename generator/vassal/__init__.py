"""VASSAL's file format, as far as the extension uses it: sequences, keys, traits, components.

Nothing in here knows the rule; nothing in here writes XML.
"""
