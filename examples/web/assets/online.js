// A game in a room of the server. The secret of the own seat is made and kept by this browser.

import { Fault, Line } from './net.js';
import { NAMES, other, tellEnd } from './tell.js';

const $ = (id) => document.getElementById(id);
const kept = (room) => `seat.${room}`;

/** 128 bits in hexadecimal. */
const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The room that the address names. */
export const roomOfAddress = () => new URLSearchParams(location.hash.slice(1)).get('room');

export class OnlineGame {
  /** Opens a new room for `create`, or comes into `room`. */
  constructor(table, score, { create, room }, gone) {
    Object.assign(this, { table, score, create, room, gone, online: true, turned: false });
    this.secret = (room && localStorage.getItem(kept(room))) ?? secret();
    this.own = null;
    this.told = null;
    this.asked = null;
    table.put(this);
    this.line = new Line(() => this.greeting(), (message) => this.hear(message), () => this.lost());
  }

  greeting() {
    if (this.room === undefined) return { type: 'create', ...this.create, secret: this.secret };
    // It is kept before it is sent: the answer that gives the seat may be lost.
    localStorage.setItem(kept(this.room), this.secret);
    return { type: 'join', room: this.room, secret: this.secret };
  }

  lost() {
    this.table.fault('The connection is lost. Trying again.');
  }

  hear(message) {
    this.table.attempt(() => this[message.type](message));
  }

  entered({ room, seat }) {
    this.room = room;
    this.own = seat;
    // The secret of no seat is worth nothing.
    if (seat === null) localStorage.removeItem(kept(room));
    else localStorage.setItem(kept(room), this.secret);
    if (roomOfAddress() !== room) history.replaceState(null, '', `#room=${room}`);
    $('invite').hidden = false;
    $('link').value = `${location.origin}/#room=${room}`;
    this.table.turn(seat === 'north');
    if (this.told) this.table.tell();
  }

  async state(told) {
    this.told = told;
    this.asked = null;
    const { seats, watching, score } = told;
    const who = (player) => {
      if (!seats[player].taken) return `${NAMES[player]}: the seat is free`;
      const you = player === this.own ? 'you, ' : '';
      return `${NAMES[player]}: ${you}${seats[player].here ? 'here' : 'away'}`;
    };
    $('here').textContent = `${who('south')}. ${who('north')}. ${watching} watching.`;
    this.score.showOnline(score);
    await this.table.update(told.view);
  }

  error({ code, message }) {
    if (code === 'unknown-room') localStorage.removeItem(kept(this.room));
    // Whoever could not come in has nothing to play on with here.
    if (code === 'unknown-room' || this.told === null) {
      this.gone(message);
      return;
    }
    this.asked = null;
    if (this.told) this.table.board.may(this.table.mayMove());
    throw new Fault(code, message);
  }

  mine(player) {
    return this.own === player && this.asked === null;
  }

  name(player) {
    return NAMES[player];
  }

  seat(player) {
    const seat = this.told.seats[player];
    if (player === this.own) return 'you';
    if (!seat.taken) return 'nobody yet';
    return seat.here ? 'here' : 'away';
  }

  waits(view) {
    if (this.own === null) return `${NAMES[view.turn]} to move; you are watching`;
    return view.turn === this.own ? 'Your turn' : `Waiting for ${NAMES[view.turn]}`;
  }

  /** How the game ended, and who wants another one. */
  ends(view) {
    const asks = (player) => this.told.rematch[player];
    if (this.own === null) return tellEnd(view);
    const them = other(this.own);
    if (asks(them)) return `${tellEnd(view)} ${NAMES[them]} asks for another game: press Rematch.`;
    return asks(this.own) ? `${tellEnd(view)} You ask for another game; ${NAMES[them]} has not yet.` : tellEnd(view);
  }

  /** What is to be said before the first move. */
  opening() {
    const { toss } = this.told;
    return toss ? `The toss: ${NAMES[toss]} starts.` : '';
  }

  can(view) {
    const goes = view.outcome === null;
    const rematch = !goes && this.own !== null && !this.told.rematch[this.own];
    return { undo: false, resign: goes && this.own !== null, rematch, help: false };
  }

  leave() {
    this.line.close();
    $('invite').hidden = true;
    if (roomOfAddress()) history.replaceState(null, '', '/');
  }

  play(name) {
    this.asked = name;
    this.line.send({ type: 'play', ply: this.told.view.ply, name });
    this.table.board.may(false);
  }

  resign() {
    // Online nothing can be taken back.
    if (confirm('Do you give this game up?')) this.line.send({ type: 'resign' });
  }

  rematch() {
    this.line.send({ type: 'rematch' });
  }
}
