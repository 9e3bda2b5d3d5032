// The table: the board with all that stands around it. It shows whichever game is played, here or online.

import { Animator } from './animate.js';
import { Board } from './board.js';
import { ask } from './net.js';
import { other, tellEnd, tellMove, tellTerms } from './tell.js';

const $ = (id) => document.getElementById(id);

/** What is said, and how long it takes until the next try, while the server cannot do what nobody pressed a button for. */
const PASSING = { offline: 'The server does not answer. Trying again.', busy: 'The server is busy. Trying again.' };
const AGAIN = 2000;
/** Who looks through a game quickly does not want every position judged. */
const GLANCE = 150;
const TITLE = document.title;

/** Copies a text; where the browser does not allow it, shows it ready to be copied. */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    $('told').textContent = said;
  } catch {
    $('paste').value = text;
    $('paste').dispatchEvent(new Event('input'));
    $('paste').closest('details').open = true;
    $('paste').focus();
    $('paste').select();
  }
}

export class Table {
  constructor() {
    this.game = null;
    this.view = null;
    /** The ply that is looked at again; null at the newest. */
    this.looking = null;
    this.looked = null;
    this.showing = 0;
    /** How many games, and how many looks back, were asked for so far. */
    this.coming = 0;
    this.asked = 0;
    /** What a player is called. */
    this.name = (player) => this.game.name(player);
    /** Whether a move is being shown. */
    this.moving = false;
    this.board = new Board($('board'), (name) => this.attempt(() => this.game.play(name)));
    const speed = $('speed');
    this.animator = new Animator(this.board, (words) => { $('status').dataset.shout = words; }, $('skip'),
      () => Number(speed.value));
    this.wire();
  }

  wire() {
    // Before a game is on the table nothing can be done with it.
    const on = (id, act) => $(id).addEventListener('click', () => this.view && this.attempt(act));
    on('undo', () => this.game.undo());
    on('resign', () => this.game.resign());
    on('rematch', () => this.game.rematch());
    on('hint', () => this.hint());
    on('first', () => this.look(0));
    on('back', () => this.look(this.ply() - 1));
    on('forth', () => this.look(this.ply() + 1, true));
    on('last', () => this.look(this.view.ply));
    on('copynotation', () => copy(this.seen().notation, 'The position is copied.'));
    on('copyrecord', () => copy(this.view.record, 'The record is copied.'));
    $('moves').addEventListener('click', (event) => {
      if (event.target.dataset.ply) this.attempt(() => this.look(Number(event.target.dataset.ply)));
    });
    $('judge').addEventListener('change', () => this.judge());
    $('turned').addEventListener('change', () => this.turn($('turned').checked));
    for (const [id, kept] of [['speed', 'speed'], ['judge', 'judge']]) {
      const box = id === 'judge';
      const saved = localStorage.getItem(kept);
      if (saved !== null && box) $(id).checked = saved === 'true';
      if (saved !== null && !box) $(id).value = saved;
      $(id).addEventListener('change', () => localStorage.setItem(kept, box ? $(id).checked : $(id).value));
    }
  }

  /** Does something, and tells what went wrong if it did. */
  async attempt(act) {
    $('fault').textContent = '';
    try {
      await act();
    } catch (error) {
      this.fault(error.message);
    }
  }

  /** Does what nobody pressed a button for. While the server cannot, it is tried again, for as long as it is wanted. */
  async persist(act, wanted = () => true) {
    let said = null;
    while (wanted()) {
      try {
        await act();
        break;
      } catch (error) {
        if (!error.passing) {
          this.fault(error.message);
          return;
        }
        said = PASSING[error.code];
        this.fault(said);
      }
      await new Promise((done) => { setTimeout(done, AGAIN); });
    }
    if (said !== null && $('fault').textContent === said) this.fault('');
  }

  fault(message) {
    // The same words again would be read out again.
    if ($('fault').textContent !== message) $('fault').textContent = message;
  }

  /** Says whether a game that is being asked for is still wanted when it comes: none came since, none was asked for. */
  claim() {
    this.coming += 1;
    const { coming } = this;
    return () => coming === this.coming;
  }

