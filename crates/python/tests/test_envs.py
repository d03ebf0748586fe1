"""PettingZoo's own tests on every game, and many games at once."""

import random
import re
import types
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils import parallel_to_aec

import parlour
from conftest import play, tables

GAMES = [name for name, *_ in parlour.games()]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        # A tensor has no bounds, and a render mode is not asked for.
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("name", "players"), tables())
def test_api(name, players):
    api_test(parlour.pettingzoo_env(name, players=players), num_cycles=200)
    parallel_api_test(parlour.parallel_env(name, players=players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), tables())
def test_seed(name, players):
    seed_test(lambda: parlour.pettingzoo_env(name, players=players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), tables())
def test_max_cycles(name, players):
    def together(max_cycles):
        return parlour.parallel_env(name, players=players, max_cycles=max_cycles)

    max_cycles_test(
        types.SimpleNamespace(
            parallel_env=together, env=lambda max_cycles: parallel_to_aec(together(max_cycles))
        )
    )
    env = parlour.pettingzoo_env(name, players=players, max_cycles=4)
    env.reset(seed=1)
    for steps in range(4):
        observation, _, terminated, truncated, _ = env.last()
        assert not (terminated or truncated)
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize(("name", "players"), tables())
def test_a_game_in_the_environment_is_the_game(name, players):
    env = parlour.pettingzoo_env(name, players=players, render_mode="ansi")
    env.reset(seed=3)
    game, dice = env.game.clone(), random.Random(3)
    with pytest.raises(parlour.Refused):
        env.step(env.action_space(env.agents[0]).n)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        total[agent] += reward
        if terminated:
            env.step(None)
            continue
        assert agent == f"player_{game.to_act()}" and env.render()
        action = dice.choice(game.legal_actions())
        assert observation["action_mask"][action] == 1
        env.step(action)
        game.apply(action)
    assert list(total.values()) == game.returns()


@pytest.mark.parametrize(("name", "players"), tables())
def test_many_games_are_the_same_on_any_number_of_threads(name, players):
    one, many = (parlour.vector_env(name, 600, players=players, seed=4, threads=threads) for threads in (1, 4))
    ended = 0
    for _ in range(60):
        actions = one.sample()
        assert np.array_equal(actions, many.sample())
        masks, rows = one.masks(), np.arange(600)
        assert masks[rows, actions].all() and np.array_equal(masks, many.masks())
        rewards, dones = one.step(actions)
        others = many.step(actions)
        assert np.array_equal(rewards, others[0]) and np.array_equal(dones, others[1])
        assert rewards.shape == (600, players) and dones.dtype == bool
        assert not rewards[~dones].any()
        ended += dones.sum()
    seats, observations = one.to_act(), one.observations()
    assert np.array_equal(observations, many.observations())
    assert observations.shape == (600, one.observation_length)
    assert seats.min() >= 0 and seats.max() < players
    assert len(one) == 600
    one.reset()
    fresh = parlour.vector_env(name, 600, players=players, seed=4)
    assert np.array_equal(one.observations(), fresh.observations())


def test_some_of_many_games_end_and_begin_again():
    env = parlour.vector_env(GAMES[0], 64, players=2, seed=1)
    ended = sum(env.step(env.sample())[1].sum() for _ in range(400))
    assert ended > 64


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_action_stops_all_games(name):
    env = parlour.vector_env(name, 300, seed=1)
    before, actions = env.observations(), env.sample()
    actions[299] = env.num_actions
    with pytest.raises(parlour.Refused) as caught:
        env.step(actions)
    assert "game 299" in str(caught.value)
    assert np.array_equal(env.observations(), before)
    for wrong in [actions[:3], "nonsense", None]:
        with pytest.raises((parlour.Error, ValueError, TypeError)):
            env.step(wrong)
    with pytest.raises(parlour.BadArgument):
        parlour.vector_env(name, 0)


@pytest.mark.parametrize("name", GAMES)
def test_sizes_that_would_exhaust_the_memory_are_refused(name):
    for n in [1 << 30, 1 << 62]:
        with pytest.raises(parlour.BadArgument) as caught:
            parlour.vector_env(name, n)
        assert caught.value.code == "too-large" and "2 GiB" in str(caught.value)
    with pytest.raises(parlour.BadArgument) as caught:
        parlour.bot("expert", iterations=4_000_000_000)
    assert caught.value.code == "too-large"
    with pytest.raises(parlour.BadArgument) as caught:
        parlour.Game("aces-up", seed=1).omniscient_solve(memory_mib=1 << 40)
    assert caught.value.code == "too-large"


def test_the_rewards_of_every_player_count_for_the_memory():
    most = []
    for players in [2, 6]:
        with pytest.raises(parlour.BadArgument) as caught:
            parlour.vector_env("pass-the-ace", 1 << 30, players=players)
        most.append(int(re.search(r"(\d+) games are the most", str(caught.value))[1]))
    assert most[0] > most[1]


@pytest.mark.parametrize("name", GAMES)
def test_games_begin_again_as_they_began(name):
    env = parlour.vector_env(name, 50, seed=7)
    env.play(40)
    env.sample()
    env.reset()
    fresh = parlour.vector_env(name, 50, seed=7)
    for _ in range(20):
        actions = env.sample()
        assert np.array_equal(actions, fresh.sample())
        results = env.step(actions), fresh.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(*results))


@pytest.mark.parametrize("name", GAMES)
def test_what_was_not_sampled_can_be_done_too(name):
    """The drawn action is not checked again; any other one is, and leads to the same game."""
    drawn, chosen = (parlour.vector_env(name, 40, seed=6) for _ in range(2))
    for _ in range(30):
        actions = drawn.sample()
        results = drawn.step(actions), chosen.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(*results))
    assert np.array_equal(drawn.masks(), chosen.masks())
    assert np.array_equal(drawn.observations(), chosen.observations())


@pytest.mark.parametrize("name", GAMES)
def test_random_play_is_the_same_as_random_steps(name):
    """In one call or in many, and whether or not actions were drawn ahead."""
    played, stepped = (parlour.vector_env(name, 200, seed=5) for _ in range(2))
    for steps in [1, 7, 0, 60]:
        rewards, ended = played.play(steps)
        results = [stepped.step(stepped.sample()) for _ in range(steps)]
        sums = sum((result[0] for result in results), np.zeros_like(rewards))
        games = sum((result[1] for result in results), np.zeros_like(ended))
        assert np.array_equal(rewards, sums) and np.array_equal(ended, games)
        assert np.array_equal(played.observations(), stepped.observations())
        played, stepped = stepped, played
    with pytest.raises(parlour.BadArgument) as caught:
        played.play(1 << 31)
    assert caught.value.code == "too-large"


@pytest.mark.parametrize("name", GAMES)
def test_every_sample_is_legal_where_it_is_drawn(name):
    """Also after a step that was not drawn, and when nobody took the last sample."""
    env, rows = parlour.vector_env(name, 100, seed=2), np.arange(100)
    for turn in range(60):
        sampled = env.sample()
        assert env.masks()[rows, sampled].all()
        if turn % 3 == 0:
            again = env.sample()
            assert env.masks()[rows, again].all()
        env.step(sampled if turn % 2 else env.masks().argmax(axis=1))


def test_an_observation_of_many_is_that_of_one():
    game = parlour.Game(GAMES[0], seed=2)
    play(game, random.Random(1), steps=2)
    env = parlour.vector_env(GAMES[0], 3, seed=2)
    assert env.observation_length == len(game.information_state_tensor(0))
    assert env.num_actions == game.num_actions
