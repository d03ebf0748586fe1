"""Environments of PettingZoo."""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from ._native import Game


class _Seated:
    """What both kinds of environments share: agents are seats, and seeds deal."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game, *, players=None, options=None, preset=None, max_cycles=None, render_mode=None
    ):
        self._settings = {"game": game, "players": players, "options": options, "preset": preset}
        first = Game(seed=0, **self._settings)
        self.metadata = {**type(self).metadata, "name": f"parlour_{first.id.replace('-', '_')}"}
        self.possible_agents = [f"player_{seat}" for seat in range(first.players)]
        self.agents = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.action_names = first.actions()
        length = len(first.information_state_tensor(0))
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (length,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (first.num_actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(first.num_actions) for agent in self.possible_agents
        }
        self.game = None
        self._random = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observe(self, agent):
        """What the agent's seat knows, and what it can do now."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.game.information_state_tensor(seat),
            "action_mask": self.game.legal_mask(seat),
        }

    def render(self):
        """The table in words, as everyone sees it."""
        return self.game.describe() if self.game else None

    def close(self):
        pass

    def _deal(self, seed):
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.game = Game(seed=int(self._random.integers(1 << 62)), **self._settings)
        self.agents = self.possible_agents[:]
        self._cycles = 0

    def _on_turn(self):
        return self.possible_agents[self.game.to_act()]

    def _rewards(self):
        return dict(zip(self.possible_agents, self.game.returns()))

    def _is_cut_short(self):
        return self.max_cycles is not None and self._cycles >= self.max_cycles


class TurnEnv(_Seated, AECEnv):
    """Players act in the game's own order."""

    def reset(self, seed=None, options=None):
        self._deal(seed)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._on_turn()

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # A refused action changes nothing, so this comes first.
        self.game.apply(int(action))
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over():
            self.terminations = {agent: True for agent in self.agents}
            self.rewards = self._rewards()
        elif self._is_cut_short():
            self.truncations = {agent: True for agent in self.agents}
            self.agent_selection = self._on_turn()
        else:
            self.agent_selection = self._on_turn()
        self._accumulate_rewards()
        self._deads_step_first()


class TogetherEnv(_Seated, ParallelEnv):
    """Everyone hands in an action, and only that of the player on turn counts."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": True}

    def reset(self, seed=None, options=None):
        self._deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions):
        agent = self._on_turn()
        infos = {agent: {} for agent in self.agents}
        legal = self.game.legal_actions()
        action = int(actions.get(agent, -1))
        if action not in legal:
            infos[agent]["illegal"] = action
            action = int(self._random.choice(legal))
        self.game.apply(action)
        self._cycles += 1
        over, cut_short = self.game.is_over(), self._is_cut_short()
        rewards = self._rewards()
        observations = self._observations()
        agents = self.agents
        if over or cut_short:
            self.agents = []
        return (
            observations,
            rewards,
            {agent: over for agent in agents},
            {agent: cut_short and not over for agent in agents},
            infos,
        )

    def _observations(self):
        return {agent: self.observe(agent) for agent in self.agents}
