// The sheets as they are printed, and the pages of rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage } from './harness.js';

const on = stage();

const SHEETS = ['tok-ku-rou-rules', 'tok-ku-rou-score', 'kalah-rules', 'kalah-score'];

/** The pages of a PDF that Chromium wrote: it writes each page's object in plain text. */
const pages = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length;

for (const sheet of SHEETS) {
  test(`the sheet ${sheet} is one page on Letter and on A4`, async () => {
    const page = await open(await on.browser.newContext(), on.server, `sheets/${sheet}`);
    await page.waitForLoadState('networkidle');
    for (const format of ['Letter', 'A4']) assert.equal(pages(await page.pdf({ format, preferCSSPageSize: false })), 1, format);
    assert.ok(pages(await page.pdf({ width: '10cm', height: '10cm' })) > 1, 'more pages would be counted');
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('#print').isHidden(), 'the button is not printed');
    assert.deepEqual(page.troubles, []);
  });
}

test('the pages of rules show their pictures, wide and narrow', async () => {
  for (const width of [360, 1280]) {
    const context = await on.browser.newContext({ viewport: { width, height: 800 } });
    for (const path of ['rules/tok-ku-rou', 'rules/kalah', 'rules/kalah/questions', 'sheets']) {
      const page = await open(context, on.server, path);
      await page.waitForLoadState('networkidle');
      const drawn = await page.locator('img').evaluateAll((images) => images.every((image) => image.naturalWidth > 0));
      assert.ok(drawn, `pictures of ${path}`);
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.ok(fits, `${path} at ${width}`);
      assert.equal(await page.locator('h1').count(), 1);
      assert.deepEqual(page.troubles, []);
    }
  }
});
