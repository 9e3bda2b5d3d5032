// Shows a move step by step, from the steps the server tells.

import { beat, beats } from './pace.js';
import { shout } from './tell.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Animator {
  constructor(board, say, skipButton, speed) {
    Object.assign(this, { board, say, skipButton, speed, running: null });
    skipButton.addEventListener('click', () => this.skip());
  }

  /** Breaks off what is being shown. Whoever started it shows the board as it is afterwards. */
  skip() {
    this.running?.stop();
  }

  /** Shows the steps; comes back at the end, or when skipped. Gives the marks of the move. */
  async run(moved) {
    this.skip();
    const marks = new Map();
    if (still.matches) {
      for (const step of moved.steps) this.remember(step, marks);
      return marks;
    }
    const run = { stopped: false, stop: () => {} };
    const stopped = new Promise((done) => {
      run.stop = () => {
        run.stopped = true;
        done();
      };
    });
    this.running = run;
    this.skipButton.hidden = false;
    // Timers are late by some milliseconds each. What is late is made up for, so that the whole takes no longer.
    let due = performance.now();
    const wait = (times) => {
      due += times * beat(moved.steps, this.speed());
      const left = due - performance.now();
      if (left <= 0) return undefined;
      let timer;
      const passed = new Promise((done) => { timer = setTimeout(done, left); });
      return Promise.race([passed, stopped]).then(() => clearTimeout(timer));
    };
    for (const step of moved.steps) {
      this.remember(step, marks);
      if (!run.stopped) await this.step(step, wait, run);
    }
    if (this.running === run) {
      this.running = null;
      this.skipButton.hidden = true;
      this.board.hand.hidden = true;
      this.say('');
    }
    return marks;
  }

  /** Shows one step. The beats it waits for are those that its kind is counted with. */
  async step(step, wait, run) {
    const { board } = this;
    const words = shout(step);
    if (words) this.say(words);
    if (step.step === 'lift') {
      board.set(step.at, 0);
      board.mark([[step.at, 'lifted']]);
      board.holdOver(step.at, step.seeds);
      await wait(2);
    } else if (step.step === 'sow') {
      let left = step.places.length;
      for (const place of step.places) {
        if (run.stopped) return;
        left -= 1;
        board.set(place, board.get(place) + 1);
        board.mark([[place, 'sown']]);
        board.holdOver(place, left);
        await wait(1);
      }
    } else if (step.step === 'capture') {
      board.mark([...step.places, step.at].map((place) => [place, 'eaten']));
      await wait(3);
      if (run.stopped) return;
      for (const place of step.places) board.set(place, 0);
      if (step.to) {
        // In Kalah the seed that captured goes along.
        board.set(step.to, board.get(step.to) + step.seeds + board.get(step.at));
        board.set(step.at, 0);
      } else {
        board.holdOver(step.at, step.seeds);
      }
      await wait(2);
    } else {
      if (step.step === 'sweep') {
        board.clearPits();
        if (step.player) board.set(`${step.player}.store`, board.get(`${step.player}.store`) + step.seeds);
      }
      await wait(beats(step));
    }
  }

  remember(step, marks) {
    if (step.step === 'lift') marks.set(step.at, 'lifted');
    if (step.step === 'sow') for (const place of step.places) marks.set(place, 'sown');
    if (step.step === 'capture') for (const place of step.places) marks.set(place, 'eaten');
  }
}
