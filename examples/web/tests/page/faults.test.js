// A server that does not answer, or a proxy before it that answers instead: it is told, and the game goes on afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, done, fresh, moves, says, settled, speed, stage } from './harness.js';

const on = stage();

const gone = (route) => route.abort();
const proxy = (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
const odd = (route) => route.fulfill({ status: 200, contentType: 'application/json', body: 'null' });
const other = (route) => route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":"slow down"}' });
const busy = (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"busy","message":"busy"}' });

/** Lets requests fail in these ways, one after the other, and then get through. `which` picks them by what they ask. */
const fail = async (page, what, ways, which = () => true) => {
  const left = [...ways];
  await page.route(`**/api/${what}`, (route) => {
    const way = which(route.request().postDataJSON()) ? left.shift() : undefined;
    return way ? way(route) : route.continue();
  });
  return () => left.length;
};

const fault = (page) => page.locator('#fault').textContent();

/** Begins a game against level 1, who waits for the first move. */
const against = async (page) => {
  await speed(page, 10);
  await begin(page, { game: 'kalah', opponent: 'computer', level: '1', side: 'south', first: 'south' });
  await settled(page, 0);
};

/** Plays the first pit, which ends the turn. */
const play = (page) => page.click('[data-id="south.0"]');

test('the computer moves when the server answers again', async () => {
  for (const [way, said] of [[gone, 'not answer'], [proxy, 'not answer'], [odd, 'not answer'], [other, 'not answer'], [busy, 'busy']]) {
    const page = await fresh(on);
    await against(page);
    const left = await fail(page, 'choose', [way]);
    await play(page);
    await says(page, 'fault', said);
    assert.match(await fault(page), /Trying again\.$/);
    assert.match(await page.locator('#status').textContent(), /thinking|plays/);
    await settled(page, 2);
    assert.equal(left(), 0);
    assert.equal(await fault(page), '', 'what is over is no longer told');
    await done(page);
  }
});

test('a move that the computer has chosen is played when the server answers again', async () => {
  const page = await fresh(on);
  await against(page);
  const computers = ({ game }) => game.record?.includes('1. 1 ');
  const left = await fail(page, 'game', [gone, proxy], computers);
  await play(page);
  await says(page, 'fault', 'Trying again');
  await settled(page, 2);
  assert.equal(left(), 0);
  await done(page);
});

test('the evaluation holds nobody up, and comes when it can', async () => {
  const page = await fresh(on);
  await page.check('#judge');
  await against(page);
  await fail(page, 'judge', [proxy, proxy]);
  await play(page);
  await settled(page, 2);
  await page.waitForFunction(() => document.getElementById('fault').textContent === ''
    && document.getElementById('worth').dataset.said);
  await done(page);
});

test('an undo that fails does not stop the computer', async () => {
  const page = await fresh(on);
  await against(page);
  let release;
  const held = new Promise((go) => { release = go; });
  await fail(page, 'choose', [(route) => held.then(() => route.continue())]);
  await fail(page, 'game', [gone], ({ act }) => act?.undo !== undefined);
  await play(page);
  await says(page, 'status', 'Level 1 is thinking');
  await page.click('#undo');
  await says(page, 'fault', 'The server does not answer. The game is kept; try again.');
  release();
  await settled(page, 2);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 0);
  assert.equal(await fault(page), '');
  await done(page);
});

test('what somebody wanted can be tried again', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await settled(page, 0);
  const left = await fail(page, 'game', [gone, proxy, gone]);
  for (const _ of [1, 2]) {
    await page.locator('.pit.legal').first().click();
    await says(page, 'fault', 'The game is kept; try again.');
    await page.evaluate(() => { document.getElementById('fault').textContent = ''; });
  }
  assert.equal(await moves(page), 0);
  await page.click('#new');
  await page.click('#dialog [value="start"]');
  await says(page, 'dialogfault', 'try again');
  assert.equal(left(), 0);
  await page.click('#dialog [value="start"]');
  await page.locator('#dialog').waitFor({ state: 'hidden' });
  await page.locator('.pit.legal').first().click();
  await settled(page, 1);
  await done(page);
});

test('a game that ends while the server does not answer is counted once', async () => {
  const page = await fresh(on);
  await against(page);
  await fail(page, 'match', [gone, proxy]);
  await page.click('#resign');
  await says(page, 'fault', 'Trying again');
  assert.equal(await page.locator('#ties').textContent(), '0 games, 0 tied.');
  await says(page, 'ties', '1 game,');
  await page.reload();
  await says(page, 'status', 'South gives up');
  await says(page, 'ties', '1 game,');
  await done(page);
});

test('a page that opens without an answer of the server keeps its game and its match', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await settled(page, 0);
  await page.locator('.pit.legal').first().click();
  await settled(page, 1);
  await page.click('#resign');
  await says(page, 'ties', '1 game,');
  const lefts = [await fail(page, 'match', [proxy, gone]), await fail(page, 'game', [proxy, gone])];
  await page.reload();
  await says(page, 'fault', 'Trying again');
  await page.click('#undo');
  assert.match(await fault(page), /Trying again/, 'there is nothing yet to take back');
  await settled(page, 1);
  assert.deepEqual(lefts.map((left) => left()), [0, 0]);
  assert.equal(await moves(page), 1);
  assert.match(await page.locator('#ties').textContent(), /^1 game,/);
  await done(page);
});
