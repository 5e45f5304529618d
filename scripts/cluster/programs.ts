import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../host/src/startup-error.ts';

/** The system programs of the cluster; none of them is part of the product. */
export interface Programs {
  etcd: string;
  patroni: string;
  pgbouncer: string;
  haproxy: string;
  /** PostgreSQL's own programs. */
  postgresDir: string;
}

const FOLDERS = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
];
const DEBIAN =
  'apt-get install --no-install-recommends patroni etcd-server python3-etcd pgbouncer haproxy postgresql';

function find(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * Finds the programs.
 * @throws StartupError that names what is missing and how to install it on Debian and Ubuntu
 */
export function findPrograms(): Programs {
  const names = ['etcd', 'patroni', 'pgbouncer', 'haproxy'] as const;
  const found = Object.fromEntries(names.map((name) => [name, find(name)]));
  const installed = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  // Patroni needs all of them in one folder; Debian links only some of them into /usr/bin.
  const postgresDir = [...installed, ...FOLDERS].find((folder) =>
    ['postgres', 'pg_controldata', 'pg_rewind'].every((name) => existsSync(path.join(folder, name))),
  );
  const missing = [...names.filter((name) => !found[name]), ...(postgresDir ? [] : ['PostgreSQL'])];
  if (missing.length > 0) {
    throw new StartupError(
      `The cluster needs ${missing.join(', ')}, which this machine does not have. On Debian or Ubuntu: ${DEBIAN}`,
    );
  }
  const { etcd = '', patroni = '', pgbouncer = '', haproxy = '' } = found;
  return { etcd, patroni, pgbouncer, haproxy, postgresDir: postgresDir ?? '' };
}
