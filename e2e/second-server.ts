import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '..');
export const START_MS = 120_000;

/** Starts a second server for one journey; returns the function that stops it. */
export async function startServer(url: string, env: Record<string, string>): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, ['e2e/server.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  const until = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error('the second server did not start');
    }
    await sleep(100);
  }
  return stop;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/status`).catch(() => null);
  return response?.ok ?? false;
}
