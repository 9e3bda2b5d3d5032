// Starts the real server and the system's Chromium for the tests.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before } from 'node:test';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/** The server that is to be tested, with a file of games of its own. */
class Server {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'tok-ku-rou-web-'));
    this.port = 0;
  }

  async start() {
    const listen = `127.0.0.1:${this.port}`;
    this.child = spawn(process.env.WEB_SERVER, ['--listen', listen, '--games', join(this.folder, 'games.sqlite')],
      { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(this.child.stdout), 'line');
    this.address = line.match(/http:\S+/)[0];
    this.port = new URL(this.address).port;
    return this;
  }

  /** Ends the server as a crash would. */
  async kill() {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }
}

/** Holds a server and a browser for the tests of a file: they are there when its first test begins, and end after its last. */
export function stage() {
  const stage = {};
  before(async () => {
    stage.server = await new Server().start();
    stage.browser = await launch();
  });
  after(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}

/** A page in a browser that has never been here. */
export const fresh = async (on, options = {}) => {
  const context = await on.browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  return open(context, on.server);
};

/** A page that fails the test on any error of a script, and on any request to another host. */
export async function open(context, server, path = '') {
  const page = await context.newPage();
  page.troubles = [];
  /** What the page has asked; the answer is yes, unless a test says otherwise. */
  page.asked = [];
  page.yes = true;
  page.on('dialog', (dialog) => {
    page.asked.push(dialog.message());
    return page.yes ? dialog.accept() : dialog.dismiss();
  });
  page.on('pageerror', (error) => page.troubles.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address)) page.troubles.push(`asks ${request.url()}`);
  });
  page.on('console', (message) => {
    // The browser itself reports requests that were refused or lost; those the tests cause on purpose.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket/.test(message.text())) {
      page.troubles.push(message.text());
    }
  });
  await page.goto(new URL(path, server.address).href);
  return page;
}

/** Begins a new game by the dialog. `wishes` are the values of its fields by name. */
export async function begin(page, wishes) {
  await page.click('#new');
  await page.evaluate(() => { document.querySelector('#dialog details').open = true; });
  for (const [name, value] of Object.entries(wishes)) {
    const field = page.locator(`#dialog [name="${name}"]`);
    if (['game', 'opponent', 'first'].includes(name)) await page.check(`#dialog [name="${name}"][value="${value}"]`);
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click('#dialog [value="start"]');
  await page.locator('#dialog').waitFor({ state: 'hidden' });
}

export const speed = (page, value) => page.locator('#speed').evaluate((input, to) => {
  input.value = to;
  input.dispatchEvent(new Event('change'));
}, String(value));

/** What lies in each place, by its name. */
export const seeds = (page) => page.evaluate(() => Object.fromEntries(
  [...document.querySelectorAll('[data-seeds]')].map((place) => [place.dataset.id, Number(place.dataset.seeds)]),
));

/** How many moves the list has. */
export const moves = (page) => page.locator('#moves button').count();

/** Waits until somebody here may move or the game is over; tells whether it goes on. */
export const settled = async (page, count) => {
  await page.waitForFunction((n) => {
    const played = document.querySelectorAll('#moves button').length >= n;
    return played && (document.querySelector('.pit.legal') || !document.getElementById('rematch').disabled);
  }, count, { timeout: 60000 });
  return (await page.locator('.pit.legal').count()) > 0;
};

/** Waits until this is told in the element of this id. */
export const says = (page, id, text) => page.waitForFunction(
  ([where, wanted]) => document.getElementById(where).textContent.includes(wanted), [id, text], { timeout: 30000 },
);

/** Ends a test on this page: nothing may have gone wrong in it. */
export const done = async (page) => {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
};
