import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createFolders, openToRead, renameDurably, syncFolders, writeSynced } from '@ledgerline/host/durable';
import type pg from 'pg';
import { withClient } from '../backup/installation.ts';
import type { Clock } from '../clock.ts';
import { type ArchiveFolder, BASE_NOTE, type BaseNote, nameOf, UNFINISHED } from './archive-folder.ts';

/** A running embedded database and the location of its archive. */
export interface Archived {
  url: string;
  clusterDir: string;
  archive: ArchiveFolder;
  version: string;
  clock: Clock;
}

/** What a copy of a running cluster excludes: PostgreSQL recreates it, or must not find it (PostgreSQL, 25.3.4). */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup-granted|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*|global\/pg_control\.old)$/;

/**
 * Copies the cluster while it is in use, between PostgreSQL's start and end of a backup, and returns the folder. The folder gets
 * its final name once the segments it needs have been archived and everything is flushed to disk.
 */
export async function writeBase({ url, clusterDir, archive, version, clock }: Archived): Promise<string> {
  const target = path.join(archive.basesDir, nameOf(clock.now()));
  const unfinished = `${target}${UNFINISHED}`;
  await createFolders(archive.basesDir);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const note = await withClient(url, async (client) => {
      await client.query(`select pg_backup_start('ledgerline', true)`);
      await copyCluster(clusterDir, path.join(unfinished, 'cluster'));
      return finish(client, path.join(unfinished, 'cluster'), version);
    });
    const password = path.join(path.dirname(clusterDir), 'password');
    await writeSynced(path.join(unfinished, 'password'), await openToRead(password));
    await writeSynced(path.join(unfinished, BASE_NOTE), `${JSON.stringify(note)}\n`);
    await syncFolders(unfinished);
    await renameDurably(unfinished, target);
    return target;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A recovery starts from the label; without it PostgreSQL would treat the copy as a crashed cluster. */
async function finish(client: pg.Client, cluster: string, version: string): Promise<BaseNote> {
  const { rows } = await client.query<{ label: string; at: string }>(
    `select labelfile as label, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from pg_backup_stop(true)`,
  );
  const { label = '', at = '' } = rows[0] ?? {};
  const first_segment = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (!first_segment) throw new Error('PostgreSQL returned no label for the backup');
  await writeSynced(path.join(cluster, 'backup_label'), label);
  return { finished_at: at, first_segment, version };
}

async function copyCluster(from: string, to: string, below = ''): Promise<void> {
  await mkdir(path.join(to, below), { mode: 0o700 });
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_OUT.test(name)) continue;
    if (entry.isDirectory()) await copyCluster(from, to, name);
    else if (entry.isFile()) await copyUnlessGone(path.join(from, name), path.join(to, name));
  }
}

/** A table was dropped in the meantime: the log records that too. */
async function copyUnlessGone(from: string, to: string): Promise<void> {
  try {
    await writeSynced(to, await openToRead(from));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