  /** Puts another game on the table. */
  put(game) {
    this.coming += 1;
    this.game?.leave();
    this.animator.skip();
    this.game = game;
    this.view = null;
    this.looking = null;
    this.looked = null;
    this.moving = false;
    this.showing += 1;
    $('fault').textContent = '';
    $('told').textContent = '';
    $('status').textContent = game.online ? 'Connecting' : '';
    $('terms').textContent = '';
    $('worth').hidden = true;
    $('bell').hidden = true;
    $('moves').replaceChildren();
    for (const old of document.querySelectorAll('.bar .score, .bar .seat')) old.textContent = '';
    for (const id of ['undo', 'resign', 'rematch', 'hint', 'first', 'back', 'forth', 'last']) $(id).disabled = true;
    // The old pits are no moves of the new game.
    this.board.may(false);
    this.turn(game.turned);
  }

  turn(turned) {
    // A move that is being shown would go on sowing on a board that has it already.
    this.animator.skip();
    $('turned').checked = turned;
    this.board.turned = turned;
    document.querySelector('.game').classList.toggle('turned', turned);
    if (this.view) this.board.show(this.seen(), this.mayMove());
  }

  seen() {
    return this.looked ?? this.view;
  }

  ply() {
    return this.looking ?? this.view.ply;
  }

  mayMove() {
    return this.looking === null && this.view.outcome === null && this.game.mine(this.view.turn);
  }

  /** Shows the game as it stands now, and the move that led there step by step. */
  async update(view) {
    if (this.view?.record === view.record) {
      // Only who is here has changed; a move that is being shown goes on.
      if (!this.moving) this.board.may(this.mayMove());
      this.tell();
      return;
    }
    const before = this.view;
    const follows = before !== null && view.moved && view.ply === before.ply + 1;
    this.view = view;
    if (this.looking !== null && !follows) this.looking = null;
    this.looked = this.looking === null ? null : this.looked;
    this.list();
    if (this.looking === null) await this.display(view, follows ? before : null);
    else this.tell();
  }

  /** Shows a board; what happened step by step, if `before` tells what the board was like before the move. */
  async display(view, before) {
    this.showing += 1;
    const { showing } = this;
    // Another move may still have been shown.
    this.animator.skip();
    this.moving = before !== null;
    this.tell();
    let marks = [];
    if (before) {
      // What comes of the move is told when it has come.
      $('told').textContent = '';
      this.board.show(before, false);
      marks = await this.animator.run(view.moved);
      // Something newer is on the board already.
      if (showing !== this.showing) return;
    }
    this.moving = false;
    this.tellLast();
    this.board.show(view, this.mayMove());
    this.board.mark(marks);
    this.tell();
    this.judge();
  }

  /** Tells the move that led to what is seen. */
  tellLast() {
    const seen = this.seen();
    $('told').textContent = seen.moved ? tellMove(seen.moved, this.name) : this.game.opening(seen);
  }

  /** Says all again, after somebody has got another name. */
  renamed() {
    if (!this.view) return;
    for (const button of $('moves').querySelectorAll('button')) this.label(button);
    if (!this.moving) this.tellLast();
    this.tell();
    this.judge();
  }

  label(button) {
    const { ply } = button.dataset;
    const { player, name } = this.view.moves[ply - 1];
    button.setAttribute('aria-label', `Move ${ply}, ${this.name(player)} ${name}`);
  }

