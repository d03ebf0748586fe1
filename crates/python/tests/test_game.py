"""One game at a time."""

import copy
import faulthandler
import gc
import json
import os
import pickle
import random
import threading

import numpy as np
import pytest

import parlour
from conftest import play, tables

GAMES = [name for name, *_ in parlour.games()]
POSITIONS = 1000


@pytest.mark.parametrize(("name", "players"), tables())
def test_random_games_end_and_their_records_verify(name, players):
    game = play(parlour.Game(name, players=players, seed=5), random.Random(5))
    assert game.is_over() and game.to_act() is None and game.legal_actions() == []
    assert len(game.returns()) == players and all(0 <= seat < players for seat in game.winners())
    again = parlour.Game.from_record(game.record())
    assert again.omniscient() == game.omniscient() and again.returns() == game.returns()
    first = parlour.Game.from_record(game.record(), actions=0)
    assert first.view(0) == parlour.Game(name, players=players, seed=5).view(0)


@pytest.mark.parametrize("name", GAMES)
def test_samples_are_legal_and_repeat(name):
    def once():
        game, sampled = parlour.Game(name, seed=11), []
        while not game.is_over():
            sampled.append(game.sample())
            assert sampled[-1] in game.legal_actions()
            game.apply(sampled[-1])
        with pytest.raises(parlour.Refused):
            game.sample()
        return sampled

    assert once() == once()


def test_a_game_can_be_asked_again_while_its_actions_are_listed():
    """Python may collect garbage while it makes a list, and then anything can run."""
    game, answers = parlour.Game(GAMES[0], seed=1), []
    expected, thresholds = game.legal_actions(), gc.get_threshold()

    def ask(phase, _):
        answers.append(game.legal_actions())

    # Without this a fault would hang for ever.
    faulthandler.dump_traceback_later(60, exit=True)
    gc.callbacks.append(ask)
    gc.set_threshold(1)
    try:
        lists = [game.legal_actions() for _ in range(100)]
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(ask)
        faulthandler.cancel_dump_traceback_later()
    assert answers and all(actions == expected for actions in lists + answers)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_listed_leads_to_the_same_game_as_its_notation(name):
    """A listed or drawn action is not checked again; a stale list gives no right to anything."""
    listed, typed, dice = parlour.Game(name, seed=12), parlour.Game(name, seed=12), random.Random(12)
    for step in range(200):
        if listed.is_over():
            break
        before = listed.legal_actions()
        action = listed.sample() if step % 2 else dice.choice(before)
        listed.apply(action)
        typed.apply(typed.actions()[action])
        assert listed.omniscient() == typed.omniscient()
        for stale in set(before) - set(typed.legal_actions()):
            if not typed.actions()[stale].startswith("say "):
                with pytest.raises(parlour.Refused):
                    listed.apply(stale)
    assert listed.omniscient_record() == typed.omniscient_record()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_tell_apart_looks_the_same(name):
    """For 1,000 positions: a state with everything hidden dealt again has the same information state and legal actions."""
    dice, positions, different = random.Random(1), 0, 0
    while positions < POSITIONS:
        game = parlour.Game(name, seed=positions)
        while not game.is_over() and positions < POSITIONS:
            seat = game.to_act()
            other = game.imagine(seat, seed=positions)
            text, tensor = game.information_state(seat)
            other_text, other_tensor = other.information_state(seat)
            assert text == other_text and np.array_equal(tensor, other_tensor)
            assert game.legal_actions() == other.legal_actions()
            different += game.omniscient() != other.omniscient()
            positions += 1
            game.apply(dice.choice(game.legal_actions()))
    assert different > POSITIONS // 10, "something is hidden in every game"


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_tensor_has_the_layout_that_it_says(name, players):
    game = parlour.Game(name, players=players, seed=2)
    layout, length = game.tensor_layout(), len(game.information_state_tensor(0))
    ends = [start + size for _, start, size in layout]
    assert [0, *ends[:-1]] == [start for _, start, _ in layout] and ends[-1] == length
    play(game, random.Random(2), steps=40)
    for seat in range(players):
        assert game.information_state_tensor(seat).shape == (length,)
        assert game.information_state_tensor(seat).dtype == np.float32


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_action_changes_nothing_and_says_why(name):
    game = parlour.Game(name, seed=3)
    before = game.omniscient()
    legal = set(game.legal_actions())
    refused = [number for number in range(game.num_actions) if number not in legal]
    clauses = []
    for number in [*refused, -1, game.num_actions, 10**30]:
        try:
            game.apply(number)
        except parlour.Error as error:
            assert error.code and str(error)
            clauses.append(error.clause)
        else:
            # Words can be said at any time.
            assert game.actions()[number].startswith("say ")
            game = parlour.Game(name, seed=3)
    assert any(clauses) or not refused, "a rule forbids it, and has a clause"
    with pytest.raises(parlour.Refused) as caught:
        game.apply("castle")
    assert caught.value.code == "bad-notation"
    assert pickle.loads(pickle.dumps(caught.value)).code == "bad-notation"
    for nonsense in [None, 1.5, b"x", [], object()]:
        with pytest.raises((parlour.Error, TypeError)):
            game.apply(nonsense)
    assert game.omniscient() == before


