import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  runningEmbeddedUrl,
  startEmbeddedPostgres,
} from '../../postgres/src/embedded-postgres.ts';

/** What is done to a database, wherever it runs. */
export interface Victim {
  /** Its address, past everything that a fault may cut. */
  url(): Promise<string>;
  kill(): void;
  /** Ends one of its processes that serve a connection. */
  killWorker(pick: (pids: number[]) => number | undefined): void;
  freeze(): void;
  thaw(): void;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** PostgreSQL's processes work inside their cluster's folder; the oldest is the one that starts the others. */
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

/** The database of a cluster's folder, whoever started it. */
function victimIn(clusterDir: string, url: () => Promise<string>): Victim {
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

/** The database that the portal itself starts. */
export function portalsDatabase(dataDir: string): Victim {
  return victimIn(path.join(dataDir, 'database', 'cluster'), async () => {
    for (let tries = 0; tries < 600; tries += 1) {
      const url = await runningEmbeddedUrl(dataDir).catch(() => undefined);
      if (url) return url;
      await sleep(100);
    }
    throw new Error('the embedded database does not come back');
  });
}

/** A PostgreSQL beside the portal, which its launcher starts again whenever it ends. */
export class DatabaseServer {
  readonly #dataDir: string;
  #running: EmbeddedPostgres | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async start(): Promise<Victim> {
    const running = await startEmbeddedPostgres({
      dataDir: this.#dataDir,
      settings: { max_wal_size: '256MB', shared_buffers: '128MB' },
    });
    this.#running = running;
    return victimIn(running.clusterDir, async () => running.url);
  }

  /** Where it listens; null before its first start. */
  get port(): number | null {
    return this.#running ? Number(new URL(this.#running.url).port) : null;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
