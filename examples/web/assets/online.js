// A game in a room of the server. The secret of the own seat is made and kept by this browser.

import { Fault, Line } from './net.js';
import { NAMES, other } from './tell.js';

const $ = (id) => document.getElementById(id);
/** What the tab keeps: the room it is in, and the one it has left. */
const ROOM = 'room';
const LEFT = 'left';
/** Addresses that no other device reaches. */
const HERE_ONLY = ['localhost', '127.0.0.1', '[::1]'];
const kept = (room) => `seat.${room}`;

/** 128 bits in hexadecimal, which nobody can guess. */
const unguessable = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The room that the address names. */
export const roomOfAddress = () => new URLSearchParams(location.hash.slice(1)).get('room');

/** The room that this tab was in when it showed another page. */
export const roomOfTab = () => sessionStorage.getItem(ROOM);

/** Shows the way back to the game that this tab has left, if it goes on. */
export function showReturn() {
  const room = sessionStorage.getItem(LEFT);
  $('return').hidden = room === null;
  $('return').querySelector('a').href = `#room=${room}`;
}

export class OnlineGame {
  /** Opens a new room for `create`, or comes into `room`. */
  constructor(table, score, { create, room }, gone) {
    Object.assign(this, { table, score, create, room: room ?? unguessable(), gone, online: true, turned: false });
    this.own = null;
    this.told = null;
    this.asked = null;
    this.down = false;
    /** Whether there is no such room, or it lets nobody in. */
    this.refused = false;
    /** The secret that was sent. */
    this.secret = null;
    table.put(this);
    if (sessionStorage.getItem(LEFT) === this.room) sessionStorage.removeItem(LEFT);
    $('return').hidden = true;
    $('invite').hidden = false;
    $('link').value = '';
    $('here').textContent = '';
    this.line = new Line(() => this.greeting(), (message) => this.hear(message), () => this.lost());
  }

  greeting() {
    const { create, room } = this;
    // The secret is kept before it is sent: the answer that gives the seat may be lost. Another tab may have kept one.
    this.secret = localStorage.getItem(kept(room)) || this.secret || unguessable();
    localStorage.setItem(kept(room), this.secret);
    const what = create ? { type: 'create', ...create } : { type: 'join' };
    return { ...what, room, secret: this.secret };
  }

  lost() {
    this.down = true;
    this.table.fault('The connection is lost. Trying again.');
    if (!this.table.view) return;
    this.table.board.may(false);
    this.table.tell();
  }

  hear(message) {
    this.table.attempt(() => this[message.type](message));
  }

  entered({ room, seat }) {
    this.own = seat;
    // Two tabs that began at once may each have kept one; the one that holds the seat counts.
    if (seat !== null) localStorage.setItem(kept(room), this.secret);
    this.create = undefined;
    this.down = false;
    sessionStorage.setItem(ROOM, room);
    if (roomOfAddress() !== room) history.replaceState(null, '', `#room=${room}`);
    $('hereonly').hidden = !HERE_ONLY.includes(location.hostname);
    $('link').value = `${location.origin}/#room=${room}`;
    if (this.told) this.table.tell();
    else this.table.turn(seat === 'north');
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
    // The secret stays: the room may come back, if the server was started with another file by mistake.
    if (code === 'unknown-room' || this.told === null) {
      this.refused = true;
      this.gone(this.told ? message : `The online game could not be ${this.create ? 'opened' : 'entered'}: ${message}.`);
      return;
    }
    this.asked = null;
    this.table.board.may(this.table.mayMove());
    throw new Fault(code, message);
  }

  mine(player) {
    return this.own === player && this.asked === null && !this.down;
  }

  name(player) {
    return NAMES[player];
  }

  seat(player) {
    const seat = this.told.seats[player];
    if (player === this.own) return 'you';
    if (!seat.taken) return 'nobody yet';
    if (this.down) return '';
    return seat.here ? 'here' : 'away';
  }

  waits(view) {
    if (this.down) return 'No connection';
    if (this.own === null) return `${NAMES[view.turn]} to move; you are watching`;
    if (!this.told.seats[view.turn].taken) return `Nobody has come to play ${NAMES[view.turn]} yet`;
    return view.turn === this.own ? 'Your turn' : `Waiting for ${NAMES[view.turn]}`;
  }

  /** Who wants another game. */
  asks() {
    const { own, told: { rematch } } = this;
    if (own === null) return '';
    const them = NAMES[other(own)];
    if (rematch[other(own)]) return `${them} asks for another game: press Rematch.`;
    return rematch[own] ? `You ask for another game; ${them} has not yet.` : '';
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
    sessionStorage.removeItem(ROOM);
    // The browser's way back leads into the room again, if there is one.
    const go = this.refused ? 'replaceState' : 'pushState';
    if (roomOfAddress() === this.room) history[go](null, '', '/');
    const goes = this.own !== null && this.told?.view.outcome === null;
    if (goes && !this.refused) sessionStorage.setItem(LEFT, this.room);
    showReturn();
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
