// A game for boardgame.io that is about as large as Pass the Ace: one hidden card each, kept or swapped with the
// neighbour; the lowest card of a round loses a life, and the cards are dealt anew. It never ends.
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const RANKS = 13;

function deal(G, ctx, random) {
  const deck = random.Shuffle(Array.from({ length: 52 }, (_, card) => card));
  for (let seat = 0; seat < ctx.numPlayers; seat++) G.players[seat] = { card: deck.pop() };
  G.secret = { deck };
  G.kept = 0;
}

function pass(G, ctx, events, random) {
  G.kept += 1;
  if (G.kept === ctx.numPlayers) {
    const ranks = Object.values(G.players).map((player) => player.card % RANKS);
    const lowest = Math.min(...ranks);
    G.shown = Object.values(G.players).map((player) => player.card);
    ranks.forEach((rank, seat) => {
      if (rank === lowest) G.lives[seat] -= 1;
    });
    G.round += 1;
    deal(G, ctx, random);
  }
  events.endTurn();
}

exports.Game = {
  name: 'pass',
  setup: ({ ctx, random }) => {
    const G = { players: {}, lives: Array(ctx.numPlayers).fill(0), round: 1, shown: [] };
    deal(G, ctx, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    keep: { client: false, move: ({ G, ctx, events, random }) => pass(G, ctx, events, random) },
    swap: {
      client: false,
      move: ({ G, ctx, playerID, events, random }) => {
        const other = (Number(playerID) + 1) % ctx.numPlayers;
        if (G.players[other] === undefined) return INVALID_MOVE;
        const card = G.players[playerID].card;
        G.players[playerID].card = G.players[other].card;
        G.players[other].card = card;
        pass(G, ctx, events, random);
      },
    },
  },
};
