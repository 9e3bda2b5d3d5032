// A game in a room of the server. The secret of the own seat stays in this browser.

import { Fault, Line } from './net.js';
import { NAMES, other } from './tell.js';

const $ = (id) => document.getElementById(id);
const kept = (room) => `seat.${room}`;

/** The room that the address names. */
export const roomOfAddress = () => new URLSearchParams(location.hash.slice(1)).get('room');

export class OnlineGame {
  /** Opens a new room for `create`, or comes into `room`. */
  constructor(table, score, { create, room }, gone) {
    Object.assign(this, { table, score, create, room, gone, online: true, turned: false });
    this.own = null;
    this.told = null;
    this.asked = null;
    table.put(this);
    this.line = new Line(() => this.greeting(), (message) => this.hear(message), () => this.lost());
  }

  greeting() {
    if (this.room === undefined) return { type: 'create', ...this.create };
    const secret = localStorage.getItem(kept(this.room));
    return { type: 'join', room: this.room, secret, sit: secret === null };
  }

  lost() {
    this.table.fault('The connection is lost. Trying again.');
  }

  hear(message) {
    this.table.attempt(() => this[message.type](message));
  }

  entered({ room, seat, secret }) {
    this.room = room;
    this.own = seat;
    if (secret) localStorage.setItem(kept(room), secret);
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
    if (this.told === told && this.own && told.rematch[other(this.own)]) {
      this.table.fault(`${NAMES[other(this.own)]} asks for another game: press Rematch.`);
    }
  }

  error({ code, message }) {
    if (code === 'bad-secret') {
      localStorage.removeItem(kept(this.room));
      this.line.send(this.greeting());
      return;
    }
    if (['unknown-room', 'full', 'bad-text'].includes(code)) {
      if (this.room) localStorage.removeItem(kept(this.room));
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
    this.line.send({ type: 'resign' });
  }

  rematch() {
    this.line.send({ type: 'rematch' });
  }
}
