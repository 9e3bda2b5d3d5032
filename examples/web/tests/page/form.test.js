// Fields that say what is wrong with them, and games that begin from what was pasted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, done, fresh, moves, says, seeds, settled, speed, stage } from './harness.js';

const on = stage();

/** What is said about a field, to the eye and to a screen reader; null if nothing is. */
const wrong = (page, field) => page.locator(field).evaluate((input) => {
  const invalid = input.getAttribute('aria-invalid');
  const said = document.getElementById(input.getAttribute('aria-describedby'));
  if (invalid === null && said === null) return null;
  const near = said.getBoundingClientRect().top - input.getBoundingClientRect().bottom;
  return { invalid, said: said.textContent, shown: said.checkVisibility(), near: Math.abs(near) < 60, focused: document.activeElement === input };
});

const told = (said) => ({ invalid: 'true', said, shown: true, near: true, focused: true });

test('the dialog says what is wrong next to the field, also where it was folded', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  const name = (field) => `#dialog [name="${field}"]`;
  const start = () => page.click('#dialog [value="start"]');
  await page.click('#new');
  const cases = [
    ['columns', '14', 'Columns: a whole number from 1 to 13.'],
    ['columns', '', 'Columns: a whole number from 1 to 13.'],
    ['columns', '2.5', 'Columns: a whole number from 1 to 13.'],
    ['tokseeds', '0', 'Seeds a pit: a whole number from 1 to 9.'],
    ['plies', '0', 'End after so many moves: a whole number from 1 to 100000, or nothing for “never”.'],
    ['nocapture', '-1', 'or so many without a capture: a whole number from 1 to 100000, or nothing for “never”.'],
  ];
  for (const [field, value, said] of cases) {
    const good = await page.inputValue(name(field));
    await page.locator(name(field)).evaluate((input, text) => { input.value = text; }, value);
    await page.evaluate(() => { document.querySelector('#dialog details').open = false; });
    await start();
    assert.deepEqual(await wrong(page, name(field)), told(said));
    assert.ok(await page.locator('#dialog').isVisible());
    await page.fill(name(field), good);
    assert.equal(await wrong(page, name(field)), null, 'gone as soon as it is mended');
  }
  // What is no number at all has no value, but is not nothing.
  await page.focus(name('plies'));
  await page.keyboard.type('e');
  await start();
  assert.deepEqual(await wrong(page, name('plies')), told(cases[4][2]));
  await page.keyboard.press('Backspace');
  // What the chosen game does not have cannot be wrong.
  await page.fill(name('columns'), '99');
  await page.check('#dialog [value="kalah"]');
  await start();
  await page.waitForFunction(() => document.querySelector('.board.kalah'));
  await done(page);
});

test('no more seeds are asked for than a board has', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  const most = [['tok_ku_rou', 'columns', '13', 'tokseeds', 4, 'With 13 columns at most 4 seeds a pit: a board has no more than 255 seeds.'],
    ['kalah', 'pits', '7', 'kalahseeds', 18, 'With 7 pits a row at most 18 seeds a pit: a board has no more than 255 seeds.']];
  for (const [game, across, size, each, seedsEach, said] of most) {
    const field = `#dialog [name="${each}"]`;
    await page.click('#new');
    await page.check(`#dialog [value="${game}"]`);
    await page.evaluate(() => { document.querySelector('#dialog details').open = true; });
    await page.fill(`#dialog [name="${across}"]`, size);
    await page.fill(field, String(seedsEach + 1));
    await page.click('#dialog [value="start"]');
    assert.deepEqual(await wrong(page, field), told(said));
    await page.click('#cancel');
    await page.click('#new');
    assert.equal(await wrong(page, field), null, 'what was given up is forgotten');
    assert.notEqual(await page.inputValue(field), String(seedsEach + 1));
    await page.check(`#dialog [value="${game}"]`);
    await page.fill(`#dialog [name="${across}"]`, size);
    await page.fill(field, String(seedsEach));
    await page.click('#dialog [value="start"]');
    await page.locator('#dialog').waitFor({ state: 'hidden' });
    const lying = Object.values(await seeds(page));
    assert.equal(lying.reduce((sum, count) => sum + count, 0), seedsEach * lying.filter((count) => count > 0).length);
    assert.ok(lying.includes(seedsEach));
  }
  await done(page);
});

