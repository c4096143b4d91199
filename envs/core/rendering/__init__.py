"""Pictures of battles: text, pixels, SVG, a window."""
