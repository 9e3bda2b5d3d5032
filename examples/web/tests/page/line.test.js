// A connection that breaks or falls silent, and a server that lets nobody in.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import { begin, done, fresh, open, says, settled, stage } from './harness.js';

const on = stage();

const seat = (page, player) => page.locator(`.bar.${player} .seat`);

/** Opens a room and sits South; tells the way there, too. */
const host = async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await begin(page, { game: 'kalah', opponent: 'online', side: 'south', first: 'south' });
  await page.waitForFunction(() => document.getElementById('link').value.includes('#room='));
  return [page, (await page.locator('#link').inputValue()).slice(on.server.address.length)];
};

/** A visitor whose connections are in our hands: `wire` gets each, as the page and the server have it. */
const visit = async (path, wire) => {
  const context = await on.browser.newContext({ reducedMotion: 'reduce' });
  await context.clock.install();
  await context.routeWebSocket('**/online', wire);
  return open(context, on.server, path);
};

/** Swallows what the server answers to the first greeting, and tells when it came. */
const deaf = () => {
  const wire = (page) => {
    wire.lines += 1;
    const server = page.connectToServer();
    page.onMessage((message) => {
      wire.rooms.add(JSON.parse(message).room);
      server.send(message);
    });
    if (wire.lines === 1) server.onMessage(() => wire.answered());
  };
  wire.lines = 0;
  wire.rooms = new Set();
  wire.answer = new Promise((come) => { wire.answered = come; });
  return wire;
};

test('a seat whose answer is lost is asked for again', async () => {
  const [south, path] = await host();
  const wire = deaf();
  const north = await visit(path, wire);
  await wire.answer;
  await says(south, 'here', 'North: here');
  await north.reload();
  await says(north, 'here', 'North: you, here');
  assert.equal(wire.lines, 2);
  await done(north);
  await done(south);
});

test('a room whose answer is lost is asked for again, and no second one opened', async () => {
  const wire = deaf();
  const page = await visit('', wire);
  await settled(page, 0);
  await begin(page, { game: 'kalah', opponent: 'online', side: 'south', first: 'south' });
  await wire.answer;
  assert.equal(await page.locator('#status').textContent(), 'Connecting');
  await says(page, 'here', 'South: you, here');
  assert.deepEqual([wire.lines, wire.rooms.size], [2, 1]);
  await done(page);
});

test('two tabs of one browser hold one seat', async () => {
  const [south, path] = await host();
  const context = await on.browser.newContext({ reducedMotion: 'reduce' });
  const tabs = await Promise.all([1, 2, 3].map(() => open(context, on.server, path)));
  for (const tab of tabs) await says(tab, 'here', 'North: you, here');
  for (const tab of tabs) {
    await tab.reload();
    await says(tab, 'here', 'North: you, here');
  }
  await done(tabs[0]);
  await done(south);
});

test('a room that is away with its file keeps its seats', async () => {
  const [south, path] = await host();
  const { folder } = on.server;
  await on.server.kill();
  on.server.folder = `${folder}-other`;
  await mkdir(on.server.folder);
  await on.server.start();
  await says(south, 'fault', 'no such room');
  await on.server.stop();
  on.server.folder = folder;
  await on.server.start();
  await south.goto(new URL(path, on.server.address).href);
  await says(south, 'here', 'South: you, here');
  await done(south);
});

