// Looking back at a game, and games in several tabs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, done, fresh, moves, open, says, settled, stage } from './harness.js';

const on = stage();

const paste = async (page, text) => {
  await page.evaluate(() => { document.getElementById('paste').closest('details').open = true; });
  await page.fill('#paste', text);
  await page.click('#take');
};
const said = (page) => page.locator('#worth').getAttribute('data-said');

test('what is looked at is judged, and nothing is taken back unseen', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await page.check('#judge');
  await settled(page, 0);
  await page.waitForFunction(() => document.getElementById('worth').dataset.said);
  const first = await said(page);
  await begin(page, { game: 'kalah' });
  await page.waitForFunction((old) => document.getElementById('worth').dataset.said !== old, first);
  const before = await said(page);
  // Not the best move.
  await page.click('[data-id="south.0"]');
  await settled(page, 1);
  await page.waitForFunction((old) => document.getElementById('worth').dataset.said !== old, before);
  const after = await said(page);
  await page.click('#first');
  await page.waitForFunction((old) => document.getElementById('worth').dataset.said === old, before);
  assert.ok(await page.locator('#undo').isDisabled());
  assert.equal(await moves(page), 1);
  await page.click('#last');
  await page.waitForFunction((old) => document.getElementById('worth').dataset.said === old, after);
  await page.click('#resign');
  await says(page, 'status', 'gives up');
  assert.ok(await page.locator('#worth').isHidden(), 'who gave up has lost, whoever stood better');
  await page.click('#undo');
  await page.waitForFunction(() => !document.getElementById('worth').hidden);
  await done(page);
});

test('whoever undoes all by keyboard goes on at the board', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await settled(page, 0);
  await page.locator('.pit.legal').first().press('Enter');
  await settled(page, 1);
  await page.locator('#undo').press('Enter');
  await page.waitForFunction(() => document.activeElement.classList.contains('pit'));
  assert.equal(await moves(page), 0);
  await done(page);
});

test('a page that the browser had laid aside shows what was played since', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await begin(page, { game: 'kalah' });
  const other = await open(page.context(), on.server);
  await settled(other, 0);
  await other.locator('.pit.legal').first().click();
  await settled(other, 1);
  // The same tab went on elsewhere meanwhile.
  const kept = await other.evaluate(() => sessionStorage.getItem('game'));
  await page.evaluate((game) => sessionStorage.setItem('game', game), kept);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await settled(page, 1);
  assert.equal(await moves(page), 1);
  await done(page);
});

test('the list shows the move that is looked at', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await begin(page, { game: 'tok_ku_rou', columns: '4' });
  let played = 0;
  while (played < 60 && await settled(page, played)) {
    await page.locator('.pit.legal').first().click();
    played += 1;
  }
  await settled(page, played);
  await page.locator('#moves').evaluate((list) => { list.style.maxHeight = '4rem'; });
  const current = () => page.evaluate(() => {
    const list = document.getElementById('moves');
    const [outer, inner] = [list, list.querySelector('[aria-current]') ?? list.firstElementChild].map((element) => element.getBoundingClientRect());
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  });
  assert.ok(await page.locator('#moves').evaluate((list) => list.scrollHeight > 2 * list.clientHeight), 'a long list');
  for (const [button, status] of [['#first', 'Move 0 of'], ['#forth', 'Move 1 of'], ['#last', ''], ['#back', 'Move']]) {
    await page.click(button);
    await says(page, 'status', status);
    assert.ok(await current(), button);
  }
  await done(page);
});

test('each tab goes on with its own game', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await begin(page, { game: 'kalah' });
  await page.locator('.pit.legal').first().click();
  await settled(page, 1);
  const other = await open(page.context(), on.server);
  await settled(other, 1);
  await begin(other, { game: 'tok_ku_rou', columns: '3' });
  for (const [tab, board] of [[page, '.board.kalah'], [other, '.board.tok_ku_rou']]) {
    await tab.reload();
    await tab.waitForSelector(board);
  }
  assert.equal(await moves(page), 1);
  await done(page);
});

test('players go by their names, but not the computer', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await settled(page, 0);
  await page.fill('#namesouth', 'Achol');
  await page.fill('#namenorth', 'W'.repeat(24));
  await begin(page, { game: 'kalah' });
  assert.equal(await page.locator('#status').textContent(), 'Achol to move');
  await page.locator('.pit.legal').first().click();
  await says(page, 'told', 'Achol plays 1.');
  await page.fill('#namesouth', 'Deng');
  await page.focus('#namenorth');
  await says(page, 'told', 'Deng plays 1.');
  assert.equal(await page.locator('#moves button').getAttribute('aria-label'), 'Move 1, Deng 1');
  await page.fill('#namesouth', 'Achol');
  await page.setViewportSize({ width: 320, height: 640 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'a long name is broken');
  await page.click('#resign');
  await says(page, 'status', 'WWWW gives up. Achol ');
  await begin(page, { game: 'kalah', opponent: 'computer', level: '1', side: 'north', first: 'south' });
  await settled(page, 1);
  assert.match(await page.locator('#told').textContent(), /^South plays/);
  await done(page);
});

test('every seed is drawn whole, however many lie together', async () => {
  const page = await fresh(on, { reducedMotion: 'reduce' });
  await settled(page, 0);
  for (let most = 1; most <= 42; most += 1) {
    await paste(page, `kalah 0,0,0,0,0,1/${most},0,0,0,0,0 0,0 s 6x4`);
    await page.waitForFunction((count) => document.querySelector('[data-id="south.0"]').dataset.seeds === String(count), most);
    const [drawn, cut] = await page.evaluate(() => {
      const all = [...document.querySelectorAll('[data-id="south.0"] .seed')];
      const out = all.filter((seed) => {
        const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(seed.getAttribute(name)));
        return Math.hypot(x, y) + r > 50;
      });
      return [all.length, out.length];
    });
    assert.deepEqual([drawn, cut], [Math.min(most, 40), 0]);
  }
  await done(page);
});
