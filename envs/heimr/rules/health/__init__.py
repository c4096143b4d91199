"""Hit points, injuries, dying, and Battlefield Surgery (H31 to H36, RH58)."""
