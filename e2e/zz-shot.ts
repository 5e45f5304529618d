import { chromium } from '@playwright/test';
import { browserLaunch } from './browser.ts';

const base = 'http://127.0.0.1:3161';
const r = await fetch(base + '/api/crm/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'owner', password: 'demo1234' }),
});
const { token, admin } = await r.json();
const b = await chromium.launch(await browserLaunch());
const pages = process.argv.slice(3);
const [w, h, scheme] = (process.argv[2] ?? '1440x900xlight').split('x');
for (const p of pages) {
  const c = await b.newContext({
    viewport: { width: Number(w), height: Number(h) },
    colorScheme: scheme as 'light',
    baseURL: base,
  });
  if (!p.startsWith('!'))
    await c.addInitScript(
      (v) => {
        for (const [k, x] of Object.entries(v)) localStorage.setItem(k, x as string);
      },
      { jwt: token, adminFirstName: admin.first_name, adminLastName: admin.last_name },
    );
  const page = await c.newPage();
  page.on('console', (m) => {
    if (['error', 'warning'].includes(m.type())) console.log(p, m.type(), m.text().slice(0, 300));
  });
  page.on('pageerror', (e) => console.log(p, 'PAGEERROR', String(e).slice(0, 500)));
  await page.goto(p.replace('!', ''));
  await page.waitForTimeout(2500);
  const f = '/tmp/h/lead/' + p.replace(/[^a-z0-9]/gi, '_') + '-' + w + scheme + '.png';
  await page.screenshot({ path: f });
  console.log(f);
  await c.close();
}
await b.close();
