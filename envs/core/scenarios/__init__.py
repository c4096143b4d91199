"""Scenarios: the validated model, its YAML, templates that deploy battles."""
