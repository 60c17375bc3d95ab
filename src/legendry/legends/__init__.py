"""The Legends role-playing games: editions, characters, fights."""
