"""Executors: who fights the battles of an evaluation, in this process, in others, or on Ray."""
