"""Parlour games: two tiny complete games that show what the table can do, and prove it.

`pig` is pure dice; `peddlers` has hidden wares, bluffs and interrupting reactions.
"""
