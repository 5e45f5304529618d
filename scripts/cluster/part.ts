import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readlinkSync } from 'node:fs';
import { requestEnd } from '../end-process.ts';

/** The user that a part runs as; by default the user who started the command. */
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
  /** Delay in milliseconds before a restart. */
  restartMs: number;
  /** Its working directory, by which its child processes are found too. */
  folder: string;
}

/** One program of the cluster; restarted whenever it ends, as by a service manager. */
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

  /** Kills all processes in its folder, because PostgreSQL outlives the Patroni that started it. */
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
    // The process has already ended.
  }
}
