// The scorekeeper. The match is the text that the core writes; the browser keeps it.

import { ask } from './net.js';
import { NAMES } from './tell.js';

const $ = (id) => document.getElementById(id);
const KEPT = 'match';

export class Score {
  constructor(table) {
    this.table = table;
    this.kept = null;
    for (const player of ['south', 'north']) {
      const input = $(`name${player}`);
      input.value = localStorage.getItem(`name.${player}`) ?? NAMES[player];
      input.addEventListener('change', () => {
        localStorage.setItem(`name.${player}`, this.name(player));
        if (table.view) table.tell();
      });
    }
    $('newmatch').addEventListener('click', () => table.attempt(() => this.begin()));
    $('starts').addEventListener('change', () => table.attempt(() => this.begin()));
    $('count').addEventListener('click', () => table.attempt(() => this.countByHand()));
  }

  /** Reads the match that was kept. */
  async open() {
    const score = localStorage.getItem(KEPT);
    try {
      this.keep(await ask('match', { score }));
    } catch (error) {
      if (error.code === 'offline') throw error;
      await this.begin();
    }
  }

  /** A new match. The way the starter is found holds for all of it. */
  async begin() {
    this.keep(await ask('match', { starts: $('starts').value }));
  }

  async count(what) {
    this.keep(await ask('match', { score: this.text(), ...what }));
  }

  async restore(text) {
    this.keep(await ask('match', { score: text }));
  }

  async countByHand() {
    const seeds = { south: $('countsouth').valueAsNumber, north: $('countnorth').valueAsNumber };
    if (Number.isNaN(seeds.south) || Number.isNaN(seeds.north)) {
      this.table.fault('Both numbers of seeds are needed.');
      return;
    }
    await this.count({ counted: { starter: $('countstarter').value, seeds } });
    $('countsouth').value = '';
    $('countnorth').value = '';
  }

  keep(score) {
    this.kept = score;
    localStorage.setItem(KEPT, score.text);
    if (!this.table.game?.online) this.show();
  }

  text() {
    return this.kept.text;
  }

  next() {
    return this.kept.next;
  }

  name(player) {
    return $(`name${player}`).value.trim() || NAMES[player];
  }

  show() {
    $('scores').classList.remove('online');
    $('starts').value = this.kept.starts;
    this.fill(this.kept);
  }

  showOnline(score) {
    $('scores').classList.add('online');
    this.fill(score);
  }

  fill(score) {
    for (const player of ['south', 'north']) {
      $(`wins${player}`).textContent = score.wins[player];
      $(`seeds${player}`).textContent = score.seeds[player];
    }
    $('ties').textContent = `${score.games} ${score.games === 1 ? 'game' : 'games'}, ${score.ties} tied.`;
    const toss = score.games === 0 ? '' : 'A toss decides who starts next.';
    $('next').textContent = score.next ? `${this.name(score.next)} starts the next game.` : toss;
  }
}
