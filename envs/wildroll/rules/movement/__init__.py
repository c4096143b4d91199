"""Movement: rates, yards, jumps, terrain, water (W62 to W71, W105)."""
