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

/** A connection that comes back by itself. `greet` gives the first message each time. */
export class Line {
  constructor(greet, hear, lost) {
    Object.assign(this, { greet, hear, lost, wait: 250, closed: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.socket = new WebSocket(`${scheme}://${location.host}/online`);
    this.socket.onopen = () => {
      this.wait = 250;
      this.send(this.greet());
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.lost();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, 8000);
    };
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else throw new Fault('offline', 'The connection is lost; it will come back by itself.');
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
