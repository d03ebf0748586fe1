"""Random play: decisions and steps per second against OpenSpiel, on one machine, in one run.

First what the engines do by themselves: rows of the benchmark ``playouts`` (given as ``GAME/PLAYERS/PRESET=RATE``) beside whole
games of random bots in OpenSpiel's C++. Then what Python gets of them, one game at a time and many at once. A step is an action
that is applied, dealt cards of pyspiel's games included: there a deal is made of actions, too. The loop is the same for both:
list the legal actions, choose one with Python's random numbers, apply it. It is measured with ``random.choice``, which takes most
of the time, and with a cheaper choice by index. ``sample`` and many games at once are compared with the faster of pyspiel's two.
"""

import random
import statistics
import sys
import time

import pyspiel

import parlour

# Many short slices: on a busy machine some of them are not disturbed.
SLICES, SECONDS = 30, 0.015
GAMES_AT_ONCE, STEPS_AT_ONCE = 2048, 64
# Card games of about the same kind; ratios are to the first one.
PEERS = ["crazy_eights", "hearts", "leduc_poker", "tiny_bridge_2p", "gin_rummy"]


def rates(plays):
    """Steps per second of processor time and of wall-clock time of each. They take turns, and the best of several slices
    counts: other work on the machine only slows."""
    best = dict.fromkeys(plays, (0.0, 0.0))
    for _ in range(SLICES):
        for name, play in plays.items():
            steps, start, wall = 0, time.process_time(), time.perf_counter()
            while (now := time.process_time()) - start < SECONDS:
                steps += play()
            found = steps / (now - start), steps / (time.perf_counter() - wall)
            best[name] = tuple(map(max, best[name], found))
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


def pyspiel_choice(name):
    game, choice = pyspiel.load_game(name), random.Random(1).choice

    def play():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def pyspiel_index(name):
    game, number = pyspiel.load_game(name), random.Random(1).random

    def play():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(number() * len(actions))])
            steps += 1
        return steps

    return play


def choice(name):
    choice, seeds = random.Random(1).choice, iter(range(1 << 62))

    def play():
        game, steps = parlour.Game(name, seed=next(seeds)), 0
        while not game.is_over():
            game.apply(choice(game.legal_actions()))
            steps += 1
        return steps

    return play


def index(name):
    number, seeds = random.Random(1).random, iter(range(1 << 62))

    def play():
        game, steps = parlour.Game(name, seed=next(seeds)), 0
        while not game.is_over():
            actions = game.legal_actions()
            game.apply(actions[int(number() * len(actions))])
            steps += 1
        return steps

    return play


def sample(name):
    seeds = iter(range(1 << 62))

    def play():
        game, steps = parlour.Game(name, seed=next(seeds)), 0
        while not game.is_over():
            game.apply(game.sample())
            steps += 1
        return steps

    return play


def step(name):
    env = parlour.vector_env(name, GAMES_AT_ONCE, seed=1)

    def play():
        env.step(env.sample())
        return GAMES_AT_ONCE

    return play


def play(name):
    env = parlour.vector_env(name, GAMES_AT_ONCE, seed=1)

    def play():
        env.play(STEPS_AT_ONCE)
        return GAMES_AT_ONCE * STEPS_AT_ONCE

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
    loops = {"choice": pyspiel_choice, "index": pyspiel_index}
    ways = {"choice": choice, "index": index, "sample": sample, "step": step, "play": play}
    plays = {(way, name): make(name) for way, make in loops.items() for name in PEERS}
    plays |= {(way, name): make(name) for way, make in ways.items() for name in names}
    measured = rates(plays)
    for unit, clock in enumerate(["processor time", "wall-clock time, all cores"]):
        peers = {way: measured[way, PEERS[0]][unit] for way in loops}
        fastest = max(peers.values())
        print(f"\nsteps per second of {clock}")
        print(f"{'pyspiel':<16}" + "".join(f" {way:>12} {'':>6}" for way in loops))
        for name in PEERS:
            print(f"{name:<16}" + "".join(f" {measured[way, name][unit]:>12,.0f} {'':>6}" for way in loops))
        print(f"\n{'parlour':<16}" + "".join(f" {way:>12} {'ratio':>6}" for way in ways))
        ratios = {}
        for name in names:
            row = {way: measured[way, name][unit] for way in ways}
            ratios[name] = {way: rate / peers.get(way, fastest) for way, rate in row.items()}
            print(f"{name:<16}" + "".join(f" {row[way]:>12,.0f} {ratios[name][way]:>6.1f}" for way in ways))
        means = [statistics.geometric_mean(ratios[name][way] for name in names) for way in ways]
        print(f"{'geometric mean':<16}" + "".join(f" {'':>12} {ratio:>6.1f}" for ratio in means))


if __name__ == "__main__":
    print("random play, decisions per second of processor time\n")
    compare_engines(sys.argv[1:])
    compare_packages()
