// Begins: goes on with the game of the address or the one that was played last.

import { wire } from './dialog.js';
import { LocalGame } from './local.js';
import { OnlineGame, roomOfAddress } from './online.js';
import { Table, copy } from './play.js';
import { Score } from './score.js';

const $ = (id) => document.getElementById(id);
const table = new Table();
const score = new Score(table);

/** The game on this device, or a new one. */
async function local() {
  if (!(await LocalGame.resume(table, score))) {
    await LocalGame.begin(table, score, { south: 0, north: 0 }, { position: 'tok_ku_rou 12x2' });
  }
}

function online(where) {
  new OnlineGame(table, score, where, async (message) => {
    await table.attempt(local);
    table.fault(message);
  });
}

function open() {
  const room = roomOfAddress();
  if (room === null) return local();
  if (table.game?.room !== room) online({ room });
  return undefined;
}

wire(table, score, (create) => online({ create }));
$('leave').addEventListener('click', () => table.attempt(local));
$('copylink').addEventListener('click', () => copy($('link').value, 'The link is copied.'));
$('take').addEventListener('click', () => table.attempt(() => LocalGame.take(table, score, $('paste').value)));
addEventListener('hashchange', () => table.attempt(open));
await table.attempt(() => score.open());
await table.attempt(open);
document.body.dataset.ready = 'true';
