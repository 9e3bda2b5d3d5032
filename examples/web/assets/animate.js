// Shows a move step by step, from the steps the server tells.

import { shout } from './tell.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How long a seed takes at speed 1 to 10, in milliseconds. */
const pause = (speed) => [900, 650, 480, 350, 260, 190, 130, 85, 50, 25][speed - 1];

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
    const wait = (times) => {
      let timer;
      const passed = new Promise((done) => { timer = setTimeout(done, times * pause(this.speed())); });
      return Promise.race([passed, stopped]).then(() => clearTimeout(timer));
    };
    let hand = 0;
    for (const step of moved.steps) {
      this.remember(step, marks);
      if (run.stopped) continue;
      hand = await this.step(step, hand, wait, run);
    }
    if (this.running === run) {
      this.running = null;
      this.skipButton.hidden = true;
      this.board.hand.hidden = true;
      this.say('');
    }
    return marks;
  }

  async step(step, hand, wait, run) {
    const { board } = this;
    const words = shout(step);
    if (words) this.say(words);
    if (step.step === 'lift') {
      board.set(step.at, 0);
      board.mark([[step.at, 'lifted']]);
      board.holdOver(step.at, step.seeds);
      await wait(2);
      return step.seeds;
    }
    if (step.step === 'sow') {
      let left = step.places.length;
      for (const place of step.places) {
        if (run.stopped) return 0;
        left -= 1;
        board.set(place, board.get(place) + 1);
        board.mark([[place, 'sown']]);
        board.holdOver(place, left);
        await wait(1);
      }
      return 0;
    }
    if (step.step === 'capture') {
      board.mark([...step.places, step.at].map((place) => [place, 'eaten']));
      await wait(3);
      if (run.stopped) return 0;
      for (const place of step.places) board.set(place, 0);
      if (step.to) {
        // In Kalah the seed that captured goes along.
        board.set(step.to, board.get(step.to) + step.seeds + board.get(step.at));
        board.set(step.at, 0);
        await wait(2);
        return 0;
      }
      board.holdOver(step.at, step.seeds);
      await wait(2);
      return step.seeds;
    }
    if (step.step === 'sweep') {
      board.clearPits();
      if (step.player) board.set(`${step.player}.store`, board.get(`${step.player}.store`) + step.seeds);
    }
    if (words) await wait(2);
    return hand;
  }

  remember(step, marks) {
    if (step.step === 'lift') marks.set(step.at, 'lifted');
    if (step.step === 'sow') for (const place of step.places) marks.set(place, 'sown');
    if (step.step === 'capture') for (const place of step.places) marks.set(place, 'eaten');
  }
}
