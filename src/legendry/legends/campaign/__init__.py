"""Campaigning (sections 12, 15, 16): companies that live, learn and carry scars."""
