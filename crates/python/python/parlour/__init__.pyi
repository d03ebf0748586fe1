from collections.abc import Callable, Iterable
from typing import Any, TextIO, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import errors as errors
from .errors import BadArgument as BadArgument
from .errors import BadRecord as BadRecord
from .errors import Error as Error
from .errors import InternalError as InternalError
from .errors import Refused as Refused

Seed = int | str | None
"""A number, 64 hexadecimal digits, or None for the system's randomness."""

Action = int | str
"""The number of an action in ``Game.actions()``, or its notation."""

class Game:
    """One game: its rules, its cards and what was done so far.

    Actions have numbers, the same for every game of a kind with as many players. Words that the rules know (``say …``) are
    actions, too; they are legal when they may help the player on turn.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seed: Seed = None,
        preset: str | None = None,
        names: list[str] | None = None,
    ) -> None:
        """Deals. Raises BadArgument if no such game can be played."""

    @staticmethod
    def from_record(record: str, actions: int | None = None) -> Game:
        """The end of a recorded game, or its position after this number of actions. The whole record is checked first."""

    @property
    def id(self) -> str:
        """The game's id."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def rules(self) -> dict[str, Any]:
        """Every option of the rules."""

    @property
    def num_actions(self) -> int:
        """The number of different actions."""

    def actions(self) -> list[str]:
        """The notation of every action, by number."""

    def to_act(self) -> int | None:
        """Whose turn it is; None when the game is over."""

    def legal_actions(self) -> list[int]:
        """The numbers of what the player on turn can do; empty when the game is over."""

    def legal_mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """The same with a 1 for every legal action; all zeros for a seat that is not on turn."""

    def sample(self) -> int:
        """The number of a random legal action; the same with the same seed and the same calls."""

    def apply(self, action: Action) -> None:
        """Does what the player on turn chose. Raises Refused, with code and clause, and then nothing has changed."""

    def is_over(self) -> bool:
        """Whether the game is over."""

    def returns(self) -> list[float]:
        """Each seat's result, in the game's own units; zeros until the game is over."""

    def winners(self) -> list[int]:
        """Who won, once the game is over."""

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees and nothing else; without a seat, what everyone sees."""

    def describe(self, seat: int | None = None) -> str:
        """The same in words."""

    def information_state(self, seat: int | None = None) -> tuple[str, NDArray[np.float32]]:
        """What a seat knows, as a text and as a tensor. Two states that the seat cannot tell apart have the same."""

    def information_state_string(self, seat: int | None = None) -> str:
        """What a seat knows, as a text: its view in JSON."""

    def information_state_tensor(self, seat: int | None = None) -> NDArray[np.float32]:
        """What a seat knows, as numbers of a fixed count; tensor_layout() says what they mean."""

    def tensor_layout(self) -> list[tuple[str, int, int]]:
        """The parts of the tensor: name, first index and length. Cards count at 13 · suit + rank − 1 (spades, hearts,
        diamonds, clubs; the ace is 1; jokers are 52 and 53), seats from the viewer on, clockwise."""

    def clone(self) -> Game:
        """The same game again, to be played on apart from this one."""

    def imagine(self, seat: int, seed: Seed = None) -> Game:
        """A state that looks the same to the seat; everything that it does not know is dealt at random."""

    def record(self) -> str:
        """The record of a game that is over, as ``parlour verify`` reads it. It has the seed, so a game that is not over
        raises BadArgument (code ``not-over``)."""

    def omniscient_record(self) -> str:
        """The record so far. It has the seed, and with it every card."""

    def omniscient(self) -> dict[str, Any]:
        """The whole state, with everything that players do not know."""

    def omniscient_trace(self) -> str:
        """The whole game step by step as JSON lines, with everything that players do not know."""

    def omniscient_solve(self, memory_mib: int = 64) -> tuple[bool | None, list[str]]:
        """Whether a solitaire can be won by someone who knows every card, and how; (None, []) if that could not be
        decided within the memory. Raises BadArgument for games without a solver."""

class Bot:
    """A bot; it sees what the player on turn sees."""

    def __init__(self, level: str, seed: Seed = None, iterations: int | None = None) -> None: ...
    @property
    def level(self) -> str:
        """random, novice, club or expert."""

    def decide(self, game: Game) -> int:
        """The number of what the bot would do for the player on turn. Other Python threads run meanwhile."""

class VectorGames:
    """Many games at once; a game that ends begins again with other cards. The same seed and the same actions lead to the
    same games, on any number of threads."""

    def __init__(
        self,
        game: str,
        n: int,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seed: Seed = None,
        preset: str | None = None,
        threads: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def players(self) -> int:
        """How many play in each game."""

    @property
    def num_actions(self) -> int:
        """The number of different actions."""

    @property
    def observation_length(self) -> int:
        """The length of an observation."""

    def reset(self) -> None:
        """Begins again with the first games."""

    def to_act(self) -> NDArray[np.int8]:
        """Whose turn it is in each game: (n)."""

    def masks(self) -> NDArray[np.int8]:
        """A 1 for every legal action of the player on turn: (n, actions)."""

    def observations(self) -> NDArray[np.float32]:
        """What the player on turn knows, as in Game.information_state_tensor: (n, length)."""

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game: (n)."""

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Does an action in each game. Returns the rewards (n, players), which are zero but at the end of a game, and
        whether each game ended (n). If one action is refused, no game has changed."""

    def play(self, steps: int) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
        """Does this number of random actions in each game, the same as that many calls of ``step(sample())`` and faster.
        Returns the sums of the rewards (n, players) and how many games ended (n)."""

def bot(level: str = "club", seed: Seed = None, iterations: int | None = None) -> Bot:
    """A bot of this level: random, novice, club or expert. Without iterations an expert searches as far as usual."""

def vector_env(
    game: str,
    n: int,
    *,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    seed: Seed = None,
    preset: str | None = None,
    threads: int | None = None,
) -> VectorGames:
    """Many games at once, stepped on several threads; numpy arrays in and out."""

class EnvSettings(TypedDict, total=False):
    """How an environment of PettingZoo is made."""

    players: int | None
    options: dict[str, Any] | None
    """Options of the rules, as in Game."""
    preset: str | None
    max_cycles: int | None
    """Truncates a game after this number of actions."""
    render_mode: str | None
    """None or ``ansi``: the table in words."""

def pettingzoo_env(game: str, **settings: Unpack[EnvSettings]) -> Any:
    """An AEC environment of PettingZoo (``pettingzoo.AECEnv``) with action masks."""

def parallel_env(game: str, **settings: Unpack[EnvSettings]) -> Any:
    """A parallel environment of PettingZoo (``pettingzoo.ParallelEnv``): everyone hands in an action, and only that of the
    player on turn counts. An action that is not legal is replaced by a random legal one; ``infos`` says so."""

def games() -> list[tuple[str, str, int, int, list[str]]]:
    """The games: id, name, fewest and most players by the usual rules, and presets."""

def options(game: str) -> list[tuple[str, str, str]]:
    """The options of a game: name, usual value and help."""

def play_bot(
    decide: Callable[[dict[str, Any], dict[str, Any]], Action],
    tensor: bool = False,
    lines: Iterable[str] = ...,
    out: TextIO = ...,
) -> None:
    """Plays at Parlour's tables by the bot protocol until its input ends."""
