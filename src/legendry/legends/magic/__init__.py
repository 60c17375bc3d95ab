"""Magic: spells as data, and what the rules of a fight ask of them (section 17)."""
