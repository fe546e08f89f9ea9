"""Compares two extensions by what they mean to the engine, not by how they are written."""
