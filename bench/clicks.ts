import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { browserLaunch } from '../e2e/browser.ts';

/**
 * Measures the time from a click to the result on a desktop, against a running portal with data:
 * `node bench/clicks.ts --url http://127.0.0.1:3000 --user owner --password …`. Before each click the pointer rests on
 * the link, as a person's would; each screen is opened for the first time in a new tab. Prints medians without targets.
 */
const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string', default: 'owner' },
    password: { type: 'string', default: 'quiet-maple-72' },
    rounds: { type: 'string', default: '5' },
  },
});

/** People take longer than this between pointing at a link and clicking it. */
const REST_MS = 150;
const ROW = 'main a[href^="/crm/clients/"]:not([href$="/new"])';

interface Click {
  name: string;
  from: string;
  link: string;
  shown: string;
}

const entry = (label: string) => `nav[aria-label="Main"] a:has-text("${label}")`;
const CLICKS: Click[] = [
  {
    name: 'client list to client',
    from: '/crm/clients',
    link: ROW,
    shown: 'main section[aria-label=Client]',
  },
  { name: 'navigation to clients', from: '/crm/dashboard', link: entry('Clients'), shown: ROW },
  { name: 'navigation to payments', from: '/crm/clients', link: entry('Payments'), shown: 'main table' },
  {
    name: 'navigation to the ledger',
    from: '/crm/clients',
    link: entry('Ledger'),
    shown: 'canvas[data-testid=data-grid-canvas]',
  },
  {
    name: 'client list to the dialog for a new client',
    from: '/crm/clients',
    link: 'button:has-text("Add client")',
    shown: '[role=dialog] input',
  },
];

async function token(): Promise<string> {
  const reply = await fetch(`${options.url}/api/crm/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: options.user, password: options.password }),
  });
  return ((await reply.json()) as { token: string }).token;
}

/** The page checks itself in every frame, because polling from outside would affect the measurement. */
async function measure(page: Page, { from, link, shown }: Click): Promise<number> {
  await page.goto(`${options.url}${from}`);
  const target = page.locator(link).first();
  await target.waitFor();
  await page.waitForTimeout(1500);
  await target.hover();
  await page.waitForTimeout(REST_MS);
  await page.evaluate((selector) => {
    const times = { clicked: 0, shown: 0 };
    Object.assign(globalThis, { times });
    addEventListener('click', ({ timeStamp }) => Object.assign(times, { clicked: timeStamp }), {
      capture: true,
      once: true,
    });
    const check = () => {
      if (times.clicked > 0 && document.querySelector(selector)) times.shown = performance.now();
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  }, shown);
  await page.mouse.down();
  await page.mouse.up();
  const times = await page.waitForFunction(() => {
    const { times: seen } = globalThis as unknown as { times: { clicked: number; shown: number } };
    return seen.shown > 0 ? seen : null;
  });
  const { clicked = 0, shown: at = 0 } = (await times.jsonValue()) ?? {};
  return at - clicked;
}

const jwt = await token();
const browser = await chromium.launch(await browserLaunch());
for (const click of CLICKS) {
  const times: number[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((text) => localStorage.setItem('jwt', text), jwt);
    times.push(await measure(await context.newPage(), click));
    await context.close();
  }
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`${click.name}: ${median.toFixed(0)} ms (minimum ${(sorted[0] ?? 0).toFixed(0)})`);
}
await browser.close();
