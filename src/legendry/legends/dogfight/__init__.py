"""Dogfights of star craft (section 19): a game for the table."""
