// How it looks: the pace of a move, light and dark, and a screen on which nothing may move.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrasts } from './contrast.js';
import { begin, done, fresh, moves, open, says, seeds, settled, speed, stage } from './harness.js';

const on = stage();

test('no move is paced to take longer than twelve seconds, and a short one takes its own time', async () => {
  const page = await fresh(on);
  const [longest, short, shorter] = await page.evaluate(async () => {
    const { beat } = await import('/pace.js');
    const sow = (length) => ({ step: 'sow', places: Array.from({ length }, () => 'south.1') });
    const lap = [{ step: 'lift' }, sow(9), { step: 'capture' }];
    // A lift takes two beats, a seed one and a capture five; to sleep takes two.
    const moves = [1, 10, 100, 1000].map((laps) => [Array.from({ length: laps }, () => lap).flat(), 16 * laps]);
    const speeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const times = moves.flatMap(([steps, beats]) => speeds.map((value) => beats * beat(steps, value)));
    const sleep = [{ step: 'lift' }, sow(2), { step: 'sleep' }];
    return [Math.max(...times), speeds.map((value) => beat(sleep, value)), speeds.map((value) => beat(moves[2][0], value))];
  });
  assert.ok(longest <= 12000.001 && longest > 11999, String(longest));
  assert.equal(short[0], 900);
  assert.equal(short[9], 25);
  for (const [index, value] of short.entries()) {
    if (index > 0) assert.ok(value < short[index - 1], 'each speed is faster than the one before');
    assert.ok(shorter[index] <= value);
  }
  assert.equal(shorter[0], 12000 / 1600, '1600 beats are too many at the slowest');
  await done(page);
});

test('a sow of many laps is over after twelve seconds of the clock, at the slowest speed and with timers that are late', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60000));
  await page.evaluate(async () => {
    const [{ Animator }, { Board }, { ask }] = await Promise.all(['animate', 'board', 'net'].map((name) => import(`/${name}.js`)));
    const { setTimeout: exact } = globalThis;
    globalThis.setTimeout = (act, time) => exact(act, time + 5);
    const root = document.createElement('div');
    document.body.append(root);
    const board = new Board(root, () => {});
    board.show(await ask('game', { game: { start: { position: 'tok_ku_rou 3x2' } } }), false);
    const lap = [{ step: 'lift', at: 'south.0', seeds: 5 }, { step: 'sow', places: [1, 2, 3, 4, 5].map((n) => `south.${n}`) }];
    const steps = Array.from({ length: 200 }, () => lap).flat();
    const animator = new Animator(board, () => {}, document.createElement('button'), () => 1);
    globalThis.shown = 'not yet';
    animator.run({ steps }).then(() => { globalThis.shown = 'all'; });
    globalThis.fallen = () => board.get('south.5');
  });
  await page.clock.runFor(11000);
  assert.equal(await page.evaluate('shown'), 'not yet');
  const fallen = await page.evaluate('fallen()');
  assert.ok(fallen > 100 && fallen < 202, `${fallen} seeds lie in a pit that gets one in each of 200 laps`);
  // The last timer is late, too, and counts whole milliseconds.
  await page.clock.runFor(1006);
  assert.equal(await page.evaluate('shown'), 'all');
  assert.equal(await page.evaluate('fallen()'), 202);
  await done(page);
});

/** Notes how the board looks each time something on it changes, and what moves on the page. */
const watch = (page) => page.evaluate(() => {
  globalThis.boards = new Set();
  globalThis.moving = new Set();
  const look = () => {
    boards.add([...document.querySelectorAll('#board [data-seeds]')].map((place) => place.dataset.seeds).join());
    if (!document.querySelector('.hand').hidden) moving.add('the hand');
    if (!document.getElementById('skip').hidden) moving.add('a sow to skip');
    for (const animation of document.getAnimations()) moving.add(animation.transitionProperty ?? animation.animationName);
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, childList: true });
});

test('where motion is not wanted nothing moves, and what a sow leads to is there at once', async () => {
  for (const [reducedMotion, calm] of [['reduce', true], ['no-preference', false]]) {
    const page = await fresh(on, { reducedMotion });
    await speed(page, 10);
    await page.check('#judge');
    await begin(page, { game: 'tok_ku_rou', columns: '2', laps: 'multiple-laps' });
    await page.waitForFunction(() => document.getElementById('worth').dataset.said);
    await watch(page);
    const stood = [await seeds(page)];
    while (await settled(page, stood.length - 1)) {
      await page.locator('.pit.legal').last().click();
      await settled(page, stood.length);
      stood.push(await seeds(page));
    }
    await page.waitForFunction(() => !document.getElementById('bell').hidden);
    assert.ok((await moves(page)) > 2);
    await page.waitForFunction(() => document.getElementById('worth').dataset.said.includes('wins by'));
    await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
    const [boards, moving] = await page.evaluate(() => [boards.size, [...moving]]);
    const different = new Set(stood.map((board) => JSON.stringify(board))).size;
    if (calm) {
      assert.deepEqual(moving, []);
      assert.equal(boards, different, 'nothing is seen between one board and the next');
    } else {
      assert.ok(boards > 2 * different, 'each seed is seen');
      for (const name of ['the hand', 'a sow to skip', 'ring', 'width']) assert.ok(moving.includes(name), `${name} of ${moving}`);
    }
    await done(page);
  }
});

