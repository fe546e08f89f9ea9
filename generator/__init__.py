"""Builds the VASSAL extension that plays the Congress of Peace, rule 15.6 of Congress of Vienna.

The way the data goes, one package a step, imports never against it::

    rules -> play                                     the reference play and the odds
    rules -> extension (with vassal's types) -> buildfile -> package -> a .vmdx
"""

__version__ = "0.1.0"
