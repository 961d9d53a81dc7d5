"""Dice for Bailiwick: an example of everything a plug-in can bring."""
