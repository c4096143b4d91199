"""A battle as a state of OpenSpiel.

A state holds no dice that are still to be rolled. After a decision whose step needs dice, it is a
chance node, and a die exists once its outcome is chosen. So a search on copies of a state learns
nothing about the dice of the battle itself.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from ..engine.battle import DRAW, SIDES, agent_name
from ..engine.dice import WORD
from ..engine.layout import Layout
from ..engine.legality import illegal_action
from ..engine.loops import observe_battle, show_battles
from ..session.next_faces import misses
from ..session.step_chance import (
    REST,
    TRIALS,
    Play,
    copy_of,
    has_free_draws,
    next_chance,
    settle,
    take,
    without_dice,
)
from ..text.narration import attach_names

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SIDE_NUMBERS = (0, 1)
NO_STEP, DEPLOYMENT = -2, -1
"""In place of an action: no step is under way, or the step is the deployment."""
SHORT, LONG = 6, 16
"""Bytes of a digest that tells states apart for the eye, and for an algorithm."""

Recalled = tuple[tuple[bytes, int], ...]
"""Observations and actions."""


class Opening(NamedTuple):
    """The beginning of every battle of a game.

    Attributes:
        battle: the record at the first decision; empty if the deployment needs dice.
        chance: the first of these dice.
    """

    battle: bytes
    chance: tuple[int, int, bool] | None


def open_battle(deploy: Play) -> Opening:
    """The beginning of every battle, by trials of its deployment."""
    first = without_dice(deploy(TRIALS[0], ())).tobytes()
    if all(without_dice(deploy(words, ())).tobytes() == first for words in TRIALS[1:]):
        return Opening(first, None)
    chance = REST if has_free_draws(deploy) else next_chance(deploy, [])
    assert chance is not None
    return Opening(b"", chance)


def digest(*parts: bytes, size: int = LONG) -> bytes:
    """A digest of some bytes."""
    return hashlib.blake2b(b"".join(parts), digest_size=size).digest()


class BattleState(pyspiel.State):
    """A state of a battle. OpenSpiel copies its attributes with it, so all of them are constants.

    Attributes:
        record: the battle's record at the last decision, without dice; empty before deployment.
        step: the action whose dice are being rolled, or `NO_STEP` or `DEPLOYMENT`.
        faces: the faces of its first dice.
        chance: the next die of it, as `Faces`; None for merged outcomes, or if no die is next.
        player: the side that decides, or OpenSpiel's number for chance or for the end.
        viewers: the fighter of each side who decides, or decided last.
        counts: the number of decisions of each side.
        pasts: for each side, a digest of all that it saw and chose when it decided.
        recalled: the last `H` observations and actions of each side, the newest first.
    """

    def __init__(self, game: Any) -> None:
        """Begin a battle."""
        super().__init__(game)
        self.record, self.chance = game.opening
        self.step = DEPLOYMENT
        self.faces: tuple[int, ...] = ()
        self.player = CHANCE
        self.viewers, self.counts, self.pasts = (0, 0), (0, 0), (b"", b"")
        self.recalled: tuple[Recalled, Recalled] = ((), ())
        self._shown: tuple[bytes, bytes] = b"", b""
        if self.record:
            self._open(self.record)

    # --- OpenSpiel's interface --------------------------------------------------------------------

    def current_player(self) -> int:
        """The side that decides, or OpenSpiel's number for chance or for the end."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether the battle is over."""
        return self.player == TERMINAL

    def returns(self) -> list[float]:
        """1 for the winning side, -1 for the losing one; 0 in a draw and before the end."""
        winner = int(self._array()["winner"][0]) if self.is_terminal() else DRAW
        return [0.0, 0.0] if winner == DRAW else [1.0 - 2.0 * winner, 2.0 * winner - 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self._show()[1]).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the next die with their probabilities.

        A count of misses has no highest face: the last outcome stands for all from there on. A draw
        that is no die has `draws` outcomes; sampled chance has one.
        """
        game = self.get_game()
        if game.is_sampled:
            return [(0, 1.0)]
        if self.chance is None:
            return list(enumerate(game.outcomes_of(self.record, self.step)[1]))
        if self.chance == REST:
            return [(draw, 1 / game.draws) for draw in range(game.draws)]
        lowest, highest, _ = self.chance
        if lowest == 0:
            counts, chances = misses()
            return list(zip(counts.tolist(), chances.tolist(), strict=True))
        return [(face, 1 / highest) for face in range(1, highest + 1)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return self._chance_to_string(action)
        if self.player not in SIDE_NUMBERS:
            return f"action {action}"
        return self.get_game().system.describe(self.battle, action)

    def _chance_to_string(self, outcome: int) -> str:
        if self.get_game().is_sampled:
            return "roll the dice"
        if self.chance is None:
            return f"outcome {outcome}"
        if self.chance == REST:
            return f"draw {outcome}"
        lowest, highest, _ = self.chance
        return f"d{highest}: {outcome}" if lowest else f"misses before a hit: {outcome}"

    def _apply_action(self, action: int) -> None:
        if self.step == NO_STEP:
            self._decide(action)
        else:
            self._roll(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BattleState:
        """A state that the deciding fighter cannot tell from this one, at random (`conceal`).

        Facts that only its allies know are drawn too.

        Args:
            player: the side that decides.
            sampler: gives random numbers from 0 to 1.

        Raises:
            ValueError: another side decides.
        """
        if player != self.player or player not in SIDE_NUMBERS:
            raise ValueError(f"side {player} does not decide, so it cannot draw a state")
        words = np.array([1 + int(sampler() * (WORD - 1)) for _ in range(4)], np.uint32)
        battle, fighter = copy_of(self._array()), self.viewers[player]
        self.get_game().system.conceal(battle[0], fighter, words)
        battle["memory_kinds"][:, np.arange(battle["memory_kinds"].shape[1]) != fighter] = 0
        state = self.clone()
        state.record = without_dice(battle).tobytes()
        return state

    def __str__(self) -> str:
        game, mark = self.get_game(), digest(self.record, bytes(self.faces), size=SHORT).hex()
        if not self.record:
            return f"{game.system.title}: before deployment, dice {self.faces}"
        battle, rounds = self._array()[0], 1 + int(self._array()["round_number"][0])
        if self.is_terminal():
            return f"{game.system.title}: over in round {rounds}, {self.returns()}, {mark}"
        window = game.system.windows[battle.window]
        text = f"{game.system.title}: round {rounds}, {self._name()}, {window}, {mark}"
        return text if self.step == NO_STEP else f"{text}, action {self.step}, dice {self.faces}"

    def __reduce__(self) -> Any:
        """Pickle the state with its game, also where the chance is sampled."""
        return _restore_state, (self.get_game(), self.serialize())

    # --- Playing ----------------------------------------------------------------------------------

    @property
    def battle(self) -> np.record:
        """A copy of the battle's record, with the fighters' names for texts and pictures."""
        battle = copy_of(self._array())[0]
        if any(self.get_game().names):
            attach_names(battle, self.get_game().names)
        return battle

    def _array(self) -> np.ndarray:
        """The battle as a read-only array `[1]`; a blank one before deployment."""
        system = self.get_game().system
        return np.frombuffer(self.record or bytes(system.dtype.itemsize), system.dtype)

    def _name(self) -> str:
        return agent_name(self._array()[0], int(self._array()["to_act"][0]))

    def _show(self) -> tuple[np.ndarray, np.ndarray]:
        """The observation `[N]` and the mask `[A]` of the deciding fighter."""
        if not self._shown[0]:
            game = self.get_game()
            seen = np.zeros((1, game.length), np.float32)
            mask, ignored = np.zeros((1, game.num_actions), np.bool_), np.zeros(1, np.int8)
            show_battles(copy_of(self._array()), seen, mask, ignored, ignored)
            self._shown = seen.tobytes(), mask.tobytes()
        numbers, legal = self._shown
        return np.frombuffer(numbers, np.float32), np.frombuffer(legal, np.bool_)

    def _decide(self, action: int) -> None:
        """Take the decision of a side, and find the first die of its step."""
        game, side = self.get_game(), self.player
        seen, mask = self._show()
        if not 0 <= action < game.num_actions or not mask[action]:
            raise illegal_action(game.system, self.battle, action, mask)
        now = seen.tobytes()
        past = digest(self.pasts[side], self._moment(side), action.to_bytes(4, "little"))
        recalled = ((now, action), *self.recalled[side])[: game.recall]
        self.pasts = _put(self.pasts, side, past)
        self.counts = _put(self.counts, side, self.counts[side] + 1)
        self.recalled = _put(self.recalled, side, recalled)
        self.step, self.faces = action, ()
        self._go_on()

    def _go_on(self) -> None:
        """Find the next die of the step, or finish it if there is none."""
        game = self.get_game()
        if game.is_merged and self.step != DEPLOYMENT:
            records, _ = game.outcomes_of(self.record, self.step)
            if len(records) == 1:
                self._open(records[0])
            else:
                self.player = CHANCE
            return
        chance = next_chance(self._play, list(self.faces))
        if chance is None:
            self._open(settle(self._play, TRIALS[0], self.faces).tobytes())
        else:
            self.chance, self.player = tuple(chance), CHANCE

    def _roll(self, outcome: int) -> None:
        """Roll the next die of the step, or all that are left."""
        game = self.get_game()
        if outcome not in [one for one, _ in self.chance_outcomes()]:
            raise ValueError(f"outcome {outcome} is impossible here: see chance_outcomes")
        if game.is_sampled:
            words = game.generator.integers(1, WORD, 4, np.uint32, endpoint=True)
            self._open(settle(self._play, words, ()).tobytes())
        elif self.chance is None:
            self._open(game.outcomes_of(self.record, self.step)[0][outcome])
        elif self.chance == REST:
            self._open(settle(self._play, self._words(outcome), self.faces).tobytes())
        else:
            self.faces = (*self.faces, outcome)
            self._go_on()

    def _words(self, outcome: int) -> np.ndarray:
        """The generator of an outcome: four words that depend on the state and on the game."""
        numbers = f"{self.step} {self.faces} {outcome} {self.get_game().seed}"
        return np.frombuffer(digest(self.record, numbers.encode()), np.uint32)

    def _play(self, words: np.ndarray, faces: Sequence[int]) -> np.ndarray:
        """The step that is under way, on a copy of the battle."""
        if self.step == DEPLOYMENT:
            return self.get_game().deploy(words, faces)
        return take(self._array(), self.step, words, faces)

    def _open(self, record: bytes) -> None:
        """Continue at the next decision, or end the battle."""
        self.record, self._shown = record, (b"", b"")
        self.step, self.faces, self.chance = NO_STEP, (), None
        battle = self._array()
        if not any(self.counts):
            self.viewers = 0, int(battle["side_size"][0, 0])
        if battle["over"][0]:
            self.player = TERMINAL
            return
        fighter = int(battle["to_act"][0])
        self.player = int(battle["side"][0, fighter])
        self.viewers = _put(self.viewers, self.player, fighter)

    # --- The knowledge of a side ------------------------------------------------------------------

    def seen_by(self, side: int) -> np.ndarray:
        """The observation `[N]` of the side's fighter who decides, or decided last."""
        if side == self.player:
            return self._show()[0]
        seen = np.zeros(self.get_game().length, np.float32)
        if self.record:
            observe_battle(copy_of(self._array()), 0, self.viewers[side], seen)
        return seen

    def recalled_by(self, side: int) -> Recalled:
        """The last `H` observations and actions of a side, the newest first."""
        return self.recalled[side]

    def information_of(self, side: int) -> str:
        """The information state of a side: digests of its past decisions and of its observation."""
        marks = self.pasts[side].hex() or "none", digest(self._moment(side)).hex()
        return f"{SIDES[side]} after {self.counts[side]} decisions {marks[0]}, now {marks[1]}"

    def words_of(self, side: int) -> str:
        """The observation of a side in words: the numbers that are not 0, and the legal actions."""
        seen, names = self.seen_by(side), _numbers(self.get_game().layout)
        told = [f"{names[at]}={seen[at]:.9g}" for at in np.flatnonzero(seen)]
        legal = self._legal_actions(side) if side == self.player else []
        return f"{SIDES[side]}: {' '.join(told)}; legal {' '.join(map(str, legal)) or 'nothing'}"

    def _moment(self, side: int) -> bytes:
        """The observation of a side, its fighter and, if it decides, its legal actions."""
        mask = self._show()[1].tobytes() if side == self.player else b""
        return bytes([self.viewers[side]]) + self.seen_by(side).tobytes() + mask


def _put(pair: tuple[Any, Any], side: int, value: Any) -> tuple[Any, Any]:
    """A pair with another value for one side."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


@functools.cache
def _numbers(layout: Layout) -> list[str]:
    """A name for each number of an observation."""
    return [name for piece in layout.pieces for name in piece.numbers]


def _restore_state(game: Any, text: str) -> BattleState:
    """A state from its pickle."""
    return game.deserialize_state(text)
