import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';

/**
 * Measures the ledger in a real browser (headless, software rendering) against a running portal with data:
 * `node bench/ledger-browser.ts --url http://127.0.0.1:3000 --user owner --password …`. Prints figures without targets.
 */
const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string', default: 'owner' },
    password: { type: 'string', default: 'quiet-maple-72' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
  },
});

const SCROLL_MS = 6000;
/** The twelve premium columns of the marketplace card. */
const PASTED = { rows: 834, columns: 12, first: 'LifeSecure' };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--enable-precise-memory-info',
];

interface Watch {
  longest: number;
  over50: number;
}

async function token(): Promise<string> {
  const reply = await fetch(`${options.url}/api/crm/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: options.user, password: options.password }),
  });
  const body = (await reply.json()) as { token: string };
  return body.token;
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const jwt = await token();
  await context.addInitScript((text) => localStorage.setItem('jwt', text), jwt);
  await context.addInitScript(() => {
    const tasks: { start: number; duration: number }[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration });
    }).observe({ entryTypes: ['longtask'] });
  });
  return context.newPage();
}

/** Long tasks since a time of the page's clock. */
function longTasks(page: Page, since: number): Promise<Watch> {
  return page.evaluate((from) => {
    const { longTasks: tasks } = globalThis as unknown as {
      longTasks: { start: number; duration: number }[];
    };
    const durations = tasks.filter((task) => task.start >= from).map((task) => task.duration);
    return { longest: Math.max(0, ...durations), over50: durations.length };
  }, since);
}

const now = (page: Page) => page.evaluate(() => performance.now());

/** From the click in the navigation to the first cells with data; assets are cached. */
async function measureOpening(page: Page) {
  const times: number[] = [];
  let watch: Watch = { longest: 0, over50: 0 };
  for (let round = 0; round < 4; round += 1) {
    await page.goto(`${options.url}/crm/dashboard`);
    await page.waitForTimeout(2000);
    const start = await now(page);
    await page.getByRole('link', { name: 'Ledger', exact: true }).click();
    await page.waitForFunction(
      (from) =>
        performance
          .getEntriesByType('resource')
          .some((entry) => entry.name.includes('/ledger/rows') && entry.startTime > from),
      start,
      { polling: 10 },
    );
    // The received rows are drawn two frames later.
    const cells = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
        ),
    );
    if (round > 0) times.push(cells - start);
    await page.waitForTimeout(800);
    watch = await longTasks(page, start);
  }
  return { firstCellsMs: Math.round(Math.min(...times)), all: times.map(Math.round), longTasks: watch };
}

/**
 * Frame rate while the sheet scrolls from one end to the other, one step per frame, and how long cells are loading
 * afterwards, as the table for screen readers shows them.
 */
function measureScroll(page: Page, axis: 'x' | 'y') {
  return page.evaluate(
    async ([direction, duration]) => {
      const scroller = document.querySelector('.dvn-scroller');
      if (!scroller) throw new Error('no sheet');
      const end =
        direction === 'y'
          ? scroller.scrollHeight - scroller.clientHeight
          : scroller.scrollWidth - scroller.clientWidth;
      const gaps: number[] = [];
      const start = performance.now();
      let last = start;
      for (;;) {
        const time = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        gaps.push(time - last);
        last = time;
        const share = Math.min(1, (time - start) / duration);
        if (direction === 'y') scroller.scrollTop = end * share;
        else scroller.scrollLeft = end * share;
        if (share === 1) break;
      }
      gaps.sort((a, b) => a - b);
      const isLoading = () =>
        [...document.querySelectorAll('canvas [role="gridcell"]')].some(
          ({ textContent }) => textContent === 'Loading…',
        );
      do await new Promise((resolve) => setTimeout(resolve, 20));
      while (isLoading());
      return {
        loadedMs: Math.round(performance.now() - last),
        fps: Math.round((gaps.length / (last - start)) * 1000),
        p95Ms: Math.round(gaps[Math.floor(gaps.length * 0.95)] ?? 0),
        worstMs: Math.round(gaps.at(-1) ?? 0),
      };
    },
    [axis, SCROLL_MS] as const,
  );
}

/** Frame rate while a person turns the wheel. */
async function measureWheel(page: Page) {
  await page.mouse.move(900, 500);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    const tick = (time: number) => {
      frames.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let turn = 0; turn < 120; turn += 1) {
    await page.mouse.wheel(0, 360);
    await page.waitForTimeout(16);
  }
  return page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: number[] };
    return { fps: Math.round(((frames.length - 1) / ((frames.at(-1) ?? 0) - (frames[0] ?? 0))) * 1000) };
  });
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 1_000_000);
}

/** Waits until the indicator shows "Saving..." and then becomes empty. */
async function untilSaved(page: Page): Promise<number> {
  const waitForText = (text: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector('[data-indicator]')?.textContent === wanted,
      text,
      { timeout: 60_000, polling: 20 },
    );
  await waitForText('Saving...');
  await waitForText('');
  return now(page);
}

/** Pastes 10,000 cells, then undoes the paste. */
async function measurePaste(page: Page) {
  const price = Math.floor(Math.random() * 900) + 100;
  const row = Array.from({ length: PASTED.columns }, (_, column) => `$${price + column}.50`).join('\t');
  const block = Array.from({ length: PASTED.rows }, () => row).join('\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), block);
  await page.evaluate(() => document.querySelector('.dvn-scroller')?.scrollTo({ top: 0, left: 0 }));
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByLabel('Find a column').fill(PASTED.first);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(800);
  const start = await now(page);
  await page.keyboard.press('Control+v');
  const pasted = await untilSaved(page);
  const watch = await longTasks(page, start);
  await page.waitForTimeout(300);
  const before = await now(page);
  await page.keyboard.press('Control+z');
  const undone = await untilSaved(page);
  return {
    cells: PASTED.rows * PASTED.columns,
    savedMs: Math.round(pasted - start),
    undoneMs: Math.round(undone - before),
    longTasks: watch,
  };
}

async function main(): Promise<void> {
  const browser = await chromium.launch({ executablePath: options.browser, args: FLAGS });
  try {
    const page = await openPage(browser);
    console.log('opening', JSON.stringify(await measureOpening(page)));
    console.log('wheel', JSON.stringify(await measureWheel(page)));
    console.log('all rows', JSON.stringify(await measureScroll(page, 'y')));
    await page.waitForTimeout(1500);
    console.log('heap at the end', `${await heapMb(page)} MB`);
    console.log('all columns', JSON.stringify(await measureScroll(page, 'x')));
    console.log('paste', JSON.stringify(await measurePaste(page)));
  } finally {
    await browser.close();
  }
}

await main();
