import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readlinkSync } from 'node:fs';
import { requestEnd } from '../end-process.ts';

/** Whom a part runs as; the one who started all of it where nothing is said. */
export interface Runner {
  uid: number;
  gid: number;
}

interface PartOptions {
  name: string;
  command: string;
  args: readonly string[];
  logFile: string;
  runner?: Runner | undefined;
  /** Milliseconds until it is started again. */
  restartMs: number;
  /** Where it works; whatever it starts is known by that folder. */
  folder: string;
}

/** One program of the cluster, started again whenever it ends, as a service manager does. */
export class Part {
  readonly name: string;
  readonly #options: PartOptions;
  #child: ChildProcess | null = null;
  #isWanted = false;

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  start(): void {
    this.#isWanted = true;
    const { command, args, runner, logFile, restartMs, folder } = this.#options;
    const log = createWriteStream(logFile, { flags: 'a' });
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...runner,
    });
    this.#child = child;
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.on('error', (error) => log.write(`${error.message}\n`));
    child.once('exit', () => setTimeout(() => this.#isWanted && this.start(), restartMs));
  }

  /** Without a word, with everything that works in its folder: PostgreSQL outlives the Patroni that started it. */
  kill(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGKILL');
  }

  #processes(): number[] {
    const inside = (pid: string) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${this.#options.folder}/`);
      } catch {
        return false;
      }
    };
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && inside(name))
      .map(Number);
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await requestEnd(this.#child, 15_000);
    this.kill();
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
