// Moves and results in words.

export const NAMES = { south: 'South', north: 'North' };

export const other = (player) => (player === 'south' ? 'north' : 'south');

const seeds = (number) => `${number} ${number === 1 ? 'seed' : 'seeds'}`;

/** What a step of a move is, if it is worth a word while it is shown. */
export function shout(step) {
  if (step.step === 'capture') return step.seeds === 0 ? 'takes the last seed' : `eats ${step.seeds}`;
  if (step.step === 'sleep') return 'sleeps';
  if (step.step === 'sweep') return `${seeds(step.seeds)} left`;
  if (step.step === 'store') return 'into the store';
  return '';
}

/** A move in one sentence. `name` tells what a player is called. */
export function tellMove(moved, name) {
  const { player, steps, again, shortened } = moved;
  const parts = [`${name(player)} plays ${moved.name}`];
  if (shortened) parts.push('a very long sow');
  const captures = steps.filter((step) => step.step === 'capture');
  const eaten = captures.reduce((sum, step) => sum + step.seeds, 0);
  if (captures.length === 1) parts.push(shout(captures[0]));
  if (captures.length > 1) parts.push(`eats ${eaten} in ${captures.length} captures`);
  const laps = steps.filter((step) => step.step === 'lift').length;
  if (laps > 1) parts.push(`${laps} laps`);
  const last = steps.filter((step) => !['lift', 'sow', 'capture'].includes(step.step));
  for (const step of last) {
    if (step.step === 'sleep') parts.push('the last seed sleeps');
    if (step.step === 'endless') parts.push('a sow that would never end');
    if (step.step === 'sweep') {
      const left = step.seeds === 1 ? 'the seed left' : `the ${step.seeds} seeds left`;
      parts.push(`${step.player ? name(step.player) : 'nobody'} gets ${left}`);
    }
  }
  if (again) parts.push('and moves again');
  return `${parts.join(', ')}.`;
}

const REASONS = {
  'side-empty': () => 'One side is empty',
  'no-move': (view, name) => `${name(view.turn)} has no pit with two seeds`,
  endless: () => 'A sow would never end',
  repetition: () => 'The same position came up for the third time',
  'ply-limit': () => 'The limit on moves is reached',
  'no-capture': () => 'Nothing was captured for too long',
  resigned: (view, name) => `${name(other(view.outcome.winner))} gives up`,
  abandoned: () => 'Broken off',
};

/** How a game ended. `name` tells what a player is called. */
export function tellEnd(view, name) {
  const { outcome, scores } = view;
  let result = 'it is a tie';
  if (outcome.winner) result = `${name(outcome.winner)} wins`;
  else if (outcome.reason === 'abandoned') result = 'there is no result';
  const counted = `${name('south')} ${scores.south}, ${name('north')} ${scores.north}`;
  return `${REASONS[outcome.reason](view, name)}. ${counted}: ${result}.`;
}

const TERMS = {
  'multiple-laps': () => 'multiple laps',
  'leave-empty': () => 'a last seed in an own empty pit captures only if seeds lie across',
  'keep-sowing': () => 'a last seed in an own empty pit never captures',
  'sweep-finisher': () => 'seeds left go to who ran out',
  'sweep-none': () => 'seeds left do not count',
  clockwise: () => 'clockwise',
  'repetition-count': () => 'a position for the third time ends the game by counting',
  plies: (number) => `ends after ${number} moves`,
  'no-capture': (number) => `ends after ${number} moves without a capture`,
};

/** The rules of a game as far as others could have been chosen. */
export function tellTerms({ game, rules, adjudication, setup }) {
  const [size, ...terms] = [...rules.split(','), ...adjudication.split(',')];
  const [across, each] = size.split('x');
  const board = game === 'kalah' ? `Kalah, ${across} pits a row` : `Tok Ku Rou, ${across} columns`;
  const words = terms.map((term) => term.split(' ')).map(([term, number]) => TERMS[term]?.(number));
  const told = [setup ? `${board}, set up by hand` : `${board}, ${seeds(Number(each))} a pit`, ...words.filter(Boolean)];
  return `${told.join('; ')}.`;
}

/** What is wrong with `text`, and where in the whole of which it is a part: the server counts bytes of the part from 0,
 *  people lines and signs of the whole from 1. */
export function tellWrong(message, text, whole) {
  const [, byte, wrong] = message.match(/^byte (\d+): (.*)$/s) ?? [];
  if (byte === undefined) return message;
  const inside = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, Number(byte)));
  const before = `${whole.slice(0, whole.indexOf(text))}${inside}`.split('\n');
  return `Line ${before.length}, sign ${[...before.at(-1)].length + 1}: ${wrong}`;
}
