"""Home-made and pub card games: rules, bots and environments for learning.

``Game`` is one game, ``bot`` makes a bot, ``pettingzoo_env`` and ``parallel_env`` are environments of PettingZoo,
``vector_env`` steps many games at once, and ``play_bot`` lets a function of yours play at Parlour's tables.
"""

from __future__ import annotations

import json
import sys

from . import errors
from ._native import Bot, Game, VectorGames, games, options
from .errors import BadArgument, BadRecord, Error, InternalError, Refused

__all__ = [
    "BadArgument",
    "BadRecord",
    "Bot",
    "Error",
    "Game",
    "InternalError",
    "Refused",
    "VectorGames",
    "bot",
    "errors",
    "games",
    "options",
    "parallel_env",
    "pettingzoo_env",
    "play_bot",
    "vector_env",
]


def bot(level="club", seed=None, iterations=None):
    """A bot of this level: random, novice, club or expert."""
    return Bot(level, seed, iterations)


def vector_env(game, n, *, players=None, options=None, seed=None, preset=None, threads=None):
    """Many games at once, stepped on several threads; numpy arrays in and out."""
    return VectorGames(game, n, players, options, seed, preset, threads)


def pettingzoo_env(game, **settings):
    """An AEC environment of PettingZoo with action masks (needs ``pip install parlour[pettingzoo]``)."""
    from ._pettingzoo import TurnEnv

    return TurnEnv(game, **settings)


def parallel_env(game, **settings):
    """A parallel environment of PettingZoo, in which only the action of the player on turn counts."""
    from ._pettingzoo import TogetherEnv

    return TogetherEnv(game, **settings)


def play_bot(decide, tensor=False, lines=sys.stdin, out=sys.stdout):
    """Plays at Parlour's tables by the bot protocol until its input ends.

    ``decide(decision, start)`` gets what is asked and how the game began, both as dicts (docs/bots.md), and returns the
    notation of an action or its number in the list of all actions. With ``tensor``, ``decision["tensor"]`` is what
    ``Game.information_state_tensor`` would be.
    """
    start = {}
    for line in lines:
        message = json.loads(line)
        if "start" in message:
            start = message["start"]
            answer = {"ready": {"tensor": tensor}}
        elif "decide" in message:
            decision = message["decide"]
            act = decide(decision, start)
            if not isinstance(act, str):
                act = decision["legal"][decision["actions"].index(int(act))]
            answer = {"act": act}
        else:
            continue
        print(json.dumps(answer), file=out, flush=True)
