// The board: each pit a button, its seeds drawn and counted. It shows what it is told and knows no rule.

import { NAMES } from './tell.js';

const SVG = 'http://www.w3.org/2000/svg';
/** More seeds than this are told by the number alone. */
const MOST_DRAWN = 40;
/** A seed's radius, where 1 is how far apart seeds lie. */
const RADIUS = 0.82;
/** The angle by which the next seed lies further round; no two ever lie on one line. */
const TURN = Math.PI * (3 - Math.sqrt(5));

function make(tag, className) {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

export class Board {
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.places = new Map();
    this.shape = '';
    this.turned = false;
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('click', (event) => {
      const pit = event.target.closest('.pit');
      if (pit && pit.getAttribute('aria-disabled') !== 'true') this.choose(pit.dataset.name, pit.dataset.id);
    });
    for (const [type, on] of [['pointerover', true], ['pointerout', false], ['focusin', true], ['focusout', false]]) {
      root.addEventListener(type, (event) => {
        const pit = event.target.closest('.pit');
        // Who uses a mouse sees the path under it, not where the focus happens to be.
        if (pit && (type !== 'focusin' || pit.matches(':focus-visible'))) this.showPath(on ? pit.dataset.id : null);
      });
    }
  }

  /** Shows a game as it stands. `mine` tells whether whoever sits here may move now. */
  show(view, mine) {
    const shape = JSON.stringify([view.game, view.rows.map((row) => row.length), this.turned]);
    if (shape !== this.shape) this.build(view, shape);
    this.legal = new Map(view.legal.map((legal) => [legal.id, legal]));
    for (const row of view.rows) for (const cell of row) this.set(cell.id, cell.seeds);
    if (view.stores) for (const player of ['south', 'north']) this.set(`${player}.store`, view.stores[player]);
    this.may(mine);
    this.mark([]);
  }

  /** Lets legal pits be chosen, or none. */
  may(mine) {
    for (const place of this.places.values()) {
      const legal = this.legal.has(place.id);
      place.element.classList.toggle('legal', mine && legal);
      if (place.pit) place.element.setAttribute('aria-disabled', String(!(mine && legal)));
      place.mine = mine && legal;
      this.label(place);
    }
    this.showPath(null);
  }

  build(view, shape) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.shape = shape;
    this.places.clear();
    this.root.replaceChildren();
    const columns = view.rows[0].length;
    this.root.className = `board ${view.game}${columns > 7 ? ' long' : ''}`;
    this.root.style.setProperty('--columns', columns);
    this.rows = view.rows.length;
    this.columns = columns;
    this.root.style.setProperty('--half', this.rows / 2);
    this.grid = [];
    view.rows.forEach((row, y) => row.forEach((cell, x) => {
      const [line, column] = this.turned ? [view.rows.length - 1 - y, row.length - 1 - x] : [y, x];
      this.grid.push({ id: cell.id, line, column });
      this.add(cell.id, cell.name, line, column);
    }));
    if (view.stores) {
      for (const player of ['north', 'south']) {
        const right = (player === 'south') !== this.turned;
        this.add(`${player}.store`, 'store', 0, right ? columns : -1);
      }
    }
    const first = this.grid.find((spot) => spot.line === this.rows - 1 && spot.column === 0).id;
    this.focusable(focused && this.places.has(focused) ? focused : first);
    if (focused && this.places.has(focused)) this.places.get(focused).element.focus();
    this.hand = make('div', 'hand');
    this.hand.hidden = true;
    this.root.append(this.hand);
  }

  add(id, name, line, column) {
    const player = id.split('.')[0];
    const pit = name !== 'store';
    const element = make(pit ? 'button' : 'div', `${pit ? 'pit' : 'store'} ${player}`);
    if (pit) element.type = 'button';
    else element.setAttribute('role', 'img');
    element.dataset.id = id;
    element.dataset.name = name;
    // The free line between the players is counted too.
    element.style.setProperty('--line', line + (line < this.rows / 2 ? 1 : 2));
    element.style.setProperty('--column', column + 1);
    const drawn = document.createElementNS(SVG, 'svg');
    drawn.setAttribute('viewBox', '-50 -50 100 100');
    drawn.setAttribute('aria-hidden', 'true');
    const number = make('span', 'number');
    const label = make('span', 'label');
    if (pit) label.textContent = name;
    for (const part of [number, label]) part.setAttribute('aria-hidden', 'true');
    element.append(drawn, number, label);
    this.root.append(element);
    this.places.set(id, { id, name, player, pit, element, drawn, number, seeds: -1, mine: false });
  }

  /** Lays so many seeds in a place. */
  set(id, seeds) {
    const place = this.places.get(id);
    if (place.seeds === seeds) return;
    place.seeds = seeds;
    place.number.textContent = seeds;
    place.element.dataset.seeds = seeds;
    const drawn = Math.min(seeds, MOST_DRAWN);
    // From the middle outwards, and closer together as the pit fills.
    const apart = Math.min(13, 49 / (Math.sqrt(Math.max(drawn, 1) - 0.4) + RADIUS));
    place.drawn.replaceChildren(...Array.from({ length: drawn }, (_, index) => {
      const seed = document.createElementNS(SVG, 'circle');
      const far = drawn === 1 ? 0 : apart * Math.sqrt(index + 0.6);
      seed.setAttribute('cx', (far * Math.cos(index * TURN)).toFixed(1));
      seed.setAttribute('cy', (far * Math.sin(index * TURN)).toFixed(1));
      seed.setAttribute('r', (apart * RADIUS).toFixed(1));
      seed.setAttribute('class', `seed s${index % 3}`);
      return seed;
    }));
    this.label(place);
  }

  clearPits() {
    for (const place of this.places.values()) if (place.pit) this.set(place.id, 0);
  }

  get(id) {
    return this.places.get(id).seeds;
  }

  label(place) {
    const seeds = `${place.seeds} ${place.seeds === 1 ? 'seed' : 'seeds'}`;
    const legal = place.mine ? ', can be lifted' : '';
    place.element.setAttribute('aria-label', `${NAMES[place.player]} ${place.name}, ${seeds}${legal}`);
  }

  /** Marks places with a class each: `lifted`, `sown`, `eaten`, `hinted`. */
  mark(marks) {
    for (const place of this.places.values()) place.element.classList.remove('lifted', 'sown', 'eaten', 'hinted');
    for (const [id, className] of marks) this.places.get(id).element.classList.add(className);
  }

  showPath(id) {
    const legal = id && this.places.get(id).mine ? this.legal.get(id) : null;
    for (const place of this.places.values()) {
      place.element.classList.toggle('path', legal !== null && legal.path.includes(place.id));
      place.element.classList.toggle('end', legal !== null && legal.path.at(-1) === place.id);
    }
  }

  /** Moves the hand over a place and shows how many seeds it holds; hides it if it has none. */
  holdOver(id, seeds) {
    const place = this.places.get(id).element;
    this.hand.hidden = seeds === 0;
    this.hand.textContent = seeds;
    const x = place.offsetLeft + place.offsetWidth / 2;
    const y = place.offsetTop + place.offsetHeight / 2;
    this.hand.style.transform = `translate(${x}px, ${y}px) translate(-50%, -110%)`;
  }

  focusable(id) {
    for (const place of this.places.values()) if (place.pit) place.element.tabIndex = place.id === id ? 0 : -1;
  }

  /** Arrow keys go the way they point, however the board lies; Home and End go to the ends of the row. */
  key(event) {
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const pit = event.target.closest('.pit');
    const at = pit && this.grid.find((spot) => spot.id === pit.dataset.id);
    if (at && ['Home', 'End'].includes(event.key)) {
      event.preventDefault();
      this.focusAt(at.line, event.key === 'Home' ? 0 : this.columns - 1);
      return;
    }
    if (!at || !(event.key in ways)) return;
    event.preventDefault();
    let [down, right] = ways[event.key];
    // On a narrow screen the board stands on its left end: what was right is up, what was down is right.
    if (getComputedStyle(this.root).getPropertyValue('--upright').trim() === '1') [down, right] = [right, -down];
    const line = (at.line + down + this.rows) % this.rows;
    const column = (at.column + right + this.columns) % this.columns;
    this.focusAt(line, column);
  }

  focusAt(line, column) {
    this.focusable(this.grid.find((spot) => spot.line === line && spot.column === column).id);
    this.focus();
  }

  /** Goes to the pit that was in focus last. */
  focus() {
    this.root.querySelector('.pit[tabindex="0"]')?.focus({ preventScroll: true });
  }
}
