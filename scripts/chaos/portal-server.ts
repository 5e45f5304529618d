import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestEnd } from '../end-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.join(ROOT, 'server/src/main.ts');
const CLOCK = import.meta.resolve('./jumping-clock.ts');
const QUICK = path.join(ROOT, 'scripts/quick-imports.mjs');
const RESTART_MS = 300;

/** Runs the portal as a service manager does: restarts it whenever it ends. */
export class PortalServer {
  readonly address: string;
  /** How often it ended without being killed by the test. */
  endedByItself = 0;
  readonly #environment: Record<string, string>;
  readonly #log: WriteStream;
  #child: ChildProcess | null = null;
  #isWanted = false;
  #isKilled = false;

  constructor(port: number, environment: Record<string, string>, logFile: string) {
    this.address = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port), LOG_LEVEL: 'warn' };
    this.#log = createWriteStream(logFile, { flags: 'a' });
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    this.#spawn();
    const deadline = performance.now() + 120_000;
    while (performance.now() < deadline) {
      if (await this.isReady()) return;
      await sleep(100);
    }
    throw new Error(`the portal on ${this.address} did not start`);
  }

  async isReady(): Promise<boolean> {
    const statusRequest = fetch(`${this.address}/api/status`, { signal: AbortSignal.timeout(5000) });
    return statusRequest.then(
      (response) => response.ok,
      () => false,
    );
  }

  #spawn(): void {
    this.#isKilled = false;
    const args = [
      '--max-old-space-size=1024',
      '--no-wasm-code-gc',
      '--import',
      QUICK,
      '--import',
      CLOCK,
      MAIN,
    ];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.stdout?.pipe(this.#log, { end: false });
    child.stderr?.pipe(this.#log, { end: false });
    child.on('error', () => {});
    child.once('exit', (code, signal) => {
      this.#log.write(`— ended (${code ?? signal})\n`);
      if (!this.#isWanted) return;
      if (!this.#isKilled) this.endedByItself += 1;
      setTimeout(() => this.#isWanted && this.#spawn(), RESTART_MS);
    });
  }

  kill(): void {
    this.#isKilled = true;
    this.#child?.kill('SIGKILL');
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Shifts its clock by this many milliseconds. */
  setClock(offsetMs: number): void {
    if (this.#child?.connected) this.#child.send({ offsetMs }, () => {});
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await requestEnd(this.#child, 20_000);
    this.#child?.kill('SIGKILL');
  }
}