test('a count that cannot be is not counted', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  await page.locator('#scores summary').click();
  for (const [south, north, field, said] of [
    ['', '', '#countsouth', "South's seeds: a whole number from 0 to 255."],
    ['24', '', '#countnorth', "North's seeds: a whole number from 0 to 255."],
    ['256', '3', '#countsouth', "South's seeds: a whole number from 0 to 255."],
    ['3', '1.5', '#countnorth', "North's seeds: a whole number from 0 to 255."],
  ]) {
    await page.fill('#countsouth', south);
    await page.fill('#countnorth', north);
    await page.click('#count');
    assert.deepEqual(await wrong(page, field), told(said));
  }
  await page.fill('#countnorth', '45');
  await page.keyboard.press('Enter');
  await says(page, 'ties', '1 game,');
  assert.equal(await page.locator('#seedsnorth').textContent(), '45', 'the first that is counted');
  await done(page);
});

test('what was pasted is played against the computer, and its rematch is the same board under the same terms', async () => {
  const page = await fresh(on);
  await speed(page, 10);
  await settled(page, 0);
  await page.locator('section[aria-label="Moves"] summary').click();
  assert.ok(await page.locator('#takeside').isHidden(), 'two people need no side');
  await page.fill('#paste', 'kalah 1,2 nowhere');
  await page.click('#take');
  await page.waitForFunction(() => document.getElementById('wrong-paste').textContent);
  const { said, ...rest } = await wrong(page, '#paste');
  assert.equal(said, "Line 1, sign 11: expected a slash, found 'n'");
  assert.deepEqual(rest, { invalid: 'true', shown: true, near: true, focused: true });

  await page.fill('#paste', '\n\n[Game "kalah"]\n[South "Éé"] x\n\n*');
  await page.click('#take');
  await page.waitForFunction(() => document.getElementById('wrong-paste').textContent);
  assert.match((await wrong(page, '#paste')).said, /^Line 4, sign 14: /, 'where the x is');
  await page.fill('#paste', '  ');
  await page.click('#take');
  assert.deepEqual(await wrong(page, '#paste'), told('Paste a position or a record first.'));

  await page.selectOption('#takelevel', '1');
  await page.selectOption('#takeside', 'south');
  const position = 'kalah 0,3,1/2,0,4 5,3 n 3x3,leave-empty';
  await page.fill('#paste', `[Game "kalah"]\n[Setup "${position}"]\n[Adjudication "repetition-count,plies 40"]\n*`);
  assert.equal(await wrong(page, '#paste'), null);
  await page.click('#take');
  await settled(page, 1);
  assert.ok((await moves(page)) >= 1, 'North is the computer and begins');
  assert.equal(await page.locator('.bar.north .seat').textContent(), 'computer, level 1');
  const names = await page.locator('#moves li').evaluateAll((items) => items.map((item) => item.className));
  assert.deepEqual(names, ['north']);
  await page.click('#resign');
  await says(page, 'status', 'South gives up');

  // Held back, so that the board is seen before the computer moves.
  let release;
  const held = new Promise((go) => { release = go; });
  await page.route('**/api/choose', (route) => held.then(() => route.continue()));
  await page.click('#rematch');
  await says(page, 'status', 'Level 1 is thinking');
  assert.deepEqual(await seeds(page), {
    'north.2': 0, 'north.1': 3, 'north.0': 1, 'south.0': 2, 'south.1': 0, 'south.2': 4, 'south.store': 5, 'north.store': 3,
  });
  await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); });
  await page.click('#copyrecord');
  const record = await page.locator('#paste').inputValue();
  assert.ok(record.includes(`[Setup "${position}"]`), record);
  assert.ok(record.includes('[Adjudication "repetition-count,plies 40"]'), record);
  release();
  await settled(page, 1);
  assert.equal(await page.locator('.bar.north .seat').textContent(), 'computer, level 1');
  await done(page);
});

test('a rematch of a game that was not set up changes who starts', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah', first: 'north', pits: '3', plies: '30' });
  await page.click('#resign');
  await page.click('#rematch');
  await says(page, 'status', 'South to move');
  await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); });
  await page.click('#copyrecord');
  assert.match(await page.locator('#paste').inputValue(), /\[Adjudication "repetition-tie,plies 30"\]/);
  await done(page);
});
