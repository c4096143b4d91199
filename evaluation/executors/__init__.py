"""Executors: this process, worker processes or a Ray cluster carry out tasks."""