test('no seed is lost or made where a move is shown over another, or the board is turned meanwhile', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah' });
  await speed(page, 10);
  for (const [count, pit] of ['south.2', 'south.1', 'north.3'].entries()) {
    await settled(page, count);
    await page.click(`[data-id="${pit}"]`);
  }
  await settled(page, 3);
  await page.click('#first');
  await says(page, 'status', 'Move 0 of 3');
  await page.evaluate(() => {
    Object.assign(globalThis, { counts: [], seen: 0 });
    const hand = document.querySelector('.hand');
    new MutationObserver(() => {
      const lying = [...document.querySelectorAll('#board [data-seeds]')].reduce((sum, place) => sum + Number(place.dataset.seeds), 0);
      counts.push([lying, hand.hidden ? 0 : Number(hand.textContent)]);
    }).observe(document.body, { subtree: true, attributes: true, childList: true, characterData: true });
  });
  await speed(page, 4);
  /** Looks at the next move, and waits until its sow is on the way. */
  const forth = async (ply) => {
    await page.evaluate('seen = counts.length');
    await page.click('#forth');
    await page.waitForFunction((wanted) => document.querySelector('#moves [aria-current]')?.dataset.ply === String(wanted), ply);
    await page.waitForFunction(() => counts.slice(seen).filter(([, held]) => held > 0).length > 1);
  };
  await page.evaluate(() => {
    const button = document.getElementById('forth');
    button.click();
    button.click();
  });
  await says(page, 'status', 'Move 1 of 3');
  await page.locator('#skip').waitFor();
  await forth(2);
  await page.locator('#skip').waitFor({ state: 'hidden' });
  await forth(3);
  await page.check('#turned');
  await page.locator('#skip').waitFor({ state: 'hidden' });
  const counts = await page.evaluate('counts');
  assert.ok(counts.length > 5, String(counts.length));
  for (const [lying, held] of counts) assert.ok(lying <= 48 && lying + held >= 48, `${lying} lie on the board, ${held} are held`);
  assert.equal(Object.values(await seeds(page)).reduce((sum, count) => sum + count), 48);
  await done(page);
});

for (const colorScheme of ['light', 'dark']) {
  test(`in ${colorScheme} colours all text stands out, and so do the pits that may be lifted`, async () => {
    const page = await fresh(on, { colorScheme, reducedMotion: 'reduce' });
    await settled(page, 0);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
    assert.equal(Math.max(...paper) < 128, colorScheme === 'dark', 'the page follows the device');
    const check = async (what, least) => {
      const { texts, rings } = await contrasts(page);
      assert.ok(texts.length >= least, `${what}: ${texts.length} texts`);
      assert.deepEqual(texts.filter(({ ratio }) => ratio < 4.5).slice(0, 9), [], what);
      assert.deepEqual(rings.filter(({ ratio }) => ratio < 3), [], what);
      return rings.length;
    };
    await page.evaluate(() => { for (const folded of document.querySelectorAll('details')) folded.open = true; });
    assert.equal(await check('the start of Tok Ku Rou', 120), 24);
    await page.check('#judge');
    await page.waitForFunction(() => document.getElementById('worth').dataset.said);
    await page.click('#count');
    await page.locator('.pit.legal').first().click();
    await settled(page, 1);
    assert.equal(await check('a move, the evaluation and a wrong count', 120), 24);
    await page.click('#new');
    for (const game of ['tok_ku_rou', 'kalah']) {
      await page.check(`#dialog [value="${game}"]`);
      await page.check('#dialog [value="computer"]');
      await page.locator(`.variants.${game} input`).first().fill('0');
      await page.click('#dialog [value="start"]');
      await check(`the dialog for ${game}`, 20);
    }
    await page.locator('.variants.kalah input').first().fill('6');
    await page.check('#dialog [value="device"]');
    await page.click('#dialog [value="start"]');
    await page.waitForFunction(() => document.querySelector('.board.kalah'));
    assert.equal(await check('the start of Kalah', 60), 6);
    await begin(page, { game: 'tok_ku_rou', columns: '1' });
    await page.click('#resign');
    await page.waitForFunction(() => !document.getElementById('bell').hidden);
    await page.route('**/api/game', (route) => route.abort());
    await page.click('#undo');
    await says(page, 'fault', 'try again');
    assert.equal(await check('the end, the bell and a fault', 40), 0);
    const context = page.context();
    for (const path of ['rules/tok-ku-rou', 'rules/kalah', 'rules/kalah/questions', 'sheets', 'sheets/kalah-rules', 'sheets/tok-ku-rou-score']) {
      const other = await open(context, on.server, path);
      const { texts } = await contrasts(other);
      assert.ok(texts.length > 8, path);
      assert.deepEqual(texts.filter(({ ratio }) => ratio < 4.5).slice(0, 9), [], path);
      assert.deepEqual(other.troubles, []);
    }
    await done(page);
  });
}
