"""Trains a small policy for Pass the Ace with nothing but numpy, in under two minutes, and plays with it.

    python train_policy.py train policy.npz
    parlour tournament pass-the-ace --players cmd:"python train_policy.py play policy.npz",club,novice,random

The policy is linear: a weight for each thing that a player sees and each action. It plays against itself in many games at
once, and whatever was done on the way to a win becomes more likely (REINFORCE, with the game's mean as its baseline).
"""

import sys
import time

import numpy as np

import parlour

GAME, PLAYERS = "pass-the-ace", 4
# What the policy looks at; tensor_layout() has the names.
PARTS = ("own rank", "dealer", "turns of this round", "lives")
GAMES_AT_ONCE = 1024
RATE = 0.3


def columns():
    """The places of those parts in a tensor."""
    layout = parlour.Game(GAME, players=PLAYERS).tensor_layout()
    chosen = [range(start, start + size) for name, start, size in layout if name.startswith(PARTS)]
    return np.concatenate([np.array(part) for part in chosen])


def probabilities(features, masks, weights):
    """How likely each legal action is."""
    scores = np.where(masks > 0, features @ weights, -np.inf)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def crossed(features):
    """The features, their products with the own rank, and a constant: what to do with a four depends on who has moved."""
    own = features[:, :13]
    products = (own[:, :, None] * features[:, None, 13:]).reshape(len(features), -1)
    return np.concatenate([features, products, np.ones((len(features), 1), np.float32)], axis=1)


def train(path, seconds):
    dice = np.random.default_rng(1)
    env = parlour.vector_env(GAME, GAMES_AT_ONCE, players=PLAYERS, seed=1)
    places, rows = columns(), np.arange(GAMES_AT_ONCE)
    size = crossed(np.zeros((1, len(places)), np.float32)).shape[1]
    weights = np.zeros((size, env.num_actions), np.float32)
    # What each seat of each running game has done, as a direction for the weights.
    done_so_far = np.zeros((GAMES_AT_ONCE, PLAYERS, size, env.num_actions), np.float32)
    start, games, steps = time.monotonic(), 0, 0
    while time.monotonic() - start < seconds:
        features = crossed(env.observations()[:, places])
        likely = probabilities(features, env.masks(), weights)
        actions = (likely.cumsum(axis=1) > dice.random((GAMES_AT_ONCE, 1))).argmax(axis=1)
        direction = -likely
        direction[rows, actions] += 1.0
        done_so_far[rows, env.to_act()] += features[:, :, None] * direction[:, None, :]
        rewards, ended = env.step(actions)
        steps += GAMES_AT_ONCE
        if ended.any():
            wins = (rewards[ended] == rewards[ended].max(axis=1, keepdims=True)).astype(np.float32)
            better = wins / wins.sum(axis=1, keepdims=True) - 1 / PLAYERS
            weights += RATE * np.einsum("gs,gsfa->fa", better, done_so_far[ended]) / GAMES_AT_ONCE
            done_so_far[ended] = 0.0
            games += int(ended.sum())
    np.savez(path, weights=weights, places=places)
    took = time.monotonic() - start
    print(f"{games:,} games and {steps:,} decisions in {took:.0f} s; the policy is in {path}")


def play(path):
    policy = np.load(path)
    weights, places = policy["weights"], policy["places"]

    def decide(decision, _start):
        mask = np.zeros((1, weights.shape[1]))
        mask[0, decision["actions"]] = 1
        features = crossed(np.array(decision["tensor"], np.float32)[None, places])
        return probabilities(features, mask, weights)[0].argmax()

    parlour.play_bot(decide, tensor=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["train", path]:
            train(path, 60)
        case ["train", path, seconds]:
            train(path, float(seconds))
        case ["play", path]:
            play(path)
        case _:
            sys.exit(__doc__)
