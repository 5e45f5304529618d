import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.resolve(import.meta.dirname, '..');
export const PRODUCT = path.join(ROOT, 'scripts/start.mjs');
export const BARE = path.join(ROOT, 'bench/bare.ts');

export interface Server {
  url: string;
  startMs: number;
  /** Resident memory in MiB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server as a separate process and waits until it prints `… is ready …`. */
export async function startServer(
  file: string,
  port: number,
  environment: Record<string, string>,
): Promise<Server> {
  const started = performance.now();
  const child = spawn(process.execPath, [...startFlags(), file], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child, file);
  return {
    url: `http://127.0.0.1:${port}`,
    startMs: performance.now() - started,
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The flags of `npm start`, so that the benchmark measures the real configuration. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--'));
}

async function ready(child: ChildProcess, file: string): Promise<void> {
  if (!child.stdout) throw new Error('no output to read');
  child.once('error', (error) => console.error(error.message));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('is ready')) continue;
    child.stdout.resume();
    return;
  }
  throw new Error(`${file} exited before it was ready`);
}

/** Signs in as the demo owner and returns the headers for all further calls. */
export async function signInHeaders(url: string, password: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/crm/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password }),
  });
  const { token } = await response.json();
  return { authorization: `Bearer ${token}` };
}
