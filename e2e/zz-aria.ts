import { chromium } from '@playwright/test';
import { browserLaunch } from './browser.ts';

const base = 'http://127.0.0.1:' + (process.env.P ?? '3161');
const r = await fetch(base + '/api/crm/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'owner', password: 'demo1234' }),
});
const { token, admin } = await r.json();
const b = await chromium.launch(await browserLaunch());
const c = await b.newContext({ viewport: { width: 1440, height: 900 }, baseURL: base });
await c.addInitScript(
  (v) => {
    for (const [k, x] of Object.entries(v)) localStorage.setItem(k, x as string);
  },
  { jwt: token, adminFirstName: admin.first_name, adminLastName: admin.last_name },
);
const page = await c.newPage();
await page.goto(process.argv[2]!);
await page.waitForTimeout(2000);
for (const click of process.argv.slice(3)) {
  await page
    .getByRole(...(JSON.parse(click) as ['button', { name: string }]))
    .first()
    .click();
  await page.waitForTimeout(800);
}
console.log((await page.locator('body').ariaSnapshot()).slice(0, 7000));
await b.close();
