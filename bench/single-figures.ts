import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import type { Target } from './load.ts';

/** The transferred bytes of a response, and the time until the last one. */
function fetchWire(target: Target, url: string, headers: Record<string, string> = {}) {
  return new Promise<{ bytes: number; ms: number; body: Buffer }>((resolve, reject) => {
    const started = performance.now();
    request(`${target.url}${url}`, { headers: { ...target.headers, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ bytes: body.length, ms: performance.now() - started, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Size and median time of the ledger's index as a browser requests it. */
export async function indexFigures(product: Target) {
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < 15; n++) {
    const answer = await fetchWire(product, '/api/ledger/index', { 'accept-encoding': 'gzip' });
    times.push(answer.ms);
    bytes = answer.bytes;
  }
  const plain = await fetchWire(product, '/api/ledger/index');
  const { ids }: { ids: number[] } = JSON.parse(plain.body.toString());
  return { ids, indexBytes: bytes, indexMs: times.sort((a, b) => a - b)[7] ?? 0 };
}

/** The median time to save 10,000 pasted cells. */
export async function pasteSeconds(product: Target, ids: readonly number[]): Promise<number> {
  const fields = ['height', 'weight', 'company', 'occupation', 'bank_name', 'account_name', 'name_of_pcp'];
  const columns = [...fields, 'name_of_rx1', 'name_of_rx2', 'name_of_rx3'];
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const cells = ids.slice(0, 1000).flatMap((id) => columns.map((field) => ({ id, field, value: `p${n}` })));
    const started = performance.now();
    const response = await fetch(`${product.url}/api/ledger/cells`, {
      method: 'PATCH',
      headers: { ...product.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ cells }),
    });
    await response.text();
    if (!response.ok) throw new Error(`the paste was rejected: ${response.status}`);
    times.push((performance.now() - started) / 1000);
  }
  return times.sort((a, b) => a - b)[1] ?? 0;
}

/** The disk usage of `npm ci --omit=dev`: the sum over all packages that are not for development. */
export function installedMegabytes(): number {
  const root = path.resolve(import.meta.dirname, '..');
  const listed = spawnSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
  });
  const folders = listed.stdout.split('\n').filter((line) => line.includes('/node_modules/'));
  const seen = new Set<number>();
  const bytes = [...new Set(folders)].map((folder) => ownBytes(folder, seen));
  return bytes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}

/**
 * The size of one package without nested packages, which are listed separately. A file with two names is counted once;
 * `seen` contains the inodes counted so far.
 */
function ownBytes(folder: string, seen: Set<number>): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  return entries.reduce((sum, entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return sum + ownBytes(full, seen);
    if (!entry.isFile()) return sum;
    const { ino, size } = statSync(full);
    if (seen.has(ino)) return sum;
    seen.add(ino);
    return sum + size;
  }, 0);
}
