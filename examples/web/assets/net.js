// The way to the server: requests about games on this device, and the connection of an online game.

export class Fault extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }

  /** Whether the same request may succeed a little later. */
  get passing() {
    return ['offline', 'busy'].includes(this.code);
  }
}

/** Asks the server, and gives its answer or throws a Fault. */
export async function ask(what, body) {
  let response;
  let answer;
  try {
    response = await fetch(`/api/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    answer = null;
  }
  // What is no answer of this server, but the error page of a proxy before it, counts as none.
  if (answer === null || (!response.ok && !answer.message)) {
    throw new Fault('offline', 'The server does not answer. The game is kept; try again.');
  }
  if (!response.ok) throw new Fault(answer.code, answer.message);
  return answer;
}

/** How long the server has to answer, and how often it is asked whether it is still there, in milliseconds. */
const PATIENCE = 10000;
const OFTEN = 20000;

/** A connection that comes back by itself. `greet` gives the first message each time. The server answers everything that
 *  is sent; where it does not, the connection is dead, even if nobody has told the browser. */
export class Line {
  constructor(greet, hear, lost) {
    Object.assign(this, { greet, hear, lost, wait: 250, closed: false, waiting: null });
    this.asking = setInterval(() => this.probe(), OFTEN);
    this.open();
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/online`);
    this.socket = socket;
    this.expect(socket);
    socket.onopen = () => {
      this.rest();
      this.send(this.greet());
    };
    socket.onmessage = (event) => {
      // One that was given up may still say something.
      if (socket !== this.socket) return;
      this.rest();
      this.wait = 250;
      const message = JSON.parse(event.data);
      if (message.type !== 'alive') this.hear(message);
    };
    socket.onclose = () => this.again(socket);
  }

  /** Gives a socket up and opens another one a little later. */
  again(socket) {
    if (this.closed || socket !== this.socket) return;
    this.socket = null;
    this.rest();
    this.lost();
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, 8000);
  }

  rest() {
    clearTimeout(this.waiting);
    this.waiting = null;
  }

  send(message) {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) {
      throw new Fault('offline', 'The connection is lost; it will come back by itself.');
    }
    socket.send(JSON.stringify(message));
    this.expect(socket);
  }

  /** Something is to be heard soon. */
  expect(socket) {
    this.waiting ??= setTimeout(() => {
      this.again(socket);
      socket.close();
    }, PATIENCE);
  }

  probe() {
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: 'alive' });
  }

  close() {
    this.closed = true;
    this.rest();
    clearTimeout(this.timer);
    clearInterval(this.asking);
    this.socket?.close();
  }
}
