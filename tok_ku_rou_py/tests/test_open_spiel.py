"""OpenSpiel's own tests and algorithms on our games, and our Kalah against OpenSpiel's."""

import copy
import pickle
import random
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    get_all_states,
    mcts,
    minimax,
    random_agent,
    tabular_qlearner,
)

from tok_ku_rou import Kalah, KalahRules, search
from tok_ku_rou.open_spiel import SearchBot, SowingBot

GAMES = [
    "python_kalah",
    "python_kalah(capture=keep-sowing,sweep=finisher,reward=margin)",
    "python_kalah(pits=3,seeds=2,direction=clockwise,max_plies=200)",
    "python_tok_ku_rou(max_plies=200)",
    "python_tok_ku_rou(columns=13,seeds=4,laps=multiple,reward=margin)",
]
TINY = "python_kalah(pits=2,seeds=1)"
SMALL = "python_kalah(pits=2,seeds=2,reward=margin)"


@pytest.mark.parametrize("name", GAMES)
def test_the_official_test_passes(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


def test_kalah_is_open_spiels_mancala_move_for_move():
    ours, theirs = pyspiel.load_game("python_kalah(capture=leave-empty)"), pyspiel.load_game("mancala")
    pick = random.Random(1)
    plies = repeats = 0
    for _ in range(300):
        one, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert not one.is_terminal() and one.current_player() == other.current_player()
            # Its 14 places go round the board: South's pits, South's store, North's pits, North's store.
            first = 1 if one.current_player() == 0 else 8
            legal = one.legal_actions()
            assert [pit + first for pit in legal] == other.legal_actions()
            mover, pit = one.current_player(), pick.choice(legal)
            one.apply_action(pit)
            other.apply_action(pit + first)
            plies += 1
            repeats += one.current_player() == mover
            board = [int(seeds) for seeds in other.observation_tensor(0)[:14]]
            position = one.game.position
            if not other.is_terminal():
                assert [*board[1:8], *board[8:], board[0]] == [
                    *position.pits[0], position.scores[0], *position.pits[1], position.scores[1]
                ]
        assert one.is_terminal() and one.returns() == other.returns()
    assert plies > 9000 and repeats > 1000


def states(name, seed, plies=40):
    """The states of a random game."""
    state, pick = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    for _ in range(plies):
        yield state
        if state.is_terminal():
            return
        state = state.clone()
        state.apply_action(pick.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_states_can_be_copied_and_kept(name):
    for state in states(name, 1):
        kept = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]
        for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), kept):
            assert str(other) == str(state) and other.history() == state.history()
            assert other.game == state.game and other.returns() == state.returns()
            if not other.is_terminal():
                before = str(state)
                other.apply_action(other.legal_actions()[0])
                assert str(state) == before


@pytest.mark.parametrize("name", GAMES)
def test_the_tensor_is_what_the_player_sees(name):
    game = pyspiel.load_game(name)
    observers = {kind: game.make_py_observer(None, {"observation": kind}) for kind in ("counts", "one-hot")}
    for state in states(name, 2):
        earlier = state.game.occurrences - 1
        for player, seat in enumerate(("south", "north")):
            position = state.game.position.with_turn(seat)
            for kind, observer in observers.items():
                observer.set_from(state, player)
                assert np.array_equal(observer.dict["observation"], position.observation(kind, earlier))
                assert np.array_equal(observer.tensor, position.observation(kind, earlier).ravel())
            assert state.observation_tensor(player) == position.observation("counts", earlier).ravel().tolist()
        assert state.observation_string(0).startswith(str(state.game.position))


def test_illegal_moves_raise_and_change_nothing():
    state = pyspiel.load_game("python_kalah").new_initial_state()
    state.apply_action(2)
    for action in (2, 6, -1, 99):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(action)
        assert state.history() == [2] and state.game.moves == [2]
    over = pyspiel.load_game("python_kalah(pits=1,seeds=1)").new_initial_state()
    over.apply_action(0)
    assert over.is_terminal() and over.current_player() == pyspiel.PlayerId.TERMINAL
    with pytest.raises(pyspiel.SpielError):
        over.apply_action(0)


def test_wrong_parameters_are_told():
    for parameters in ({"pits": 99}, {"capture": "x"}, {"max_plies": 0}, {"reward": "seeds"}):
        with pytest.raises(pyspiel.SpielError, match="expected"):
            pyspiel.load_game("python_kalah", parameters)
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("python_kalah(columns=3)")
    with pytest.raises(pyspiel.SpielError, match="expected"):
        pyspiel.load_game("python_kalah").make_py_observer(None, {"observation": "planes"})


def minimax_value(position):
    """The best outcome for South by hand: the turn tells whose maximum it is, not the ply."""
    if position.is_over:
        south, north = position.scores
        return (south - north) / position.pits.shape[1] / 4
    values = [minimax_value(position.play(pit)) for pit in position.legal_moves()]
    return max(values) if position.turn == "south" else min(values)


def test_python_algorithms_find_the_value():
    game = pyspiel.load_game(SMALL)
    value = minimax_value(Kalah(KalahRules(2, 2)))
    assert value != 0
    assert minimax.alpha_beta_search(game, maximizing_player_id=0)[0] == pytest.approx(value)
    assert minimax.alpha_beta_search(game, maximizing_player_id=1)[0] == pytest.approx(-value)