  /** Says whose turn it is, or how it ended, and what can be done. */
  tell() {
    const { view, game, moving } = this;
    const { activeElement: focused } = document;
    const seen = this.seen();
    const over = view.outcome !== null && !moving && this.looking === null;
    const { name } = this;
    let status = `${name(view.turn)} to move`;
    if (this.looking !== null) status = `Move ${this.looking} of ${view.ply}`;
    else if (moving) status = `${name(seen.moved.player)} plays ${seen.moved.name}`;
    else if (over) status = tellEnd(view, name);
    else if (game.waits(view)) status = game.waits(view);
    // Also to whoever looks back at the game.
    const asks = moving ? '' : game.asks();
    $('status').textContent = asks ? `${status.replace(/\.$/, '')}. ${asks}` : status;
    document.title = game.online && this.mayMove() && !moving ? `● ${TITLE}` : TITLE;
    $('terms').textContent = tellTerms(view);
    // While a game goes on, who starts it is no longer the question.
    $('next').hidden = view.outcome === null && (game.online || view.ply > 0);
    for (const player of ['south', 'north']) {
      const bar = document.querySelector(`.bar.${player}`);
      bar.querySelector('.name').textContent = name(player);
      bar.querySelector('.seat').textContent = game.seat(player);
      // What a move wins is told when its seeds have arrived.
      if (!moving) bar.querySelector('.score').textContent = seen.scores[player];
      bar.classList.toggle('turn', !over && !moving && seen.turn === player);
    }
    const bell = over && view.game === 'tok_ku_rou' && view.outcome.winner;
    $('bell').hidden = !bell;
    if (bell) {
      const { winner } = view.outcome;
      $('bell').querySelector('span').textContent = `${name(winner)} puts a bell on ${name(other(winner))}'s neck.`;
    }
    const { undo, resign, rematch, help } = game.can(view);
    // What is not seen is not taken back.
    $('undo').disabled = !undo || this.looking !== null;
    $('undo').hidden = game.online;
    $('resign').disabled = !resign;
    $('rematch').disabled = !rematch || moving;
    $('hint').disabled = !(help && this.mayMove()) || moving;
    $('hint').hidden = game.online;
    $('judge').parentElement.hidden = game.online;
    $('first').disabled = $('back').disabled = this.ply() === 0;
    $('forth').disabled = $('last').disabled = this.ply() === view.ply;
    for (const button of $('moves').querySelectorAll('button')) {
      if (Number(button.dataset.ply) === this.ply()) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    // A button that can no longer be pressed loses the focus; who uses the keyboard goes on at the board.
    if (focused.disabled) this.board.focus();
    // The list alone; the page stays where it is.
    const current = $('moves').querySelector('[aria-current]');
    $('moves').scrollTop = current ? current.offsetTop - $('moves').clientHeight / 2 : 0;
  }

  /** Lists the moves; what one player does in a row stands together. */
  list() {
    const turns = [];
    const focused = $('moves').contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    this.view.moves.forEach((move, index) => {
      if (turns.at(-1)?.player !== move.player) turns.push({ player: move.player, moves: [] });
      turns.at(-1).moves.push([move.name, index + 1]);
    });
    $('moves').replaceChildren(...turns.map((turn) => {
      const item = document.createElement('li');
      item.className = turn.player;
      for (const [name, ply] of turn.moves) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        button.dataset.ply = ply;
        this.label(button);
        item.append(button);
      }
      return item;
    }));
    if (focused) $('moves').querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Looks at the game as it stood after so many moves. */
  async look(ply, animated = false) {
    const { view } = this;
    if (ply < 0 || ply > view.ply) return;
    this.asked += 1;
    const { asked } = this;
    const looked = ply === view.ply ? view : await ask('game', { game: { record: view.record }, act: { look: ply } });
    if (animated && looked.moved === null && ply === view.ply) {
      looked.moved = (await ask('game', { game: { record: view.record }, act: { look: ply } })).moved;
    }
    // Who asks for several plies at once sees the last of them.
    if (view !== this.view || asked !== this.asked) return;
    const before = animated && looked.moved !== null ? this.seen() : null;
    this.looking = ply === view.ply ? null : ply;
    this.looked = this.looking === null ? null : looked;
    await this.display(looked, before);
  }

  async hint() {
    const { view } = this;
    const { best } = await ask('judge', { record: view.record });
    if (view !== this.view || best === null) return;
    this.board.mark([[view.legal.find((legal) => legal.name === best).id, 'hinted']]);
    $('told').textContent = `Hint: ${best}.`;
  }

  /** Shows who stands better in what is seen, if that is wanted. The game does not wait for it. */
  judge() {
    const { game } = this;
    const view = this.seen();
    const wanted = () => $('judge').checked && view !== null && view === this.seen() && !game.online
      && view.outcome?.reason !== 'resigned';
    $('worth').hidden = !wanted();
    $('worth').classList.add('old');
    return this.persist(async () => {
      if (this.looking !== null) await new Promise((done) => { setTimeout(done, GLANCE); });
      if (!wanted()) return;
      const judged = await ask('judge', { record: view.record });
      if (wanted()) this.showWorth(judged);
    }, wanted);
  }

  showWorth({ south, decided }) {
    // A lead of twelve seeds fills three quarters of what is left.
    $('worth').firstElementChild.style.width = `${50 + 50 * Math.tanh(south / 1200)}%`;
    const ahead = this.name(south > 0 ? 'south' : 'north');
    const lead = (Math.abs(south) / 100).toFixed(decided ? 0 : 1);
    const said = south === 0 ? 'Both stand alike' : `${ahead} ${decided ? 'wins by' : 'is ahead by about'} ${lead} seeds`;
    $('worth').setAttribute('aria-label', said);
    $('worth').dataset.said = said;
    $('worth').classList.remove('old');
  }
}
