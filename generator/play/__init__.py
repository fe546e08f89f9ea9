"""The rule played in pure Python, without VASSAL: the reference for the extension.

Written from the rule; nothing here knows how the extension calculates.
"""
