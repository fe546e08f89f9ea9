"""A release: proven, with every file, sums and notes, in one folder moved into place whole."""
