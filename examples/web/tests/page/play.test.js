// Whole games in a real browser: on one device, against the computer, by keyboard only, and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, done, fresh, moves, seeds, settled, speed, stage } from './harness.js';

const on = stage();

const sum = (board, of = () => true) => Object.entries(board).reduce((all, [id, n]) => all + (of(id) ? n : 0), 0);

/** Plays the last legal pit again and again until the game is over. */
const playOut = async (page) => {
  while (await settled(page, 0)) {
    const count = await moves(page);
    await page.locator('.pit.legal').last().click();
    await settled(page, count + 1);
  }
};

test('a whole game of Tok Ku Rou on one device, with the bell, the match, undo, rematch and replay', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await begin(page, { game: 'tok_ku_rou', columns: '4', laps: 'multiple-laps' });
  assert.equal(sum(await seeds(page)), 32);
  await playOut(page);
  const board = await seeds(page);
  assert.equal(sum(board), 32);
  const south = sum(board, (id) => id.startsWith('south'));
  const status = await page.locator('#status').textContent();
  assert.match(status, new RegExp(`South ${south}, North ${32 - south}: `));
  assert.notEqual(south, 16, 'these moves do not lead to a tie');
  const [winner, loser] = south > 16 ? ['South', 'North'] : ['North', 'South'];
  assert.match(status, new RegExp(`${winner} wins`));
  assert.equal(await page.locator('#bell span').textContent(), `${winner} puts a bell on ${loser}'s neck.`);
  assert.equal(await page.locator(`#wins${winner.toLowerCase()}`).textContent(), '1');
  assert.equal(await page.locator('#seedssouth').textContent(), String(south));

  const length = await moves(page);
  await page.click('#first');
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('Move 0 of'));
  assert.deepEqual(new Set(Object.values(await seeds(page))), new Set([2]), 'the start');
  for (let ply = 1; ply <= length; ply += 1) {
    await page.click('#forth');
    await page.waitForFunction((n) => document.querySelector('#moves [aria-current="step"]')?.dataset.ply === String(n), ply);
  }
  assert.deepEqual(await seeds(page), board, 'replayed to its end');

  await page.reload();
  await page.waitForFunction(() => !document.getElementById('bell').hidden);
  assert.deepEqual(await seeds(page), board, 'kept when the page reloads');
  assert.equal(await page.locator(`#wins${winner.toLowerCase()}`).textContent(), '1', 'the match too');

  await page.click('#undo');
  await page.waitForFunction((n) => document.querySelectorAll('#moves button').length === n, length - 1);
  assert.equal(await page.locator(`#wins${winner.toLowerCase()}`).textContent(), '0', 'a game taken back does not count');
  await playOut(page);
  await page.click('#rematch');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 0);
  assert.equal(await page.locator('#status').textContent(), 'North to move', 'the two take turns');
  await done(page);
});

test('a game against level 1 to its end, with a hint, the evaluation and a resignation taken back', async () => {
  const page = await fresh(on);
  await speed(page, 10);
  await begin(page, { game: 'kalah', opponent: 'computer', level: '1', side: 'north', pits: '4', kalahseeds: '3' });
  await page.check('#judge');
  assert.ok(await settled(page, 1), 'the computer has moved first');
  await page.waitForFunction(() => document.getElementById('worth').dataset.said);
  await page.click('#hint');
  await page.waitForFunction(() => document.querySelector('.pit.hinted'));
  assert.match(await page.locator('#told').textContent(), /^Hint: [1-4]\.$/);
  const count = await moves(page);
  await page.click('#resign');
  await page.waitForFunction(() => document.getElementById('status').textContent.includes('North gives up'));
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelector('.pit.legal'));
  assert.equal(await moves(page), count, 'the game goes on where it was');
  await playOut(page);
  const board = await seeds(page);
  assert.equal(sum(board), 24);
  assert.equal(sum(board, (id) => id.endsWith('store')), 24, 'all seeds are in the stores');
  assert.match(await page.locator('#status').textContent(), /One side is empty/);
  await done(page);
});

test('the sow is shown seed by seed, and can be skipped', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah' });
  await speed(page, 3);
  await page.hover('[data-id="south.2"]');
  assert.equal(await page.locator('.path').count(), 4);
  assert.ok(await page.locator('[data-id="south.store"].end').count());
  await page.click('[data-id="south.2"]');
  await page.waitForFunction(() => document.querySelector('[data-id="south.2"]').dataset.seeds === '0');
  const seen = await seeds(page);
  assert.equal(seen['south.store'], 0, 'the last seed is still in the hand');
  assert.ok(await page.locator('.hand').isVisible());
  await page.click('#skip');
  await settled(page, 1);
  assert.equal((await seeds(page))['south.store'], 1);
  assert.equal(await page.locator('#told').textContent(), 'South plays 3, and moves again.');
  await done(page);
});

test('what is shown step by step ends as the board that follows', async () => {
  const page = await fresh(on);
  for (const position of ['kalah 3x2', 'kalah 3x3,keep-sowing', 'tok_ku_rou 3x2', 'tok_ku_rou 3x2,multiple-laps']) {
    const wrong = await page.evaluate(async (start) => {
      const [{ Animator }, { Board }, { ask }] = await Promise.all(['animate', 'board', 'net'].map((name) => import(`/${name}.js`)));
      const root = document.createElement('div');
      document.querySelector('.game').append(root);
      const board = new Board(root, () => {});
      const animator = new Animator(board, () => {}, document.createElement('button'), () => 10);
      const laid = () => [...root.querySelectorAll('[data-seeds]')].map((place) => place.dataset.seeds).join();
      let view = await ask('game', { game: { start: { position: start } } });
      for (let ply = 0; ply < 12 && view.outcome === null; ply += 1) {
        board.show(view, false);
        const before = laid();
        view = await ask('game', { game: { record: view.record }, act: { play: view.legal[ply % view.legal.length].name } });
        await animator.run(view.moved);
        const shown = laid();
        board.show(view, false);
        if (shown !== laid() || shown === before) return `${view.notation}: ${shown}`;
      }
      root.remove();
      return null;
    }, position);
    assert.equal(wrong, null, position);
  }
  await done(page);
});

