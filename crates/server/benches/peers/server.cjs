// boardgame.io's own server, tables in memory: node server.cjs PORT
const { Server, Origins } = require('boardgame.io/server');
const { Game } = require('./game.cjs');

const port = Number(process.argv[2]);
Server({ games: [Game], origins: [Origins.LOCALHOST] })
  .run({ port, callback: () => console.log('listening') });
