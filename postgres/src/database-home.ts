import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import { type Account, canReach } from './account.ts';
import type { EmbeddedLog } from './postgres-log.ts';
import { createSystemDir, SYSTEM_DIR } from './system-dir.ts';

/** File in the data folder with the location of its database, if the database is elsewhere. */
const POINTER = 'database.location';
/** File beside such a database with the data folder it belongs to. */
const OWNER = 'data-folder';

/** The folder that contains, or will contain, the cluster of a data folder. */
export interface DatabaseHome {
  path: string;
  /** Stores the location; called once the cluster is complete. */
  remember(): Promise<void>;
}

/** The folder of this data folder's cluster, which may not exist yet; under root, PostgreSQL runs as its owner. */
export async function existingCluster(dataDir: string): Promise<string> {
  return join((await readText(join(dataDir, POINTER))) ?? dataDir, 'database', 'cluster');
}

/**
 * The database is stored in the data folder. If the account that PostgreSQL runs as cannot access it (a clone under
 * /root), it is stored under /var/lib/ledgerline, and a file in the data folder records the location.
 */
export async function locateDatabase(
  dataDir: string,
  account: Account | undefined,
  log: EmbeddedLog,
  systemDir = SYSTEM_DIR,
): Promise<DatabaseHome> {
  const elsewhere = await readText(join(dataDir, POINTER));
  if (elsewhere) return followPointer(dataDir, elsewhere);
  const inside = join(dataDir, 'database');
  const here = { path: inside, remember: async () => {} };
  if (!account || (await allowTraversal(account, dataDir))) return here;
  if (await exists(inside)) {
    throw new StartupError(
      `The system user ${account.name}, which PostgreSQL runs as, cannot access ${inside}. Allow it to traverse the parent folders (chmod o+x), or start as the owner of the folder.`,
    );
  }
  return homeElsewhere(dataDir, account, log, systemDir);
}

/** Allows the account's group to traverse a folder that only root can access, and nothing more. */
export async function allowTraversal(account: Account, folder: string): Promise<boolean> {
  const path = await realpath(folder);
  const { uid, mode } = await stat(path);
  if (uid === 0 && (mode & 0o077) === 0 && (await canReach(account, join(path, '..')))) {
    await chown(path, 0, account.gid);
    await chmod(path, 0o710);
  }
  return canReach(account, path);
}

async function followPointer(dataDir: string, base: string): Promise<DatabaseHome> {
  const path = join(base, 'database');
  if (!(await exists(path))) {
    throw new StartupError(
      `The database of the data folder ${dataDir} is missing. It was stored in ${path}. Restore that folder, or start with an empty data folder.`,
    );
  }
  const owner = await readText(join(base, OWNER));
  if (owner && owner !== dataDir && (await readText(join(owner, POINTER))) === base) {
    throw new StartupError(
      `The data folder ${dataDir} is a copy of ${owner}, and ${path} is the database of the original. To copy an installation, use npm run backup and npm run restore.`,
    );
  }
  await writeText(join(base, OWNER), dataDir);
  return { path, remember: async () => {} };
}

async function homeElsewhere(
  dataDir: string,
  account: Account,
  log: EmbeddedLog,
  systemDir: string,
): Promise<DatabaseHome> {
  await createSystemDir(systemDir);
  const base = await freeBase(dataDir, systemDir);
  await mkdir(base, { recursive: true });
  await chown(base, 0, account.gid);
  await chmod(base, 0o710);
  await writeText(join(base, OWNER), dataDir);
  log.info(
    `PostgreSQL runs as ${account.name}, which cannot access ${dataDir}. The database is stored in ${base}.`,
  );
  return { path: join(base, 'database'), remember: () => writeText(join(dataDir, POINTER), base) };
}

/** A database that no data folder points to belonged to a deleted data folder: it is neither used nor removed. */
async function freeBase(dataDir: string, systemDir: string): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  for (let count = 1; ; count += 1) {
    const base = join(systemDir, count === 1 ? hash : `${hash}-${count}`);
    if (!(await exists(join(base, 'database')))) return base;
  }
}

/** Readable by every user: it only contains a location. */
async function writeText(file: string, text: string): Promise<void> {
  await writeDurably(file, `${text}\n`, { mode: 0o644 });
}

async function readText(file: string): Promise<string | undefined> {
  return (await readFile(file, 'utf8').catch(() => '')).trim() || undefined;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
