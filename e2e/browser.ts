import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** The browser for tests: BROWSER_PATH, else one of the system, else the one inside the npm package. */
export async function browserPath(): Promise<string> {
  const asked = process.env.BROWSER_PATH;
  const found = asked ?? SYSTEM_BROWSERS.find((file) => existsSync(file));
  if (found) return found;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found. Install Chrome or Chromium, or set BROWSER_PATH to one.');
  }
  return chromium.executablePath();
}
