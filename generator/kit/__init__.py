"""What an extension that plays a rule is made of, whichever rule: no name of any stands here.

Identity, chains of keys, commands that refuse, prompts, the sheet's parts, windows; and the
extension as plain data, which ``buildfile`` renders and checks.
"""
