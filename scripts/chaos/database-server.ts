import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  runningEmbeddedUrl,
  startEmbeddedPostgres,
} from '../../postgres/src/embedded-postgres.ts';

/** The failures that can be caused in a database, independent of who started it. */
export interface TargetDatabase {
  /** A direct address, which failures do not interrupt. */
  url(): Promise<string>;
  kill(): void;
  /** Kills one of its backend processes. */
  killWorker(pick: (pids: number[]) => number | undefined): void;
  freeze(): void;
  thaw(): void;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** PostgreSQL's processes have the cluster's folder as working directory; the oldest is the postmaster. */
function processesIn(clusterDir: string): number[] {
  const inside = (pid: string) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === clusterDir && /postgres/.test(readlinkSync(`/proc/${pid}/exe`))
      );
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && inside(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/** The database of a cluster's folder, regardless of who started it. */
function databaseIn(clusterDir: string, url: () => Promise<string>): TargetDatabase {
  const each = (name: NodeJS.Signals) => {
    for (const pid of processesIn(clusterDir)) signal(pid, name);
  };
  return {
    url,
    kill: () => each('SIGKILL'),
    killWorker: (pick) => {
      const pid = pick(processesIn(clusterDir).slice(1));
      if (pid !== undefined) signal(pid, 'SIGKILL');
    },
    freeze: () => each('SIGSTOP'),
    thaw: () => each('SIGCONT'),
  };
}

/** The database that the portal starts itself. */
export function embeddedDatabase(dataDir: string): TargetDatabase {
  return databaseIn(path.join(dataDir, 'database', 'cluster'), async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      const url = await runningEmbeddedUrl(dataDir).catch(() => undefined);
      if (url) return url;
      await sleep(100);
    }
    throw new Error('the embedded database did not restart');
  });
}

/** A PostgreSQL beside the portal; its launcher restarts it whenever it ends. */
export class DatabaseServer {
  readonly #dataDir: string;
  #running: EmbeddedPostgres | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async start(): Promise<TargetDatabase> {
    const running = await startEmbeddedPostgres({
      dataDir: this.#dataDir,
      settings: { max_wal_size: '256MB', shared_buffers: '128MB' },
    });
    this.#running = running;
    return databaseIn(running.clusterDir, async () => running.url);
  }

  /** The port it listens on; null before the first start. */
  get port(): number | null {
    return this.#running ? Number(new URL(this.#running.url).port) : null;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