def test_wrong_arguments_are_exceptions_with_a_code():
    for arguments, code in [
        ({"game": "whist"}, "unknown-game"),
        ({"game": GAMES[0], "players": 0}, "wrong-number-of-players"),
        ({"game": GAMES[0], "players": 1000}, "wrong-number-of-players"),
        ({"game": GAMES[0], "seed": -1}, "bad-seed"),
        ({"game": GAMES[0], "seed": "xyz"}, "bad-seed"),
        ({"game": GAMES[0], "preset": "none such"}, None),
        ({"game": GAMES[0], "options": {"none such": 1}}, None),
        ({"game": GAMES[0], "options": {parlour.options(GAMES[0])[0][0]: [1]}}, None),
    ]:
        with pytest.raises(parlour.BadArgument) as caught:
            parlour.Game(**arguments)
        assert caught.value.code and code in (None, caught.value.code)
    game = parlour.Game(GAMES[0], seed=1)
    for call in [game.view, game.information_state, game.imagine]:
        with pytest.raises(parlour.BadArgument) as caught:
            call(99)
        assert caught.value.code == "no-such-seat"
    for text, code in [("", "unreadable-record"), ("{}", "unreadable-record"), ('{"v":99}', "record-version")]:
        with pytest.raises(parlour.BadRecord) as caught:
            parlour.Game.from_record(text)
        assert caught.value.code == code
    with pytest.raises(parlour.BadArgument):
        parlour.bot("grandmaster")


def test_a_forged_record_is_refused():
    game = play(parlour.Game(GAMES[0], seed=4), random.Random(4))
    record = json.loads(game.record())
    record["actions"] = record["actions"][:-1]
    with pytest.raises(parlour.BadRecord) as caught:
        parlour.Game.from_record(json.dumps(record))
    assert caught.value.code == "end-mismatch"


@pytest.mark.parametrize("name", GAMES)
def test_clones_and_imagined_games_go_their_own_way(name):
    game = play(parlour.Game(name, seed=6), random.Random(6), steps=3)
    before = game.omniscient()
    for other in [game.clone(), copy.copy(game), copy.deepcopy(game)]:
        play(other, random.Random(0))
        assert other.is_over() and game.omniscient() == before
    imagined = play(game.imagine(game.to_act(), seed=1), random.Random(0))
    assert imagined.is_over() and game.omniscient() == before
    with pytest.raises(parlour.BadArgument) as caught:
        imagined.record()
    assert caught.value.code == "imagined"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_but_omniscient_methods_tells_what_is_hidden(name):
    """A record has the seed, so it waits for the end; nothing is kept in attributes, texts or pickles."""
    game = play(parlour.Game(name, seed=13), random.Random(13), steps=2)
    seed = json.loads(game.omniscient_record())["seed"]
    assert not game.is_over()
    with pytest.raises(parlour.BadArgument) as caught:
        game.record()
    assert caught.value.code == "not-over"
    env = parlour.vector_env(name, 2, seed=13)
    for secret in [game, game.clone(), game.imagine(0, seed=1), env, parlour.bot("club", seed=13)]:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError):
                pickle.dumps(secret, protocol)
        told = [repr(secret), str(secret)]
        told += [str(getattr(secret, name)) for name in dir(secret) if not callable(getattr(secret, name))]
        assert seed not in "".join(told)
    quiet = {"omniscient", "omniscient_record", "omniscient_trace", "omniscient_solve", "record", "from_record"}
    for method in [name for name in dir(game) if not name.startswith("_") and name not in quiet]:
        told = getattr(game, method)
        if callable(told) and method not in ("apply", "imagine"):
            assert seed not in str(told())
    for method in ["omniscient_record", "omniscient_trace"]:
        with pytest.raises(parlour.BadArgument):
            getattr(game.imagine(0, seed=1), method)()


