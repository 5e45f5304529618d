import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { renameDurably, syncFolders, writeDurably, writeSynced } from '@ledgerline/host/durable';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import type { Account } from './account.ts';
import type { NativeBinaries } from './native-binaries.ts';
import { OWN_DATABASE_HINT, runPostgresProgram } from './run-command.ts';

/** Role and database of the portal. The role is not a superuser; PostgreSQL's own superuser cannot sign in at all. */
export const ROLE = 'ledgerline';

export const PASSWORD_FILE = 'password';
const HBA = `# Written by Ledgerline when it created this cluster.
host all ${ROLE} 127.0.0.1/32 scram-sha-256
`;

/** A complete cluster on disk. */
export interface Cluster {
  dir: string;
  password: string;
}

/**
 * Opens the cluster in `home` and creates it first if there is none. It is created under a temporary name and renamed
 * when complete: even after an interrupted start, `home` is either missing or a complete cluster, which is never modified.
 */
export async function openCluster(
  home: string,
  native: NativeBinaries,
  account: Account | undefined,
): Promise<Cluster> {
  await removeUnfinished(home);
  if (!(await exists(home))) await createCluster(home, native, account);
  const dir = join(home, 'cluster');
  await assertOwner(dir);
  const clusterMajor = (await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (clusterMajor !== native.major) {
    throw new StartupError(
      `The database in ${dir} was created by PostgreSQL ${clusterMajor || '(unknown)'}, but version ${native.major} is installed. Restore a backup into an empty data folder.`,
    );
  }
  return { dir, password: (await readFile(join(home, PASSWORD_FILE), 'utf8')).trim() };
}

/** An unreadable folder counts as existing, so that a cluster is created only where there is none. */
async function exists(home: string): Promise<boolean> {
  return stat(home).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

async function assertOwner(dir: string): Promise<void> {
  const me = process.getuid?.();
  if (!me) return;
  const owner = (await stat(dir).catch(() => undefined))?.uid;
  if (owner === me) return;
  throw new StartupError(
    `The database folder ${dir} belongs to another system user (${owner === undefined ? 'not readable' : `UID ${owner}`}). Start as that user or as root.`,
  );
}

async function createCluster(
  home: string,
  native: NativeBinaries,
  account: Account | undefined,
): Promise<void> {
  const unfinished = `${home}.new-${randomBytes(4).toString('hex')}`;
  const dir = join(unfinished, 'cluster');
  const password = randomBytes(24).toString('hex');
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await mkdir(dir, { mode: 0o700 });
    await writeSynced(join(unfinished, PASSWORD_FILE), `${password}\n`);
    if (account) {
      for (const path of [unfinished, dir, join(unfinished, PASSWORD_FILE)]) {
        await chown(path, account.uid, account.gid);
      }
    }
    await initializeCluster(dir, native, account);
    await createRole(dir, password, native, account);
    const hba = join(dir, 'pg_hba.conf');
    await writeDurably(hba, HBA);
    if (account) await chown(hba, account.uid, account.gid);
    await syncFolders(unfinished);
    await renameDurably(unfinished, home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The embedded database could not be created in ${home} (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}

/**
 * Removes what an interrupted start left behind while it created the cluster. The names are unique, so an initdb that is
 * still running there does no harm; the next start removes what it writes after this.
 */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(`${basename(home)}.new-`)) continue;
    await rm(join(dirname(home), name), { recursive: true, force: true }).catch(() => {});
  }
}

async function initializeCluster(
  dir: string,
  native: NativeBinaries,
  account: Account | undefined,
): Promise<void> {
  const result = await runPostgresProgram(
    native.initdb,
    [
      `--pgdata=${dir}`,
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      // Needs no operating system locale and sorts the same on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    account,
  );
  if (result.code !== 0) throw creationFailed(result.output);
}

/** Runs PostgreSQL in single-user mode without a network: no one else can connect before the password is set. */
async function createRole(
  dir: string,
  password: string,
  native: NativeBinaries,
  account: Account | undefined,
): Promise<void> {
  const commands = `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}' IN ROLE pg_monitor, pg_checkpoint;
CREATE DATABASE ${ROLE} OWNER ${ROLE};
`;
  const args = ['--single', '-c', 'exit_on_error=on', '-D', dir, 'postgres'];
  const result = await runPostgresProgram(native.postgres, args, account, commands);
  if (result.code !== 0 || /\b(ERROR|FATAL|PANIC): /.test(result.output)) throw creationFailed(result.output);
}

function creationFailed(output: string): StartupError {
  const lines = output.split('\n').filter((line) => line.trim());
  const reason =
    lines.find((line) => /error|FATAL|PANIC|cannot/i.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return new StartupError(
    `The embedded database could not be created (${reason.trim()}). To use another database, ${OWN_DATABASE_HINT}.`,
  );
}
