// A game on this device, between two people or against the computer. It lives in the browser's storage as its record.

import { ask } from './net.js';
import { NAMES, other } from './tell.js';

const KEPT = 'game';

/** A number for the computer's taste, so that it does not play every game alike. It also names the game in the match. */
const taste = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class LocalGame {
  /** `seats` has for each player 0, a person, or the computer's level. */
  constructor(table, score, state) {
    Object.assign(this, { table, score, state, online: false, generation: 0 });
    this.turned = state.seats.south > 0 && state.seats.north === 0;
  }

  /** Begins a game that starts so. Who starts may be left to a toss. */
  static async begin(table, score, seats, start) {
    const wanted = table.claim();
    const view = await ask('game', { game: { start } });
    if (wanted()) LocalGame.lay(table, score, { seats, tossed: start.first === 'toss' }, view);
  }

  /** Goes on from a record or a position that was pasted. */
  static async take(table, score, seats, text) {
    const game = text.startsWith('[') ? { record: text } : { start: { position: text } };
    const wanted = table.claim();
    const view = await ask('game', { game });
    if (wanted()) LocalGame.lay(table, score, { seats, tossed: false }, view);
  }

  /** Puts a game on the table that was not there before. */
  static lay(table, score, state, view) {
    // A game that is over when it comes was played elsewhere, if it was played at all.
    new LocalGame(table, score, { ...state, taste: taste(), counted: view.outcome !== null }).open(view);
  }

  /** Goes on with the game that was played last, and tells whether there is one. */
  static async resume(table, score) {
    try {
      // A tab goes on with its own game, a new one with the newest.
      const state = JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT));
      if (!state) return false;
      const wanted = table.claim();
      const view = await ask('game', { game: { record: state.record } });
      if (wanted()) new LocalGame(table, score, state).open(view);
      return true;
    } catch (error) {
      if (error.passing) throw error;
      // What an older release kept may not be understood any more.
      for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEPT);
      return false;
    }
  }

  open(view) {
    this.table.put(this);
    this.score.show();
    // Whoever opened the game need not wait until the computer has moved.
    this.table.attempt(() => this.show(view));
  }

  /** Shows the game as it stands now, and sees to what follows. */
  async show(view) {
    const { generation } = this;
    this.keep(view);
    await this.table.update(view);
    if (generation === this.generation) await this.next();
  }

  keep(view) {
    this.view = view;
    this.state.record = view.record;
    for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify(this.state));
  }

  mine(player) {
    return this.state.seats[player] === 0;
  }

  name(player) {
    return this.mine(player) ? this.score.name(player) : NAMES[player];
  }

  seat(player) {
    const level = this.state.seats[player];
    if (level > 0) return `computer, level ${level}`;
    return this.state.seats[other(player)] > 0 ? 'you' : '';
  }

  waits(view) {
    return this.mine(view.turn) ? '' : `Level ${this.state.seats[view.turn]} is thinking`;
  }

  asks() {
    return '';
  }

  /** What is to be said before the first move. */
  opening(view) {
    return this.state.tossed && view.ply === 0 && view.outcome === null ? `The toss: ${this.name(view.starter)} starts.` : '';
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

  /** Does what somebody wants; whatever the computer was about to do is dropped. */
  async act(act) {
    this.generation += 1;
    const { generation } = this;
    let view;
    try {
      view = await ask('game', { game: { record: this.view.record }, act });
    } catch (error) {
      // Nothing has changed, so the computer takes up again what it was doing.
      if (generation === this.generation) this.next();
      throw error;
    }
    if (generation !== this.generation) return;
    if (this.state.counted && view.outcome === null) {
      this.state.counted = false;
      this.score.takeBack(this.state.taste);
    }
    await this.show(view);
  }

  async play(name) {
    if (this.view.outcome === null && this.mine(this.view.turn)) await this.act({ play: name });
  }

  async undo() {
    const moves = this.back();
    if (moves !== null) await this.act({ undo: moves });
  }

  async resign() {
    const { turn } = this.view;
    const player = this.mine(turn) ? turn : other(turn);
    await this.act({ resign: player });
  }

  /** Another game from the same start. The match tells who begins, but for a board that was set up for one player. */
  async rematch() {
    const { start, adjudication, setup } = this.view;
    const first = setup ? null : (await this.score.next()) ?? 'toss';
    await LocalGame.begin(this.table, this.score, this.state.seats, { position: start, adjudication, first });
  }

  /** What follows by itself: the computer's move, or the count of a finished game. */
  async next() {
    const { view, generation, state } = this;
    if (view.outcome !== null) {
      if (state.counted || view.outcome.reason === 'abandoned') return;
      state.counted = true;
      this.keep(view);
      this.score.count({ id: state.taste, starter: view.starter, seeds: view.scores, outcome: view.outcome });
      return;
    }
    const level = state.seats[view.turn];
    if (level === 0) return;
    const wanted = () => generation === this.generation;
    let moved = null;
    await this.table.persist(async () => {
      const { move } = await ask('choose', { record: view.record, level, seed: state.taste });
      if (!wanted()) return;
      moved = await ask('game', { game: { record: view.record }, act: { play: move } });
    }, wanted);
    if (moved !== null && wanted()) await this.show(moved);
  }
}