@pytest.mark.parametrize("name", GAMES)
def test_a_view_has_no_card_that_the_seat_does_not_know(name):
    """Dealing the hidden cards again changes no view, so no view can tell of them; the seed is not in it either."""
    game = play(parlour.Game(name, seed=8), random.Random(8), steps=5)
    for seat in range(game.players):
        text = json.dumps(game.view(seat))
        assert "seed" not in text and "shuffler" not in text
        for seed in range(20):
            assert json.dumps(game.imagine(seat, seed=seed).view(seat)) == text
    assert not hasattr(game, "seed") and not hasattr(game, "state")


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_to_the_end_and_the_same_again(name):
    def once():
        game, bots = parlour.Game(name, seed=9), [parlour.bot("club", seed=1), parlour.bot("novice", seed=2)]
        while not game.is_over():
            game.apply(bots[game.to_act() % 2].decide(game))
        return game.record()

    assert once() == once()
    game = parlour.Game(name, seed=9)
    chosen = parlour.bot("expert", seed=1, iterations=20).decide(game)
    # Words can be said at any time.
    assert chosen in game.legal_actions() or game.actions()[chosen].startswith("say ")
    with pytest.raises(parlour.Refused):
        parlour.bot("club").decide(play(game, random.Random(1)))


def test_a_solver_finds_a_way_that_wins():
    solved = 0
    for name in GAMES:
        game = parlour.Game(name, seed=1)
        try:
            ways = [(seed, parlour.Game(name, seed=seed).omniscient_solve()) for seed in range(8)]
        except parlour.BadArgument as error:
            assert error.code == "not-solvable"
            continue
        for seed, (can, way) in ways:
            game = parlour.Game(name, seed=seed)
            for action in way:
                game.apply(action)
            assert (game.winners() == [0]) == bool(can)
            solved += bool(can)
    assert solved


def test_traces_are_those_of_the_program():
    game = play(parlour.Game(GAMES[0], seed=3), random.Random(3))
    lines = [json.loads(line) for line in game.omniscient_trace().splitlines()]
    assert lines[0]["type"] == "start" and lines[-1]["type"] == "end"
    assert lines[-2]["state"] == game.omniscient()


def test_threads_and_forks_are_safe():
    results = []

    def work(seed):
        bot = parlour.bot("club", seed=seed)
        game = parlour.Game(GAMES[0], seed=seed)
        while not game.is_over():
            game.apply(bot.decide(game))
        results.append(game.returns())

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    if hasattr(os, "fork"):
        env = parlour.vector_env(GAMES[0], 4096, seed=1, threads=3)
        env.step(env.sample())
        child = os.fork()
        if child == 0:
            # The threads stayed behind with the parent.
            env.step(env.sample())
            play(parlour.Game(GAMES[0], seed=1), random.Random(1))
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_function_can_play_by_the_bot_protocol(capsys):
    game = parlour.Game(GAMES[0], seed=1)
    decide = {
        "view": game.view(0),
        "legal": [game.actions()[number] for number in game.legal_actions()],
        "actions": game.legal_actions(),
    }
    lines = [json.dumps(message) for message in [{"start": {"seat": 0}}, {"decide": decide}, {"end": {}}]]
    parlour.play_bot(lambda decision, start: decision["actions"][-1], lines=lines, out=None)
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said == [{"ready": {"tensor": False}}, {"act": decide["legal"][-1]}]


def test_games_that_differ_in_the_seed_alone_have_their_own_records():
    first, second = (parlour.Game("propre", seed=seed) for seed in (1, 2))
    seeds = [json.loads(game.omniscient_record())["seed"] for game in (first, second)]
    assert seeds[0] != seeds[1]
    assert seeds[1] == json.loads(parlour.Game("propre", seed=2, players=4).omniscient_record())["seed"]
