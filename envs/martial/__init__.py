"""Martial: three action points, reactions, and injuries to body parts."""
