"""Legendary Dragon: its cards, its rules as a game for the table, its exact coach."""
