// The scorekeeper: what is counted, taken back and kept, and who starts next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, done, fresh, open, says, settled, stage } from './harness.js';

const on = stage();

/** The match as the page shows it: games won, seeds, games and ties. */
const match = async (page) => Object.fromEntries(await Promise.all(
  ['winssouth', 'winsnorth', 'seedssouth', 'seedsnorth', 'ties'].map(async (id) => [id, await page.locator(`#${id}`).textContent()]),
));

/** Counts a game from a board of wood. */
const wood = async (page, south, north, games) => {
  await page.evaluate(() => { document.querySelector('#scores details').open = true; });
  await page.fill('#countsouth', String(south));
  await page.fill('#countnorth', String(north));
  await page.click('#count');
  await says(page, 'ties', `${games} game`);
};

/** Gives the game up, which counts. */
const resign = async (page, games) => {
  await page.click('#resign');
  await says(page, 'ties', `${games} game`);
};

const undo = async (page, games) => {
  await page.click('#undo');
  await settled(page, 0);
  await says(page, 'ties', `${games} game`);
};

test('a game from a board of wood is counted', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  await wood(page, 27, 21, 1);
  await wood(page, 24, 24, 2);
  await page.reload();
  await says(page, 'ties', '2 games, 1 tied.');
  assert.deepEqual(await match(page), {
    winssouth: '1', winsnorth: '0', seedssouth: '51', seedsnorth: '45', ties: '2 games, 1 tied.',
  });
  await done(page);
});

test('who starts next can be settled anew, and the match goes on', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  await wood(page, 27, 21, 1);
  const before = await match(page);
  await says(page, 'next', 'North starts the next game.');
  await page.selectOption('#starts', 'toss');
  await says(page, 'next', 'A toss decides who starts next.');
  assert.deepEqual(await match(page), before);
  await wood(page, 21, 27, 2);
  await page.reload();
  await says(page, 'ties', '2 games, 0 tied.');
  assert.equal(await page.locator('#starts').inputValue(), 'toss');
  await page.selectOption('#starts', 'loser');
  await says(page, 'next', 'South starts the next game.');

  await page.click('#newmatch');
  await says(page, 'ties', '0 games');
  assert.equal(await page.locator('#starts').inputValue(), 'loser', 'in the next match, too');
  await done(page);
});

test('undo takes its own game back, whatever was counted since', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah' });
  await resign(page, 1);
  await wood(page, 30, 18, 2);
  await page.reload();
  await says(page, 'ties', '2 games');
  await undo(page, 1);
  assert.deepEqual(await match(page), {
    winssouth: '1', winsnorth: '0', seedssouth: '30', seedsnorth: '18', ties: '1 game, 0 tied.',
  });
  await resign(page, 2);
  assert.equal((await match(page)).winsnorth, '1', 'and it counts again');

  await page.click('#rematch');
  await says(page, 'status', 'North to move');
  await resign(page, 3);
  assert.equal((await match(page)).winssouth, '2');
  await undo(page, 2);
  assert.deepEqual([(await match(page)).winssouth, (await match(page)).winsnorth], ['1', '1'], 'not the one before');
  await done(page);
});

test('a game that ended before a new match began leaves it alone', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah' });
  await wood(page, 30, 18, 1);
  await resign(page, 2);
  await page.click('#newmatch');
  await says(page, 'ties', '0 games');
  await page.reload();
  await says(page, 'status', 'South gives up');
  await says(page, 'ties', '0 games');
  await undo(page, 0);
  await resign(page, 1);
  assert.equal((await match(page)).seedssouth, '0', 'the old match does not come back');
  await done(page);
});

test('a toss at a rematch is told', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah', first: 'toss' });
  assert.match(await page.locator('#told').textContent(), /^The toss: (South|North) starts\.$/);
  await page.selectOption('#starts', 'toss');
  await resign(page, 1);
  await page.click('#rematch');
  await says(page, 'told', 'The toss: ');
  const [, starter] = (await page.locator('#told').textContent()).match(/^The toss: (South|North) starts\.$/);
  assert.equal(await page.locator('#status').textContent(), `${starter} to move`);
  await page.reload();
  await says(page, 'told', `The toss: ${starter} starts.`);
  await page.locator('.pit.legal').first().click();
  await says(page, 'told', `${starter} plays`);
  await page.selectOption('#starts', 'alternate');
  await resign(page, 2);
  await page.click('#rematch');
  await says(page, 'status', `${starter === 'South' ? 'North' : 'South'} to move`);
  assert.equal(await page.locator('#told').textContent(), '', 'nobody tossed');
  await done(page);
});

test('two tabs keep one score', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'kalah' });
  const other = await open(page.context(), on.server);
  await settled(other, 0);
  await wood(page, 27, 21, 1);
  await says(other, 'ties', '1 game,');
  await wood(other, 20, 28, 2);
  await says(page, 'ties', '2 games,');
  await resign(page, 3);
  await resign(other, 3);
  await wood(other, 24, 24, 4);
  await says(page, 'ties', '4 games, 1 tied.');
  assert.deepEqual(await match(page), await match(other), 'the game that both show is counted once');
  await page.click('#rematch');
  await settled(page, 0);
  await undo(other, 3);
  await resign(other, 4);
  await page.click('#newmatch');
  await says(other, 'ties', '0 games');
  assert.deepEqual(other.troubles, []);
  await done(page);
});

test('a long match goes on', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  for (let games = 1; games <= 43; games += 1) await wood(page, 25, 23, games);
  await page.reload();
  await says(page, 'ties', '43 games, 0 tied.');
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('match')));
  assert.ok(kept.text !== null && kept.games.length < 43, 'not every game is sent each time');
  assert.deepEqual([(await match(page)).winssouth, (await match(page)).seedsnorth], ['43', String(43 * 23)]);
  await says(page, 'next', 'North starts the next game.');
  await done(page);
});

test('a game that cannot be played does not count', async () => {
  const page = await fresh(on);
  await begin(page, { game: 'tok_ku_rou', columns: '3', tokseeds: '1' });
  await says(page, 'status', 'no pit with two seeds');
  await wood(page, 27, 21, 1);
  await page.click('#rematch');
  await says(page, 'status', 'no pit with two seeds');
  await page.reload();
  await says(page, 'ties', '1 game,');
  await done(page);
});

test('a new match asks before it forgets a score', async () => {
  const page = await fresh(on);
  await settled(page, 0);
  await page.click('#newmatch');
  assert.deepEqual(page.asked, []);
  await wood(page, 27, 21, 1);
  page.yes = false;
  await page.click('#newmatch');
  assert.equal(page.asked.length, 1);
  await page.reload();
  await says(page, 'ties', '1 game,');
  await done(page);
});

test('strangers online do not get the names of this device', async () => {
  const page = await fresh(on);
  await page.fill('#namesouth', 'Achol');
  await says(page, 'ties', '0 games');
  await begin(page, { game: 'kalah', opponent: 'online', side: 'south', first: 'south' });
  await says(page, 'here', 'South: you');
  const head = page.locator('#scores thead');
  assert.ok(await page.locator('#namesouth').isHidden());
  assert.match(await head.innerText(), /South\s+North/i);
  await page.click('#leave');
  await page.waitForSelector('#scores:not(.online)');
  assert.equal(await page.locator('#namesouth').inputValue(), 'Achol');
  assert.doesNotMatch(await head.innerText(), /South/i);
  await done(page);
});
