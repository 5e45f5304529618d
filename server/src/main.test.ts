import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const MAIN = path.resolve(import.meta.dirname, 'main.ts');
/** Lets a signal raise an error that nothing in the product handles. */
const BREAKS = "process.on('SIGUSR2', () => void Promise.reject(new Error('nothing handles this')))";

it('an error that nothing handles is logged, and the server and its database stop in order', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-main-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = spawn(process.execPath, ['--import', `data:text/javascript,${BREAKS}`, MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  let output = '';
  for await (const chunk of server.stdout) {
    const wasReady = output.includes(' is ready on ');
    output += String(chunk);
    if (!wasReady && output.includes(' is ready on ')) server.kill('SIGUSR2');
  }
  expect(await exited).toEqual([1, null]);
  expect(output).toContain('unexpected error: the server stops');
  expect(output).toContain('nothing handles this');
  expect(existsSync(path.join(dataDir, 'database', 'cluster', 'PG_VERSION'))).toBe(true);
  expect(existsSync(path.join(dataDir, 'database', 'cluster', 'postmaster.pid'))).toBe(false);
  expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false);
});
