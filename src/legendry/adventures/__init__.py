"""Programmed adventures: books of instructions that play themselves, read and proved."""
