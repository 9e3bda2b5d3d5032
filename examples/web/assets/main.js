// Begins: goes on with the game of the address or the one that was played last.

import { wire } from './dialog.js';
import { Field } from './field.js';
import { LocalGame } from './local.js';
import { OnlineGame, roomOfAddress, roomOfTab, showReturn } from './online.js';
import { Table, copy } from './play.js';
import { Score } from './score.js';
import { other, tellWrong } from './tell.js';

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
    await table.persist(local);
    table.fault(message);
  });
}

function open(room) {
  if (room === null) return local();
  if (table.game?.room !== room) online({ room });
  return undefined;
}

/** Against oneself there is no side to choose. */
function refreshTake() {
  $('takeside').parentElement.hidden = $('takelevel').value === '0';
}

/** Sets up what was pasted, for two people or against the computer. */
async function take() {
  paste.say('');
  const seats = { south: 0, north: 0 };
  seats[other($('takeside').value)] = Number($('takelevel').value);
  const text = $('paste').value.trim();
  try {
    if (text === '') throw new Error('Paste a position or a record first.');
    await LocalGame.take(table, score, seats, text);
    $('board').scrollIntoView({ block: 'nearest' });
  } catch (error) {
    paste.say(tellWrong(error.message, text, $('paste').value));
    paste.focus();
  }
}

const paste = new Field($('paste'));
await table.persist(() => score.open());
wire(table, score, (create) => online({ create }));
$('leave').addEventListener('click', () => table.attempt(async () => {
  await local();
  table.board.focus();
}));
$('copylink').addEventListener('click', () => copy($('link').value, 'The link is copied.'));
$('take').addEventListener('click', () => table.attempt(take));
$('takelevel').addEventListener('change', refreshTake);
refreshTake();
// The address says which room this is: the link to the page must not change it.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main').focus();
});
addEventListener('hashchange', () => table.persist(() => open(roomOfAddress())));
// A page that the browser had laid aside knows nothing of what was played since.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
showReturn();
await table.persist(() => open(roomOfAddress() ?? roomOfTab()));
document.body.dataset.ready = 'true';
