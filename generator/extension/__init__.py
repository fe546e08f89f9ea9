"""What rule 15.6 makes of the kit: its expressions, commands, sheet and windows.

From rule data to components of ``generator.vassal``; no XML, no files.
"""
