"""The yard: star craft as values, their notation, their price, and who is aboard (section 18)."""
