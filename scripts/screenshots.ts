import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test';
import { browserLaunch } from '../e2e/browser.ts';
import { startMailServer } from '../e2e/mail-server.ts';
import { GUIDE_PICTURES } from './screenshots/guide-pictures.ts';
import type { Screen } from './screenshots/screen.ts';
import { SCREENS } from './screenshots/screens.ts';

/** From 0 to 100; text stays sharp, and a screen is about 40 KB. */
const QUALITY = 82;
/** Pixels around a part. */
const MARGIN = 12;

/** Saves a page or a part of it as WebP. The browser encodes it, so no image library is needed. */
async function takeWebp(page: Page, file: string, part?: Locator): Promise<void> {
  const box = part ? await part.first().boundingBox() : null;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const left = Math.max(0, (box?.x ?? 0) - MARGIN);
  const top = Math.max(0, (box?.y ?? 0) - MARGIN);
  const right = Math.min(width, box ? box.x + box.width + MARGIN : width);
  const bottom = Math.min(height, box ? box.y + box.height + MARGIN : height);
  // The box is that of the window, the clip that of the page, which may be scrolled.
  const scrolled = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY }));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: {
      ...{ x: left + scrolled.x, y: top + scrolled.y },
      ...{ width: right - left, height: bottom - top, scale: 1 },
    },
  });
  await writeFile(file, Buffer.from(data, 'base64'));
}

/**
 * Takes a screenshot of every screen with demo data, wide and narrow, light and dark: `npm run screenshots [-- <name part>]`.
 * With `--guide` it regenerates the pictures of docs/guide instead: `npm run screenshots -- --guide [<name part>]`.
 */
const PORT = 3986;
const BASE_URL = `http://127.0.0.1:${PORT}`;
const PASSWORD = 'quiet-maple-72';
const FOLDER = path.resolve(import.meta.dirname, '../screenshots');
const GUIDE_FOLDER = path.resolve(import.meta.dirname, '../docs/guide/pictures');
const SIZES = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844 } },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Small enough to be legible next to text. */
const GUIDE_SIZES = { screen: { width: 1280, height: 760 }, phone: { width: 390, height: 760 } };

async function startProduct(dataDir: string, smtpHost: string): Promise<ChildProcess> {
  const child = spawn('node', ['scripts/demo.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      OWNER_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      SMTP_URL: `smtp://${smtpHost}`,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (let attempt = 0; attempt < 900; attempt++) {
    const response = await fetch(`${BASE_URL}/api/status`).catch(() => null);
    if (response?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the product did not start');
}

async function signIn(): Promise<Record<string, string>> {
  const response = await fetch(`${BASE_URL}/api/crm/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password: PASSWORD }),
  });
  const { token, admin } = await response.json();
  return { jwt: token, adminFirstName: admin.first_name, adminLastName: admin.last_name };
}

async function openPage(
  browser: Browser,
  options: { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' },
  stored: Record<string, string>,
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL: BASE_URL,
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
  });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  return context.newPage();
}

/** Waits until no placeholder of loading content is left. */
async function untilLoaded(page: Page, { isCovering }: Screen): Promise<void> {
  await page.waitForLoadState('load');
  if (isCovering) return;
  await expect(
    page.locator('.mantine-Skeleton-root, [data-loading], [aria-label="Owner: loading. Reassign"]'),
  ).toHaveCount(0, {
    timeout: 30_000,
  });
}

async function captureScreens(
  browser: Browser,
  stored: Record<string, string>,
  wanted: string,
): Promise<void> {
  for (const screen of SCREENS.filter(({ name }) => name.includes(wanted))) {
    for (const size of SIZES) {
      for (const scheme of SCHEMES) {
        const page = await openPage(
          browser,
          { viewport: size.viewport, colorScheme: scheme },
          screen.isSignedOut ? {} : stored,
        );
        await screen.open(page, stored.jwt ?? '');
        await untilLoaded(page, screen);
        const file = path.join(FOLDER, `${screen.name}-${size.name}-${scheme}.png`);
        await page.screenshot({ path: file, fullPage: screen.isFullPage ?? false });
        await page.context().close();
      }
    }
    console.log(screen.name);
  }
}

async function captureGuide(browser: Browser, stored: Record<string, string>, wanted: string): Promise<void> {
  const pictures = Object.entries(GUIDE_PICTURES).filter(([name]) => name.includes(wanted));
  for (const [name, { screen: screenName, on = 'screen', part }] of pictures) {
    const screen = SCREENS.find((one) => one.name === screenName);
    if (!screen) throw new Error(`no such screen: ${screenName}`);
    const page = await openPage(
      browser,
      { viewport: GUIDE_SIZES[on], colorScheme: 'light' },
      screen.isSignedOut ? {} : stored,
    );
    await screen.open(page, stored.jwt ?? '');
    await untilLoaded(page, screen);
    await takeWebp(page, path.join(GUIDE_FOLDER, `${name}.webp`), part?.(page));
    await page.context().close();
    console.log(name);
  }
}

const { values, positionals } = parseArgs({
  options: { guide: { type: 'boolean' } },
  allowPositionals: true,
});
const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-screenshots-'));
await mkdir(values.guide ? GUIDE_FOLDER : FOLDER, { recursive: true });
const mailServer = await startMailServer(dataDir);
const product = await startProduct(dataDir, mailServer.host);
const browser = await chromium.launch(await browserLaunch());
try {
  const takeScreenshots = values.guide ? captureGuide : captureScreens;
  await takeScreenshots(browser, await signIn(), positionals[0] ?? '');
} finally {
  await browser.close();
  product.kill('SIGTERM');
  await new Promise((resolve) => product.once('exit', resolve));
  await mailServer.stop();
  await rm(dataDir, { recursive: true, force: true });
}
