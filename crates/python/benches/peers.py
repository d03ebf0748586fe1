"""Random play: steps per second of this package against OpenSpiel's pyspiel, on one machine, in one run.

A step is an action that is applied, dealt cards of pyspiel's games included: there a deal is made of actions, too. pyspiel's
actions are chosen from the list of legal actions with Python's own random numbers, as it has nothing else; ours in that way
(``choice``) and by ``sample``, one game at a time and many at once.
"""

import random
import statistics
import time

import pyspiel

import parlour

SLICES, SECONDS = 8, 0.25
GAMES_AT_ONCE = 2048
# Card games of about the same kind; the median of them is what counts.
PEERS = ["crazy_eights", "hearts", "leduc_poker", "tiny_bridge_2p", "gin_rummy"]


def rates(plays):
    """Steps per second of each. They take turns, and the best of several slices counts: other work on the machine only slows."""
    best = dict.fromkeys(plays, 0.0)
    for _ in range(SLICES):
        for name, play in plays.items():
            steps, start = 0, time.perf_counter()
            while (now := time.perf_counter()) - start < SECONDS:
                steps += play()
            best[name] = max(best[name], steps / (now - start))
    return best


def pyspiel_game(name):
    game = pyspiel.load_game(name)
    choice = random.Random(1).choice

    def play():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def chosen_in_python(name):
    choice, seeds = random.Random(1).choice, iter(range(1 << 62))

    def play():
        game, steps = parlour.Game(name, seed=next(seeds)), 0
        while not game.is_over():
            game.apply(choice(game.legal_actions()))
            steps += 1
        return steps

    return play


def one_game(name):
    seeds = iter(range(1 << 62))

    def play():
        game, steps = parlour.Game(name, seed=next(seeds)), 0
        while not game.is_over():
            game.apply(game.sample())
            steps += 1
        return steps

    return play


def many_games(name):
    env = parlour.vector_env(name, GAMES_AT_ONCE, seed=1)

    def play():
        env.step(env.sample())
        return GAMES_AT_ONCE

    return play


def main():
    names = [name for name, *_ in parlour.games()]
    plays = {("peer", name): pyspiel_game(name) for name in PEERS}
    ways = {"choice": chosen_in_python, "sample": one_game, "at once": many_games}
    plays |= {(way, name): make(name) for way, make in ways.items() for name in names}
    measured = rates(plays)
    print(f"{'pyspiel':<16} {'steps/s':>12}")
    for name in PEERS:
        print(f"{name:<16} {measured['peer', name]:>12,.0f}")
    median = statistics.median(measured["peer", name] for name in PEERS)
    print(f"{'median':<16} {median:>12,.0f}\n")
    print(f"{'parlour':<16}" + "".join(f" {way:>12} {'ratio':>6}" for way in ways))
    for name in names:
        cells = [(measured[way, name], measured[way, name] / median) for way in ways]
        print(f"{name:<16}" + "".join(f" {rate:>12,.0f} {ratio:>6.1f}" for rate, ratio in cells))
    means = [statistics.geometric_mean(measured[way, name] / median for name in names) for way in ways]
    print(f"{'geometric mean':<16}" + "".join(f" {'':>12} {ratio:>6.1f}" for ratio in means))


if __name__ == "__main__":
    main()
