"""Movement and positioning actions: openings, pushes, postures (W82 to W84, W96)."""
