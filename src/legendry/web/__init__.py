"""The web table: the server, its storage, its pages."""
