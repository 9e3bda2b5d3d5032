// The dialog for a new game.

import { NumberField } from './field.js';
import { LocalGame } from './local.js';

const dialog = document.getElementById('dialog');
const form = dialog.querySelector('form');
const fault = document.getElementById('dialogfault');
const KEPT = 'wishes';
const MOST_SEEDS = 255;

/** The game and its rules in the notation that the server reads. */
function position(value) {
  if (value('game') === 'kalah') {
    const rules = [`${value('pits')}x${value('kalahseeds')}`, value('capture'), value('sweep'), value('direction')];
    return `kalah ${rules.filter(Boolean).join(',')}`;
  }
  return `tok_ku_rou ${[`${value('columns')}x${value('tokseeds')}`, value('laps')].filter(Boolean).join(',')}`;
}

function adjudication(value) {
  const limits = [value('repetition')];
  if (value('plies')) limits.push(`plies ${value('plies')}`);
  if (value('nocapture')) limits.push(`no-capture ${value('nocapture')}`);
  return limits.join(',');
}

function refresh() {
  const value = (name) => form.elements[name].value;
  form.dataset.game = value('game');
  form.dataset.opponent = value('opponent');
}

/** Fills in what was wished last. */
function restore() {
  const saved = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  for (const [name, value] of Object.entries(saved)) if (form.elements[name]) form.elements[name].value = value;
  refresh();
}

/** The number fields with a name each, as their labels have it. */
function numberFields() {
  return [...form.querySelectorAll('input[type="number"]')]
    .map((input) => new NumberField(input, input.closest('label').firstChild.textContent.trim()));
}

/** Whether so many seeds fit a board; says it at the field if not. */
function fits(fields, value) {
  const kalah = value('game') === 'kalah';
  const field = fields.find(({ input }) => input.name === (kalah ? 'kalahseeds' : 'tokseeds'));
  const [rows, across, what] = kalah ? [2, value('pits'), 'pits a row'] : [4, value('columns'), 'columns'];
  const most = Math.floor(MOST_SEEDS / (rows * across));
  if (field.input.valueAsNumber <= most) return true;
  field.say(`With ${across} ${what} at most ${most} seeds a pit: a board has no more than ${MOST_SEEDS} seeds.`);
  field.focus();
  return false;
}

/** Opens the dialog. `online` begins an online game. */
export function wire(table, score, online) {
  const fields = numberFields();
  form.addEventListener('change', refresh);
  document.getElementById('new').addEventListener('click', () => {
    fault.textContent = '';
    for (const field of fields) field.say('');
    // Not the wishes that were given up, but those of the last game.
    form.reset();
    restore();
    dialog.showModal();
    form.querySelector('[name="game"]:checked').focus();
  });
  document.getElementById('cancel').addEventListener('click', () => dialog.close());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    fault.textContent = '';
    const data = new FormData(form);
    const value = (name) => data.get(name);
    // What belongs to the other game does not matter.
    const asked = fields.filter(({ input }) => !input.closest(`.variants:not(.${value('game')})`));
    if (!NumberField.check(asked) || !fits(asked, value)) return;
    const start = { position: position(value), first: value('first'), adjudication: adjudication(value) };
    const seats = { south: 0, north: 0 };
    if (value('opponent') === 'computer') seats[value('side') === 'south' ? 'north' : 'south'] = Number(value('level'));
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(data)));
    try {
      if (value('opponent') === 'online') online({ start, seat: value('side') });
      else await LocalGame.begin(table, score, seats, start);
      dialog.close();
    } catch (error) {
      fault.textContent = error.message;
    }
  });
}
