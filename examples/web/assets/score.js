// The scorekeeper. The browser keeps the match: the text that the core wrote, and the games that came after it, each of
// which can still be taken back.

import { ask } from './net.js';
import { NumberField } from './field.js';
import { NAMES } from './tell.js';

const $ = (id) => document.getElementById(id);
const KEPT = 'match';
/** So many games can always be taken back. */
const LATEST = 20;

/** A match without games yet. */
const fresh = () => ({ text: null, starts: $('starts').value, games: [] });

const answer = ({ text, starts, games }) => ask('match', {
  score: text, starts, games: games.map(({ starter, seeds, outcome }) => ({ starter, seeds, outcome })),
});

export class Score {
  constructor(table) {
    this.table = table;
    this.kept = null;
    /** The match in numbers. */
    this.told = null;
  }

  /** Reads the match that was kept. */
  async open() {
    try {
      this.kept = JSON.parse(localStorage.getItem(KEPT)) ?? fresh();
      this.told = await answer(this.kept);
    } catch (error) {
      if (error.passing) throw error;
      // What an older release kept may not be understood any more.
      this.kept = fresh();
      this.told = await answer(this.kept);
    }
    $('starts').value = this.kept.starts;
    this.wire();
    // Another tab has counted something.
    addEventListener('storage', ({ key }) => {
      if (key !== KEPT && key !== null) return;
      this.kept = JSON.parse(localStorage.getItem(KEPT)) ?? fresh();
      $('starts').value = this.kept.starts;
      this.refresh();
    });
  }

  wire() {
    for (const player of ['south', 'north']) {
      const input = $(`name${player}`);
      input.value = localStorage.getItem(`name.${player}`) ?? NAMES[player];
      input.addEventListener('change', () => {
        localStorage.setItem(`name.${player}`, this.name(player));
        this.table.renamed();
        if (!this.table.game?.online) this.show();
      });
    }
    $('newmatch').addEventListener('click', () => {
      const { text, games } = this.kept;
      if ((text === null && games.length === 0) || confirm('Do you begin a new match? The score so far will be gone.')) this.keep(fresh());
    });
    $('starts').addEventListener('change', () => this.keep({ ...this.kept, starts: $('starts').value }));
    const fields = ['south', 'north'].map((player) => new NumberField($(`count${player}`), `${NAMES[player]}'s seeds`));
    $('countform').addEventListener('submit', (event) => {
      event.preventDefault();
      if (!NumberField.check(fields)) return;
      const [south, north] = fields.map((field) => field.input.valueAsNumber);
      this.count({ starter: $('countstarter').value, seeds: { south, north } });
      for (const field of fields) field.input.value = '';
    });
  }

  /** Counts a game that ended. One played here has an `id`, by which it can be taken back, and counts once however many
   *  tabs show it. */
  count(game) {
    const others = this.kept.games.filter(({ id }) => id === undefined || id !== game.id);
    this.keep({ ...this.kept, games: [...others, game] });
  }

  /** Takes a game back, wherever it stands in the match; one of another match does not matter. */
  takeBack(id) {
    this.keep({ ...this.kept, games: this.kept.games.filter((game) => game.id !== id) });
  }

  keep(kept) {
    this.kept = kept;
    localStorage.setItem(KEPT, JSON.stringify(kept));
    this.refresh();
  }

  /** Asks for the match in numbers. */
  refresh() {
    const { kept } = this;
    this.table.persist(async () => {
      const told = await answer(kept);
      if (kept !== this.kept) return;
      this.told = told;
      if (!this.table.game?.online) this.show();
      if (kept.games.length <= 2 * LATEST) return;
      // The text alone stands for the oldest games.
      const { text } = await answer({ ...kept, games: kept.games.slice(0, -LATEST) });
      if (kept === this.kept) this.keep({ ...kept, text, games: kept.games.slice(-LATEST) });
    }, () => kept === this.kept);
  }

  /** Who starts the next game; null if a toss decides. */
  async next() {
    return (await answer(this.kept)).next;
  }

  name(player) {
    return $(`name${player}`).value.trim() || NAMES[player];
  }

  show() {
    $('scores').classList.remove('online');
    this.fill(this.told, (player) => this.table.game?.name(player) ?? this.name(player));
  }

  showOnline(score) {
    $('scores').classList.add('online');
    this.fill(score, (player) => NAMES[player]);
  }

  fill(score, name) {
    for (const player of ['south', 'north']) {
      $(`wins${player}`).textContent = score.wins[player];
      $(`seeds${player}`).textContent = score.seeds[player];
    }
    $('ties').textContent = `${score.games} ${score.games === 1 ? 'game' : 'games'}, ${score.ties} tied.`;
    const toss = score.games === 0 ? '' : 'A toss decides who starts next.';
    $('next').textContent = score.next ? `${name(score.next)} starts the next game.` : toss;
  }
}
