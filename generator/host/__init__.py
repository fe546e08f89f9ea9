"""Host modules: their archive, build file and metadata, an inventory, and where VP may be kept.

Everything in here treats what it reads as hostile: sizes are bounded, nothing is unpacked, no
entity is resolved. What cannot be read is a note, and reading goes on with the rest.
"""
