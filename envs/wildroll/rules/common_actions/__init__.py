"""Common actions: items, readied actions, spells (W77 to W82)."""
