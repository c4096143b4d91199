"""Initiative, delay, readied actions, clusters, shots, fatigue, chases (H43 to H59, H67 to H79)."""