test('whoever leaves a game that goes on finds the way back', async () => {
  const [south] = await host();
  const inside = async () => {
    await south.locator('#invite').waitFor();
    await says(south, 'here', 'South: you, here');
  };
  await south.goto(new URL('/rules/kalah', on.server.address).href);
  await south.goto(on.server.address);
  await inside();
  assert.match(await south.evaluate(() => location.hash), /^#room=/);
  await south.click('#leave');
  await south.locator('#invite').waitFor({ state: 'hidden' });
  await south.goto(new URL('/sheets', on.server.address).href);
  await south.goto(on.server.address);
  await settled(south, 0);
  await south.click('#return a');
  await inside();
  assert.ok(await south.locator('#return').isHidden());
  await begin(south, { game: 'kalah', opponent: 'device' });
  assert.equal(await south.evaluate(() => location.hash), '');
  await south.goBack();
  await inside();
  await south.click('#resign');
  await says(south, 'status', 'South gives up');
  await south.click('#leave');
  await south.locator('#invite').waitFor({ state: 'hidden' });
  assert.ok(await south.locator('#return').isHidden(), 'the game is over');
  await south.reload();
  await settled(south, 0);
  assert.ok(await south.locator('#invite').isHidden(), 'who has left stays here');
  await done(south);
});

test('a link to no room does not hold the way back', async () => {
  const page = await fresh(on);
  await page.goto(new URL('/rules/kalah', on.server.address).href);
  await page.goto(new URL('/#room=0123456789abcdef0123456789abcdef', on.server.address).href);
  await says(page, 'fault', 'there is no such room');
  assert.ok(await page.locator('#return').isHidden());
  await page.goBack();
  assert.equal(new URL(page.url()).pathname, '/rules/kalah');
  await done(page);
});

test('a game that comes late does not take the place of a newer one', async () => {
  const [south] = await host();
  let release;
  const held = new Promise((go) => { release = go; });
  await south.route('**/api/game', (route) => held.then(() => route.continue()));
  const late = south.waitForResponse('**/api/game');
  await south.click('#leave');
  await begin(south, { game: 'kalah', opponent: 'online', side: 'north', first: 'south' });
  await says(south, 'here', 'North: you, here');
  release();
  await late;
  await south.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
  assert.ok(await south.locator('#invite').isVisible());
  assert.equal(await seat(south, 'north').textContent(), 'you');
  await done(south);
});

test('a line that falls silent is given up, for a move as for nothing', async () => {
  const [south, path] = await host();
  // While it is silent nothing gets through, and no other line is to be had.
  let [silent, answered] = [false, () => {}];
  const north = await visit(path, (page) => {
    if (silent) {
      page.close();
      return;
    }
    const server = page.connectToServer();
    page.onMessage((message) => silent || server.send(message));
    server.onMessage((message) => {
      if (silent) return;
      page.send(message);
      if (JSON.parse(message).type === 'alive') answered();
    });
  });
  const status = (text) => north.waitForFunction(
    (wanted) => document.getElementById('status').textContent === wanted, text, { timeout: 15000 },
  );
  await status('Waiting for South');
  silent = true;
  await south.click('[data-id="south.0"]');
  await says(south, 'status', 'Waiting for North');
  // It asks every 20 seconds, and waits 10 for an answer.
  await north.clock.fastForward(20000);
  await north.clock.fastForward(10000);
  await status('No connection');
  assert.equal(await north.locator('.pit.legal').count(), 0);
  silent = false;
  await status('Your turn');
  assert.equal(await north.locator('#fault').textContent(), '');
  // It has just asked; a move does not wait until it asks again.
  const answer = new Promise((come) => { answered = come; });
  await north.clock.fastForward(20000);
  await answer;
  // Heard after the click, the answer would count as the one to the move.
  await north.evaluate(() => new Promise((heard) => { setTimeout(heard, 100); }));
  silent = true;
  await north.click('[data-id="north.0"]');
  await north.clock.fastForward(10000);
  await status('No connection');
  assert.match(await north.locator('#fault').textContent(), /^The connection is lost/);
  silent = false;
  await status('Your turn');
  await north.click('[data-id="north.0"]');
  await says(south, 'status', 'Your turn');
  await status('Waiting for South');
  assert.match(await south.title(), /^● /);
  assert.doesNotMatch(await north.title(), /^● /);
  await done(north);
  await done(south);
});

test('who cannot come in hears why, plays here meanwhile, and can try again', async () => {
  const [south, path] = await host();
  let full = true;
  const north = await visit(path, (page) => {
    const server = page.connectToServer();
    if (!full) return;
    page.onMessage(() => page.send(JSON.stringify({ type: 'error', code: 'storage', message: 'the disk is full' })));
    server.onMessage(() => {});
  });
  await says(north, 'fault', 'The online game could not be entered: the disk is full.');
  assert.ok(await north.locator('.pit.legal').count(), 'a game on this device');
  assert.ok(await north.locator('#invite').isHidden());
  full = false;
  await north.goto(new URL(path, on.server.address).href);
  await says(north, 'here', 'North: you, here');
  await done(north);
  await done(south);
});