test('every variant can be chosen, and what is wrong is told', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await begin(page, { game: 'kalah', first: 'north', kalahseeds: '6', capture: 'leave-empty', sweep: 'sweep-none',
    direction: 'clockwise', repetition: 'repetition-count', plies: '50', nocapture: '9' });
  await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); });
  await page.click('#copyrecord');
  const record = await page.locator('#paste').inputValue();
  assert.match(record, /\[Rules "6x6,leave-empty,sweep-none,clockwise"\]/);
  assert.match(record, /\[Adjudication "repetition-count,plies 50,no-capture 9"\]/);
  await page.click('#copynotation');
  assert.match(await page.locator('#paste').inputValue(), /^kalah .* n 6x6,leave-empty,sweep-none,clockwise$/);
  assert.equal(await page.locator('#terms').textContent(), 'Kalah, 6 pits a row, 6 seeds a pit; '
    + 'a last seed in an own empty pit captures only if seeds lie across; seeds left do not count; clockwise; '
    + 'a position for the third time ends the game by counting; ends after 50 moves; ends after 9 moves without a capture.');

  await page.fill('#paste', 'kalah 1,0,0,0,0,0/0,2,0,3,1,1 20,20 n 6x4');
  await page.click('#take');
  await page.waitForFunction(() => document.querySelector('[data-id="south.store"]').dataset.seeds === '20');
  await page.click('.pit.legal');
  await page.waitForFunction(() => document.getElementById('status').textContent.includes('South 27, North 21: South wins'));
  await page.fill('#paste', record);
  await page.click('#take');
  await page.waitForFunction(() => document.querySelector('[data-id="south.3"]').dataset.seeds === '6');
  await page.fill('#paste', 'kalah 6x4 sideways');
  await page.click('#take');
  await page.waitForFunction(() => /^Line 1, sign \d+: expected/.test(document.getElementById('wrong-paste').textContent));
  await done(page);
});

test('by keyboard only, with every pit named and every move announced', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await settled(page, 0);
  const focused = () => page.evaluate(() => {
    const { activeElement: element } = document;
    return element === document.body ? '' : element.getAttribute('aria-label') ?? element.textContent;
  });
  let steps = 0;
  while (!(await focused()).includes('seeds') && steps < 12) {
    await page.keyboard.press('Tab');
    steps += 1;
  }
  assert.equal(await focused(), 'South b1, 2 seeds, can be lifted');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'South f1, 2 seeds, can be lifted');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'South f12, 2 seeds, can be lifted');
  await page.keyboard.press('Home');
  assert.equal(await focused(), 'South f1, 2 seeds, can be lifted');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'South f12, 2 seeds, can be lifted');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'North f1, 2 seeds');
  await page.keyboard.press('Enter');
  assert.equal(await moves(page), 0, 'not a pit to lift');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
  assert.equal(await page.locator('#told').textContent(), 'South plays f12, eats 12 in 3 captures.');
  assert.equal(await focused(), 'South f12, 0 seeds', 'the place is kept');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);

  while ((await focused()) !== 'New game') await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.ok(await page.locator('#dialog').isVisible());
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.locator('[name="game"][value="kalah"]').isChecked());
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.board.kalah'));
  assert.equal(await focused(), 'New game', 'the dialog gives the focus back');

  // Back to the board, and on to the end.
  while (!(await focused()).includes('seed')) await page.keyboard.press('Shift+Tab');
  for (let ply = 0; await settled(page, ply); ply += 1) {
    for (let looked = 0; !(await focused()).includes('can be lifted'); looked += 1) {
      assert.ok(looked < 12, 'a row of six and the other one hold each pit');
      await page.keyboard.press(looked === 6 ? 'ArrowUp' : 'ArrowRight');
    }
    await page.keyboard.press('Enter');
    await settled(page, ply + 1);
    assert.match(await page.locator('#told').textContent(), /^(South|North) plays [1-6]\b.*\.$/);
  }
  const board = await seeds(page);
  assert.equal(sum(board, (id) => id.endsWith('store')), 48);
  const { 'south.store': south, 'north.store': north } = board;
  assert.match(await page.locator('#status').textContent(), new RegExp(`One side is empty\\. South ${south}, North ${north}: `));
  for (let steps = 0; (await focused()) !== 'Rematch'; steps += 1) {
    assert.ok(steps < 20);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 0);
  await done(page);
});

test('on a phone, without anything beyond its edge', async () => {
  const page = await fresh(on, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await settled(page, 0);
  for (const wishes of [{}, { game: 'tok_ku_rou', columns: '13' }, { game: 'kalah', pits: '7' }]) {
    if (wishes.game) await begin(page, wishes);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), JSON.stringify(wishes));
    const sizes = await page.locator('.pit').evaluateAll((pits) => pits.map((pit) => {
      const { width, height, left, right } = pit.getBoundingClientRect();
      return { width, height, inside: left >= 0 && right <= window.innerWidth };
    }));
    assert.ok(sizes.every(({ width, height, inside }) => inside && width >= 30 && height >= 30), JSON.stringify(sizes[0]));
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('.pit.legal').first().tap();
    await settled(page, 1);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it is');
    assert.equal(await moves(page), 1);
  }
  await done(page);
});
