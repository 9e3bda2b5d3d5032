// Two people online, in two browsers that share nothing, with a reload and a server that crashes in the middle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, open, seeds, stage } from './harness.js';

const on = stage();

const visitor = async (path) => open(await on.browser.newContext({ reducedMotion: 'reduce' }), on.server, path);
const seat = (page, player) => page.locator(`.bar.${player} .seat`);
const says = (page, text) => page.waitForFunction(
  (wanted) => document.getElementById('status').textContent.includes(wanted), text, { timeout: 30000 },
);
const played = (page) => page.locator('#moves button').count();

test('a game online', async () => {
  const south = await visitor('');
  await begin(south, { game: 'kalah', opponent: 'online', side: 'south', pits: '4', kalahseeds: '3', first: 'south' });
  await south.waitForFunction(() => document.getElementById('link').value.includes('#room='));
  const link = await south.locator('#link').inputValue();
  const path = link.slice(on.server.address.length);
  await south.locator('.skip').press('Enter');
  assert.equal(await south.evaluate(() => document.activeElement.id), 'main');
  assert.match(await south.evaluate(() => location.hash), /^#room=/, 'still in the room');
  const north = await visitor(path);
  await says(north, 'Waiting for South');
  const watcher = await visitor(path);
  await says(watcher, 'you are watching');
  assert.equal(await north.locator('.pit.legal').count(), 0, 'not the turn of North');
  assert.ok(await north.locator('.game.turned').count(), 'each sits at the own side');

  /** Whoever may move plays the first legal pit, and all three see it. */
  const move = async () => {
    const may = (page) => page.waitForFunction(() => document.querySelector('.pit.legal')).then(() => page);
    const mover = await Promise.any([south, north].map(may));
    const before = await played(mover);
    await mover.locator('.pit.legal').first().click();
    for (const page of [south, north, watcher]) {
      await page.waitForFunction((n) => document.querySelectorAll('#moves button').length === n, before + 1);
    }
    const boards = await Promise.all([south, north, watcher].map(seeds));
    assert.deepEqual(boards[1], boards[0]);
    assert.deepEqual(boards[2], boards[0]);
    return before + 1;
  };
  await says(south, 'Your turn');
  for (let ply = 0; ply < 3; ply += 1) await move();
  assert.equal(await watcher.locator('.pit.legal').count(), 0, 'a spectator never moves');

  await south.reload();
  await south.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  assert.equal(await seat(south, 'south').textContent(), 'you', 'the seat is kept');
  await move();

  await on.server.kill();
  await south.waitForFunction(() => document.getElementById('fault').textContent.includes('connection is lost'));
  await on.server.start();
  for (const page of [south, north]) {
    await page.waitForFunction(() => document.getElementById('fault').textContent === ''
      && document.getElementById('here').textContent.startsWith('South: ')
      && !document.getElementById('here').textContent.includes('away'), undefined, { timeout: 30000 });
  }
  assert.equal(await played(south), 4, 'nothing is lost');
  await watcher.waitForFunction(() => document.getElementById('here').textContent.includes('1 watching'), undefined, { timeout: 30000 });
  while (await south.locator('#rematch').isDisabled()) await move();
  for (const page of [south, north, watcher]) await says(page, 'One side is empty');
  assert.equal(await south.locator('#ties').textContent(), await north.locator('#ties').textContent());
  assert.match(await south.locator('#ties').textContent(), /^1 game,/);
  assert.ok(await watcher.locator('#rematch').isDisabled());

  await north.click('#back');
  await south.click('#rematch');
  await says(south, 'You ask for another game');
  await says(north, 'Move');
  await says(north, 'South asks for another game: press Rematch.');
  await north.click('#rematch');
  await says(south, 'Waiting for North');
  await says(north, 'Your turn');
  north.yes = false;
  await north.click('#resign');
  assert.equal(north.asked.length, 1);
  north.yes = true;
  await north.locator('.pit.legal').first().click();
  await says(south, 'Your turn');
  assert.ok(await north.locator('#resign').isEnabled(), 'the game goes on');
  await north.click('#resign');
  await says(south, 'North gives up');

  const stranger = await visitor('#room=0123456789abcdef0123456789abcdef');
  await stranger.waitForFunction(() => document.getElementById('fault').textContent.includes('no such room'));
  assert.ok(await stranger.locator('.pit.legal').count(), 'a game on this device instead');
  for (const page of [south, north, watcher, stranger]) assert.deepEqual(page.troubles, []);
});

test('a toss is told to everybody in the room', async () => {
  const south = await visitor('');
  await begin(south, { game: 'kalah', opponent: 'online', side: 'south', first: 'toss' });
  await south.waitForFunction(() => document.getElementById('link').value.includes('#room='));
  const north = await visitor((await south.locator('#link').inputValue()).slice(on.server.address.length));
  const told = /^The toss: (South|North) starts\.$/;
  for (const page of [south, north]) {
    await page.waitForFunction((text) => new RegExp(text).test(document.getElementById('told').textContent), told.source);
  }
  const [, starter] = (await north.locator('#told').textContent()).match(told);
  assert.equal(await south.locator('#told').textContent(), `The toss: ${starter} starts.`);
  const [mover, waiting] = starter === 'South' ? [south, north] : [north, south];
  await says(mover, 'Your turn');
  assert.equal(await waiting.locator('.pit.legal').count(), 0);
  await mover.locator('.pit.legal').first().click();
  for (const page of [south, north]) {
    await page.waitForFunction((name) => document.getElementById('told').textContent.startsWith(`${name} plays`), starter);
  }

  await mover.click('#resign');
  for (const page of [south, north]) await page.click('#rematch');
  await says(waiting, 'Your turn');
  assert.equal(await south.locator('#told').textContent(), '', 'the two take turns; nobody tossed');
  for (const page of [south, north]) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});
