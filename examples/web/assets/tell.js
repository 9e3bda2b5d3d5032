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

/** A move in one sentence. */
export function tellMove(moved) {
  const { player, name, steps, again, shortened } = moved;
  const parts = [`${NAMES[player]} plays ${name}`];
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
      parts.push(`${step.player ? NAMES[step.player] : 'nobody'} gets the ${seeds(step.seeds)} left`);
    }
  }
  if (again) parts.push('and moves again');
  return `${parts.join(', ')}.`;
}

const REASONS = {
  'side-empty': () => 'One side is empty',
  'no-move': (view) => `${NAMES[view.turn]} has no pit with two seeds`,
  endless: () => 'A sow would never end',
  repetition: () => 'The same position came up for the third time',
  'ply-limit': () => 'The limit on moves is reached',
  'no-capture': () => 'Nothing was captured for too long',
  resigned: (view) => `${NAMES[other(view.outcome.winner)]} gives up`,
  abandoned: () => 'Broken off',
};

/** How a game ended. */
export function tellEnd(view) {
  const { outcome, scores } = view;
  let result = 'it is a tie';
  if (outcome.winner) result = `${NAMES[outcome.winner]} wins`;
  else if (outcome.reason === 'abandoned') result = 'there is no result';
  return `${REASONS[outcome.reason](view)}. South ${scores.south}, North ${scores.north}: ${result}.`;
}
