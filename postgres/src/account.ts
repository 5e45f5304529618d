import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '@ledgerline/host/startup-error';

/** The operating-system user that PostgreSQL runs as when the portal itself runs as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Tried in this order. The portal never creates a user. */
const SYSTEM_USERS = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. `undefined` if this process is not root: PostgreSQL then runs as the same user.
 * A folder that already belongs to an ordinary user keeps its owner, so that the same installation works with and
 * without root.
 */
export async function chooseAccount(...existingFolders: string[]): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of existingFolders) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner && owner.uid !== 0) return { name: `UID ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of SYSTEM_USERS) {
    const account = findUser(users, name);
    if (account) return account;
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor a user "nobody". Start as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  );
}

/** Finds a user in the text of /etc/passwd, unless it is an alias of root. */
export function findUser(passwd: string, name: string): Account | undefined {
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && Number(uid) > 0 && Number(gid) > 0)
      return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Whether the account may traverse this folder and all its parents. Expects a path without symbolic links. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (!(await may(account, path, 0o1))) return false;
    if (path === dirname(path)) return true;
  }
}

/** Whether mode and ownership grant the account these permissions (0o4 read, 0o2 write, 0o1 execute or traverse). */
export async function may(account: Account, path: string, rights: number): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry) return false;
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0;
  return ((entry.mode >> shift) & rights) === rights;
}
