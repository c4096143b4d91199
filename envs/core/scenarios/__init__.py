"""Scenarios: the validated model, its YAML, the templates that battles are deployed from."""
