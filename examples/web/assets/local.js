// A game on this device, between two people or against the computer. It lives in the browser's storage as its record.

import { ask } from './net.js';
import { other } from './tell.js';

const KEPT = 'game';

/** Heads or tails. */
export const toss = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 1 ? 'south' : 'north');

/** A number for the computer's taste, so that it does not play every game alike. */
const taste = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class LocalGame {
  /** `seats` has for each player 0, a person, or the computer's level. */
  constructor(table, score, state) {
    Object.assign(this, { table, score, state, online: false, generation: 0 });
    this.turned = state.seats.south > 0 && state.seats.north === 0;
  }

  /** Begins a game that starts so. */
  static async begin(table, score, seats, start) {
    const view = await ask('game', { game: { start } });
    const game = new LocalGame(table, score, { seats, start, taste: taste(), counted: false });
    game.open(view);
  }

  /** Goes on from a record or a position that was pasted. */
  static async take(table, score, text) {
    const seats = { south: 0, north: 0 };
    if (!text.trim().startsWith('[')) {
      await LocalGame.begin(table, score, seats, { position: text.trim() });
      return;
    }
    const view = await ask('game', { game: { record: text } });
    const start = { position: `${view.game} ${view.rules}` };
    const game = new LocalGame(table, score, { seats, start, taste: taste(), counted: view.outcome !== null });
    game.open(view);
  }

  /** Goes on with the game that was played last, and tells whether there is one. */
  static async resume(table, score) {
    try {
      const state = JSON.parse(localStorage.getItem(KEPT));
      if (!state) return false;
      const view = await ask('game', { game: { record: state.record } });
      new LocalGame(table, score, state).open(view);
      return true;
    } catch (error) {
      if (error.code === 'offline') throw error;
      // What an older release kept may not be understood any more.
      localStorage.removeItem(KEPT);
      return false;
    }
  }

  open(view) {
    this.table.put(this);
    this.score.show();
    this.keep(view);
    // Whoever opened the game need not wait until the computer has moved.
    this.table.attempt(async () => {
      await this.table.update(view);
      await this.next();
    });
  }

  keep(view) {
    this.view = view;
    this.state.record = view.record;
    localStorage.setItem(KEPT, JSON.stringify(this.state));
  }

  mine(player) {
    return this.state.seats[player] === 0;
  }

  name(player) {
    return this.score.name(player);
  }

  seat(player) {
    const level = this.state.seats[player];
    if (level > 0) return `computer, level ${level}`;
    return this.state.seats[other(player)] > 0 ? 'you' : '';
  }

  waits(view) {
    return this.mine(view.turn) ? '' : `Level ${this.state.seats[view.turn]} is thinking`;
  }

  /** How many moves an undo takes back; null if none can be. A game given up is only resumed. */
  back() {
    const { outcome, moves } = this.view;
    if (outcome?.reason === 'resigned') return 0;
    const last = moves.findLastIndex((move) => this.mine(move.player));
    return last < 0 ? null : moves.length - last;
  }

  can(view) {
    const goes = view.outcome === null;
    return { undo: this.back() !== null, resign: goes, rematch: !goes, help: true };
  }

  leave() {
    this.generation += 1;
  }

  async act(act) {
    this.generation += 1;
    const { generation } = this;
    const view = await ask('game', { game: { record: this.view.record }, act });
    if (generation !== this.generation) return;
    this.keep(view);
    await this.table.update(view);
    if (generation === this.generation) await this.next();
  }

  async play(name) {
    if (this.view.outcome === null && this.mine(this.view.turn)) await this.act({ play: name });
  }

  async undo() {
    const moves = this.back();
    if (moves === null) return;
    if (this.state.counted && this.state.scoreBefore !== undefined) {
      await this.score.restore(this.state.scoreBefore);
      this.state.counted = false;
    }
    await this.act({ undo: moves });
  }

  async resign() {
    const { turn } = this.view;
    const player = this.mine(turn) ? turn : other(turn);
    await this.act({ resign: player });
  }

  async rematch() {
    const first = this.score.next() ?? toss();
    await LocalGame.begin(this.table, this.score, this.state.seats, { ...this.state.start, first });
  }

  /** What follows by itself: the computer's move, or the count of a finished game. */
  async next() {
    const { view, generation } = this;
    if (view.outcome !== null) {
      if (this.state.counted || view.outcome.reason === 'abandoned') return;
      this.state.counted = true;
      this.state.scoreBefore = this.score.text();
      this.keep(view);
      await this.score.count({ record: view.record });
      return;
    }
    const level = this.state.seats[view.turn];
    if (level === 0) return;
    try {
      const { move } = await ask('choose', { record: view.record, level, seed: this.state.taste });
      if (generation === this.generation) await this.act({ play: move });
    } catch (error) {
      const again = () => generation === this.generation && this.table.attempt(() => this.next());
      if (['offline', 'busy'].includes(error.code)) setTimeout(again, 2000);
      throw error;
    }
  }
}
