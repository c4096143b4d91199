"""Cards: at most twelve rules for a game master, which also play as an agent."""

from .card import Card, CardError, is_card, read_card, write_card
from .playing import CardAgent

__all__ = ["Card", "CardAgent", "CardError", "is_card", "read_card", "write_card"]
