"""Measuring: arena, ratings, tactics, reports."""
