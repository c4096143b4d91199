"""One battle with its history: match, snapshot, replay."""
