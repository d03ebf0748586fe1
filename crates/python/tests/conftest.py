"""What the tests share: every game, with several numbers of players."""

import parlour


def tables():
    """Every game with its fewest, its usual and its most players, at most eight."""
    return [
        (name, players)
        for name, _, fewest, most, _ in parlour.games()
        for players in sorted({fewest, parlour.Game(name).players, min(most, 8)})
    ]


def play(game, dice, steps=None):
    """Plays random legal actions until the game is over, or for this number of steps."""
    while not game.is_over() and steps != 0:
        game.apply(dice.choice(game.legal_actions()))
        steps = None if steps is None else steps - 1
    return game
