import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserLaunch } from '../e2e/browser.ts';

/**
 * Measures the first visit on a phone with a slow connection, against a running portal with data:
 * `node bench/phone.ts --url http://127.0.0.1:3000 --user owner --password …`. Uses Lighthouse's values for Slow 4G with
 * the browser's own throttling: 562.5 ms added to each request, 1.44 Mbit/s down, 675 kbit/s up, CPU four times slower,
 * nothing cached; with `--desktop`, no throttling. Prints the median of the rounds and, because the machine may be shared,
 * the minimum; there are no targets.
 */
const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string', default: 'owner' },
    password: { type: 'string', default: 'quiet-maple-72' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    desktop: { type: 'boolean', default: false },
  },
});

const CONNECTION = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;

interface Screen {
  name: string;
  path: string;
  /** When the content that a visitor waits for is visible, in milliseconds since navigation. */
  usable: (page: Page) => Promise<number>;
  isAgents: boolean;
}

interface Visit {
  paint: number;
  usable: number;
  shift: number;
  scripts: number;
  kilobytes: number;
}

interface SignedIn {
  token: string;
  admin: { first_name: string; last_name: string; username: string; email: string };
}

async function signIn(): Promise<SignedIn> {
  const reply = await fetch(`${options.url}/api/crm/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: options.user, password: options.password }),
  });
  return (await reply.json()) as SignedIn;
}

/** The response text of an API path. */
async function answerOf(path: string, token: string, body?: object): Promise<string> {
  const reply = await fetch(`${options.url}/api${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  });
  return reply.text();
}

/** The capture group of a pattern in a response. */
function foundIn(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`not found in the response: ${text.slice(0, 200)}`);
  return found;
}

/** The path of a signing page: a visitor starts to sign a document of the demo. */
async function signingPath(): Promise<string> {
  const visitor = { first_name: 'Ana', last_name: 'Bench', email: 'ana@example.com', language: 'en' };
  const startResponse = await answerOf('/public/forms/hipaa-authorization/sign', '', {
    progress_session_id: `TEMP_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    ...visitor,
  });
  const token = foundIn(startResponse, /"form_url":"[^"]+\/([^"/]+)"/);
  return new URL(foundIn(await answerOf('/secure-access/form/sign', token, {}), /"signing_url":"([^"]+)"/))
    .pathname;
}

async function screens({ token }: SignedIn): Promise<Screen[]> {
  const id = foundIn(await answerOf('/clients?page=1', token), /"id":(\d+)/);
  const invoices = await answerOf('/invoices?status=sent', token);
  const payPath = new URL(foundIn(invoices, /"square_public_url":"([^"]+\/pay\/[^"]+)"/)).pathname;
  // The page checks itself in every frame: polled from outside, the result may be half a second late.
  const seen = (selector: string) => async (page: Page) => {
    const at = await page.waitForFunction(
      (wanted) => {
        const found = document.querySelector(wanted);
        return found && found.getClientRects().length > 0 ? performance.now() : null;
      },
      selector,
      { polling: 'raf', timeout: 120_000 },
    );
    return (await at.jsonValue()) ?? 0;
  };
  return [
    { name: 'sign-in', path: '/crm/login', usable: seen('button[type=submit]'), isAgents: false },
    {
      name: 'client list',
      path: '/crm/clients',
      usable: seen('main a[href^="/crm/clients/"]:not([href$="/new"])'),
      isAgents: true,
    },
    { name: 'client page', path: `/crm/clients/${id}`, usable: seen('main dl, main h2'), isAgents: true },
    {
      name: 'ledger',
      path: '/crm/ledger',
      // A list of links where the screen is too narrow for the sheet.
      usable: seen('canvas[data-testid=data-grid-canvas], main a[href^="/crm/clients/"]:not([href$="/new"])'),
      isAgents: true,
    },
    {
      name: 'public form',
      path: '/forms/personal-info',
      usable: seen('main input, main select'),
      isAgents: false,
    },
    { name: 'pay page', path: payPath, usable: seen('main button'), isAgents: false },
    { name: 'signing page', path: await signingPath(), usable: seen('main button'), isAgents: false },
  ];
}

async function visit(browser: Browser, screen: Screen, agent: SignedIn): Promise<Visit> {
  const context = await browser.newContext(
    options.desktop
      ? { viewport: { width: 1440, height: 900 } }
      : { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true },
  );
  if (screen.isAgents) {
    const { token, admin } = agent;
    await context.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      },
      {
        jwt: token,
        adminFirstName: admin.first_name,
        adminLastName: admin.last_name,
        adminUsername: admin.username,
        adminEmail: admin.email,
      },
    );
  }
  await context.addInitScript(() => {
    Object.assign(globalThis, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) (globalThis as unknown as { moved: number }).moved += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (!options.desktop) {
    await devtools.send('Network.emulateNetworkConditions', CONNECTION);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
  await page.goto(`${options.url}${screen.path}`, { waitUntil: 'commit', timeout: 120_000 });
  const usable = await screen.usable(page);
  // Later layout shifts count too, and the network is never idle because of the live event stream.
  await page.waitForTimeout(2000);
  const figures = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      shift: (globalThis as unknown as { moved: number }).moved,
      scripts: files.filter(({ name }) => name.endsWith('.js')).length,
      kilobytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
    };
  });
  await context.close();
  return { ...figures, usable };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const agent = await signIn();
const browser = await chromium.launch(await browserLaunch());
for (const screen of await screens(agent)) {
  if (!screen.name.includes(options.only)) continue;
  const visits: Visit[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1)
    visits.push(await visit(browser, screen, agent));
  const of = (field: keyof Visit) => median(visits.map((one) => one[field]));
  const seconds = (field: 'paint' | 'usable') => {
    const minimum = Math.min(...visits.map((one) => one[field]));
    return `${(of(field) / 1000).toFixed(1)} s (minimum ${(minimum / 1000).toFixed(1)})`;
  };
  console.log(
    `${screen.name}: first paint ${seconds('paint')}, usable ${seconds('usable')}, ` +
      `layout shift ${of('shift').toFixed(3)}, ${of('scripts')} scripts, ${of('kilobytes').toFixed(0)} KB`,
  );
}
await browser.close();
