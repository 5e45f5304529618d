import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** What Playwright needs to start a browser. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

/** The browser for tests: BROWSER_PATH, else one of the system, else the one inside the npm package. */
export async function browserLaunch(): Promise<BrowserLaunch> {
  const asked = process.env.BROWSER_PATH;
  const found = asked === 'npm' ? undefined : (asked ?? SYSTEM_BROWSERS.find((file) => existsSync(file)));
  if (found) return { executablePath: found, args: FLAGS };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found. Install Chrome or Chromium, or set BROWSER_PATH to one.');
  }
  return browserOfPackage();
}

/** The package brings the system libraries and fonts that a bare machine lacks; only the browser gets to see them. */
async function browserOfPackage(): Promise<BrowserLaunch> {
  const binaries = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../bin',
  );
  await inflate(path.join(binaries, 'al2023.tar.br'));
  const executablePath = await chromium.executablePath(binaries);
  const libraries = [path.join(tmpdir(), 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
    .filter(Boolean)
    .join(':');
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return {
    executablePath,
    args: FLAGS,
    env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(tmpdir(), 'fonts') },
  };
}
