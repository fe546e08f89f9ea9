"""What our extension consists of: the rule as BeanShell expressions, chains of keys and windows.

From rule data to components of ``generator.vassal``; no XML, no files.
"""
