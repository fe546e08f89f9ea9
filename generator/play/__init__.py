"""The rule played in pure Python, without VASSAL: the reference the built extension is held against.

Written from the rule; nothing here knows how the extension calculates.
"""
