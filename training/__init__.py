"""Learning: batched environments for PyTorch learners, self-play, callbacks."""