def test_python_algorithms_run():
    game = pyspiel.load_game(TINY)
    assert len(get_all_states.get_all_states(game)) > 4
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4
    env = rl_environment.Environment("python_tok_ku_rou(max_plies=60)")
    number = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(0, number), random_agent.RandomAgent(1, number)]
    for _ in range(3):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
        assert sum(step.rewards) == 0


@pytest.mark.parametrize("player", [0, 1])
def test_python_tree_search_wins_for_the_player_to_move(player):
    # A program that took the wrong sign after a repeated turn would lose about as often as not.
    game = pyspiel.load_game("python_kalah(pits=4,seeds=3)")
    bot = mcts.MCTSBot(
        game, 2.0, 150, mcts.RandomRolloutEvaluator(2, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    pick, wins = random.Random(2), 0
    for _ in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == player
            state.apply_action(bot.step(state) if mine else pick.choice(state.legal_actions()))
        wins += state.returns()[player] > 0
    assert wins >= 5


def test_our_bots_play():
    state = pyspiel.load_game("python_kalah").new_initial_state()
    assert SearchBot(depth=6).step(state) == search(state.game, depth=6).best
    policy, move = SowingBot(5).step_with_policy(state)
    assert dict(policy) == {pit: float(pit == move) for pit in range(6)}
    assert SowingBot(5).get_policy(state) == policy
    strong, chance = SowingBot(3), SowingBot("random", seed=4)
    wins = 0
    for number in range(10):
        bots = [strong, chance] if number % 2 == 0 else [chance, strong]
        start = pyspiel.load_game("python_kalah").new_initial_state()
        wins += pyspiel.evaluate_bots(start, bots, number)[number % 2] > 0
        chance = SowingBot("random", seed=number)
    assert wins >= 9
    moves = {SowingBot("random", seed=seed).step(state) for seed in range(50)}
    assert moves == set(range(6))


class Case(NamedTuple):
    """Code for a process of its own, on the tiny game `g` and its start `s`, and what it prints in the end."""

    code: str
    printed: str


# Each runs in a process of its own: a fault in C++ ends the process.
IN_CPP = {
    "counterfactual regret": Case(
        """
for solver in (pyspiel.CFRSolver(g), pyspiel.CFRPlusSolver(g), pyspiel.CFRBRSolver(g)):
    for _ in range(200): solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(g, solver.average_policy()) < 0.02
for solver in (pyspiel.ExternalSamplingMCCFRSolver(g), pyspiel.OutcomeSamplingMCCFRSolver(g)):
    for _ in range(200): solver.run_iteration()
    assert pyspiel.nash_conv(g, solver.average_policy()) < 0.3
print("done")""",
        "done",
    ),
    "best responses": Case(
        """
p = pyspiel.UniformRandomPolicy(g)
assert pyspiel.TabularBestResponse(g, 0, p).value_from_state(s) == 1
print(pyspiel.exploitability(g, p) == pyspiel.TabularBestResponseMDP(g, p).exploitability().exploitability)""",
        "True",
    ),
    "expected returns": Case(
        "print(sum(pyspiel.expected_returns(s, [pyspiel.UniformRandomPolicy(g)] * 2, -1, True)))", "0.0"
    ),
    "bots": Case(
        """
ours = tok_ku_rou.open_spiel.SowingBot(7)
for other in (
    pyspiel.make_uniform_random_bot(1, 1),
    pyspiel.make_stateful_random_bot(g, 1, 1),
    pyspiel.make_policy_bot(g, 1, 1, pyspiel.UniformRandomPolicy(g)),
):
    returns = pyspiel.evaluate_bots(g.new_initial_state(), [ours, other], 1)
print(returns)""",
        "[1.0, -1.0]",
    ),
    "trees of all states": Case(
        """
t = pyspiel.convert_to_cached_tree(g)
p = pyspiel.UniformRandomPolicy(g)
assert pyspiel.exploitability(t, p) == pyspiel.exploitability(g, p)
assert pyspiel.extensive_to_matrix_game(g).num_rows() == pyspiel.num_deterministic_policies(g, 0)
print(pyspiel.InfostateTree(g, 0).tree_height() > 3)""",
        "True",
    ),
}


def in_cpp(code, game=TINY):
    """A process of its own that runs code."""
    start = f"import pyspiel, tok_ku_rou.open_spiel\ng = pyspiel.load_game({game!r})\ns = g.new_initial_state()\n"
    return subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True, timeout=100)


@pytest.mark.parametrize("name", IN_CPP)
def test_these_algorithms_in_cpp_work(name):
    told = in_cpp(IN_CPP[name].code)
    assert told.stdout.strip() == IN_CPP[name].printed, told.stderr


@pytest.mark.parametrize("tree", ["g", "pyspiel.convert_to_cached_tree(g)"])
@pytest.mark.parametrize("game", [TINY, "python_tic_tac_toe"])
def test_tree_search_in_cpp_crashes_on_every_game_in_python(game, tree):
    # So says the README. When a release mends it, say so there and move this to the tests above.
    told = in_cpp(
        "import open_spiel.python.games\n"
        f"g = pyspiel.load_game({game!r})\ng = {tree}\n"
        "e = pyspiel.RandomRolloutEvaluator(1, 1)\n"
        "print(pyspiel.MCTSBot(g, e, 2.0, 100, 10, True, 1, False).step(g.new_initial_state()))",
    )
    assert told.returncode < 0


def test_search_under_imperfect_information_refuses_our_games():
    told = in_cpp(
        "pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 100, -1,"
        " pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, False).step(s)"
    )
    assert told.returncode == 1 and "PerfectInformation" in told.stderr
