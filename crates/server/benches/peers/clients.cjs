// Plays at boardgame.io's tables with its own clients, a move as soon as everyone has seen the last one:
// node clients.cjs PORT TABLES PLAYERS SECONDS SERVER_PID
// At the end it prints the moves that everyone saw and the seconds of processor time that the server took meanwhile.
const { readFileSync } = require('node:fs');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { Game } = require('./game.cjs');

const [port, tables, players, seconds, pid] = process.argv.slice(2).map(Number);
const TICKS = 100;
// Moves at each table that do not count.
const WARM_UP = 50;
// Milliseconds that everything before the measurement may take.
const PATIENCE = 180000;

// User and system time of the server, all threads.
function processor() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

let moves = 0;
let ready = 0;
let playing = false;
const seated = [];

function sit(table) {
  const clients = [];
  let last = -1;
  const look = () => {
    const states = clients.map((client) => client.getState());
    if (clients.length < players || states.some((state) => !state)) return;
    const now = states[0]._stateID;
    if (now === last || states.some((state) => state._stateID !== now)) return;
    if (last < 0) ready += 1;
    else moves += 1;
    last = now;
    if (playing) act();
  };
  const act = () => {
    const mover = clients[Number(clients[0].getState().ctx.currentPlayer)];
    if (Math.random() < 0.5) mover.moves.keep();
    else mover.moves.swap();
  };
  for (let seat = 0; seat < players; seat++) {
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ['websocket'] } });
    const client = Client({ game: Game, numPlayers: players, matchID: `table${table}`, playerID: `${seat}`, multiplayer, debug: false });
    clients.push(client);
    client.subscribe(look);
    client.start();
  }
  seated.push(act);
}

for (let table = 0; table < tables; table++) sit(table);

// The time counts once node has compiled what is used most.
const measure = () => {
  const [began, start, before] = [processor(), Date.now(), moves];
  setTimeout(() => {
    const [time, took, made] = [(Date.now() - start) / 1000, processor() - began, moves - before];
    console.log(`${tables} tables of ${players}: ${made} moves in ${time.toFixed(1)} s, after ${before} that do not count`);
    console.log(`Server: ${took.toFixed(2)} s of processor time, ${Math.round(made / took)} moves for each`);
    process.exit(0);
  }, seconds * 1000);
};

const waiting = setInterval(() => {
  if (!playing && ready === tables) {
    playing = true;
    seated.forEach((act) => act());
  }
  if (moves < tables * WARM_UP) return;
  clearInterval(waiting);
  measure();
}, 50);

setTimeout(() => {
  console.error(`only ${moves} moves at ${ready} of ${tables} tables`);
  process.exit(1);
}, PATIENCE + seconds * 1000).unref();
