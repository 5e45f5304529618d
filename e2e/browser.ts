import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inflate } from '@sparticuz/chromium';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** The archives in the package: the browser, and the fonts and libraries that a minimal machine lacks. */
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

/** The font configuration of the package points to /tmp/fonts; this one points to the fonts beside it. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The launch options that Playwright needs to start a browser. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

/** The browser for tests: BROWSER_PATH, otherwise a system browser, otherwise the one in the npm package. */
export async function browserLaunch(): Promise<BrowserLaunch> {
  const requested = process.env.BROWSER_PATH;
  const found =
    requested === 'npm' ? undefined : (requested ?? SYSTEM_BROWSERS.find((file) => existsSync(file)));
  if (found) return { executablePath: found, args: FLAGS };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found. Install Chrome or Chromium, or set BROWSER_PATH to one.');
  }
  return browserOfPackage();
}

/** The package includes system libraries and fonts that a minimal machine lacks; only the browser process uses them. */
async function browserOfPackage(): Promise<BrowserLaunch> {
  const folder = await unpackedBrowser();
  const libraries = [path.join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
    .filter(Boolean)
    .join(':');
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return {
    executablePath: path.join(folder, 'chromium'),
    args: FLAGS,
    env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}

/**
 * The folder of this clone with the unpacked browser. The package itself unpacks into the shared temporary folder, where
 * two users can conflict and an interrupted run leaves an incomplete browser. Here the browser is unpacked into a folder
 * beside its final location and moved there when it is complete.
 */
async function unpackedBrowser(): Promise<string> {
  const binaries = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../bin',
  );
  const folder = path.join(binaries, '../unpacked');
  if (existsSync(folder)) return folder;
  const unpacking = await mkdtemp(`${folder}-`);
  try {
    await unpackInto(unpacking, binaries);
    await rename(unpacking, folder);
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true });
    // Another run may have created the folder first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package takes its target folder only from the environment. */
async function unpackInto(folder: string, binaries: string): Promise<void> {
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    // Waits for all archives even if one fails, because the folder is removed afterwards.
    const unpacked = await Promise.allSettled(ARCHIVES.map((name) => inflate(path.join(binaries, name))));
    for (const one of unpacked) if (one.status === 'rejected') throw one.reason;
    await writeFile(path.join(folder, 'fonts', 'fonts.conf'), FONTS);
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
}
