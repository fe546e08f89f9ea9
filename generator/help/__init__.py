"""The help: one text, shown inside VASSAL by Swing and on the web as pages of its own."""
