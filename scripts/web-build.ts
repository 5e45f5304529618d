import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const SOURCES = [
  'web/src',
  'web/public',
  'contract/src',
  'web/index.html',
  'web/public.html',
  'web/vite.config.ts',
  'web/api-summaries.ts',
  'web/chunk-groups.ts',
  'web/first-calls.ts',
  'web/guide-files.ts',
  'web/guide-text.ts',
  'docs/guide',
  'web/screen-files.ts',
];
const LOCK = 'package-lock.json';
/** The file in the build folder that records the digest of the sources. */
export const STAMP_NAME = '.sources';
export const WEB_BUILD = path.join(ROOT, 'web/dist');
const STAMP = path.join(WEB_BUILD, STAMP_NAME);

/**
 * A digest of the names, sizes and times of all sources. In an archive all files have the same time: pass it as `time`, in
 * seconds.
 */
async function sourcesDigest(time?: number): Promise<string> {
  const digest = createHash('sha256');
  for (const source of [...SOURCES, LOCK]) {
    const full = path.join(ROOT, source);
    const isFolder = (await stat(full)).isDirectory();
    const names = isFolder ? (await readdir(full, { recursive: true })).sort() : [''];
    for (const inside of names) {
      const file = path.join(full, inside);
      const found = await stat(file);
      if (!found.isFile()) continue;
      const name = path.relative(ROOT, file).replaceAll(path.sep, '/');
      digest.update(
        `${name} ${found.size} ${time === undefined ? Math.round(found.mtimeMs) : time * 1000}\n`,
      );
    }
  }
  return digest.digest('hex');
}

/**
 * Builds the browser code if it is missing or its sources have changed, in a separate process, so that the bundler's memory is
 * released. An installation without the development packages uses the build that it was shipped with.
 */
export async function ensureWebBuild(): Promise<void> {
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (built === (await sourcesDigest())) return;
  const isBuilt = existsSync(path.join(ROOT, 'web/dist/index.html'));
  if (!existsSync(path.join(ROOT, 'node_modules/vite'))) {
    if (isBuilt) return;
    console.error(
      'The browser code is not built. Run "npm ci && npm run build" once, with the development packages.',
    );
    process.exit(1);
  }
  console.log(isBuilt ? 'The sources changed: rebuilding the browser code …' : 'Building the browser code …');
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The stamp for an archive, whose files all have the same time, so that a start from it accepts the shipped build. */
export const stampOfArchive = (seconds: number) => sourcesDigest(seconds);

/** Builds the browser code and records the digest of its sources. */
export async function buildWeb(): Promise<void> {
  const digest = await sourcesDigest();
  const { build } = await import('vite');
  await build({ configFile: path.join(ROOT, 'web/vite.config.ts'), logLevel: 'warn' });
  await writeFile(STAMP, digest);
}
