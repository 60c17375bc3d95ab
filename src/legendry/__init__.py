"""One table for the Legends role-playing games and Legendary Dragon."""
