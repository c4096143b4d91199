"""Square and hex grids: distance, line of sight, paths."""
