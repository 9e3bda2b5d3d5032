// A connection that breaks or falls silent, and a server that lets nobody in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, done, fresh, open, says, stage } from './harness.js';

const on = stage();

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
  await context.routeWebSocket('**/online', wire);
  return open(context, on.server, path);
};

test('a seat whose answer is lost is asked for again', async () => {
  const [south, path] = await host();
  let lines = 0;
  const north = await visit(path, (page) => {
    lines += 1;
    const server = page.connectToServer();
    if (lines > 1) return;
    server.onMessage(() => page.close());
  });
  await says(north, 'here', 'North: you, here');
  assert.equal(lines, 2);
  await says(south, 'here', 'North: here');
  await done(north);
  await done(south);
});

test('a line that falls silent is given up, for a move as for nothing', async () => {
  const [south, path] = await host();
  let [lines, silent] = [0, false];
  const north = await visit(path, (page) => {
    lines += 1;
    silent = false;
    const server = page.connectToServer();
    page.onMessage((message) => silent || server.send(message));
    server.onMessage((message) => silent || page.send(message));
  });
  await says(north, 'status', 'Waiting for South');
  silent = true;
  await south.click('[data-id="south.0"]');
  await says(south, 'status', 'Waiting for North');
  // It asks every 20 seconds, and waits 10 for an answer.
  await north.waitForFunction(() => document.getElementById('status').textContent === 'Your turn', undefined, { timeout: 60000 });
  assert.equal(lines, 2);
  silent = true;
  await north.click('[data-id="north.0"]');
  await says(north, 'fault', 'The connection is lost');
  await north.waitForFunction(() => document.getElementById('fault').textContent === '');
  assert.equal(lines, 3);
  await north.click('[data-id="north.0"]');
  await says(south, 'status', 'Your turn');
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
  await says(north, 'fault', 'the disk is full');
  assert.ok(await north.locator('.pit.legal').count(), 'a game on this device');
  assert.ok(await north.locator('#invite').isHidden());
  full = false;
  await north.goto(new URL(path, on.server.address).href);
  await says(north, 'here', 'North: you, here');
  await done(north);
  await done(south);
});
