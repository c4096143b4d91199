"""Evaluation: arena, ratings, reports."""
