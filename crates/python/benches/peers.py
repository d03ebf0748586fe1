"""Random play: decisions and steps per second of processor time against OpenSpiel, on one machine, in one run.

First what the engines do by themselves: rows of the benchmark ``playouts`` (given as ``GAME/PLAYERS/PRESET=RATE``) beside whole
games of random bots in OpenSpiel's C++. Then what Python gets of them: a step is an action that is applied, dealt cards of
pyspiel's games included: there a deal is made of actions, too. pyspiel's actions are chosen from the list of legal actions with
Python's own random numbers, as it has nothing else; ours in that way (``choice``) and by ``sample``, one game at a time and many
at once.
"""

import random
import statistics
import sys
import time

import pyspiel

import parlour

SLICES, SECONDS = 6, 0.15
GAMES_AT_ONCE = 2048
# Card games of about the same kind; the median of them is what counts in Python, the first one in C++.
PEERS = ["crazy_eights", "hearts", "leduc_poker", "tiny_bridge_2p", "gin_rummy"]


def rates(plays):
    """Steps per second of each. They take turns, and the best of several slices counts: other work on the machine only slows."""
    best = dict.fromkeys(plays, 0.0)
    for _ in range(SLICES):
        for name, play in plays.items():
            steps, start = 0, time.process_time()
            while (now := time.process_time()) - start < SECONDS:
                steps += play()
            best[name] = max(best[name], steps / (now - start))
    return best


def engine_rate(name):
    """Decisions per second of random bots in OpenSpiel's C++; dealing takes time and is no decision, as in our playouts."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    best = 0.0
    for part in range(SLICES):
        decisions, spent, number = 0, 0.0, 1000 * part
        while spent < SECONDS:
            state, start = game.new_initial_state(), time.process_time()
            pyspiel.evaluate_bots(state, bots, number)
            spent += time.process_time() - start
            decisions += sum(entry.player >= 0 for entry in state.full_history())
            number += 1
        best = max(best, decisions / spent)
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
        while actions := game.legal_actions():
            game.apply(choice(actions))
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


def compare_engines(rows):
    peers = {name: engine_rate(name) for name in PEERS}
    print(f"{'OpenSpiel, C++':<40} {'decisions/s':>14}")
    for name, rate in peers.items():
        print(f"{name:<40} {rate:>14,.0f}")
    print(f"\n{'parlour, Rust':<40} {'decisions/s':>14} {'to ' + PEERS[0]:>16} {'to the fastest':>16}")
    for row in rows:
        name, rate = row.rsplit("=", 1)
        ratios = [float(rate) / peers[PEERS[0]], float(rate) / max(peers.values())]
        print(f"{name:<40} {float(rate):>14,.0f} {ratios[0]:>16.1f} {ratios[1]:>16.1f}")


def compare_packages():
    names = [name for name, *_ in parlour.games()]
    plays = {("peer", name): pyspiel_game(name) for name in PEERS}
    ways = {"choice": chosen_in_python, "sample": one_game, "at once": many_games}
    plays |= {(way, name): make(name) for way, make in ways.items() for name in names}
    measured = rates(plays)
    print(f"\n{'pyspiel':<16} {'steps/s':>12}")
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
    print("random play per second of processor time\n")
    compare_engines(sys.argv[1:])
    compare_packages()
