// How fast a move is shown. What happens is counted in beats; a seed that falls takes one.

/** The longest that a move is shown, in milliseconds. */
export const LONGEST = 12000;

const BEATS = { lift: 2, capture: 5, sleep: 2, store: 2, sweep: 2 };

/** How many beats a step takes. */
export const beats = (step) => (step.step === 'sow' ? step.places.length : BEATS[step.step] ?? 0);

/** How long a beat of these steps takes at speed 1 to 10, in milliseconds: shorter in a move that would take too long. */
export function beat(steps, speed) {
  const wanted = [900, 650, 480, 350, 260, 190, 130, 85, 50, 25][speed - 1];
  const all = steps.reduce((sum, step) => sum + beats(step), 0);
  return all * wanted > LONGEST ? LONGEST / all : wanted;
}
