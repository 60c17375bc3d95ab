"""hexes"""
