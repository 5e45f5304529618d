import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@ledgerline/postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { adminQuery, databaseUrl, TEMPLATE_DATABASE } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/**
 * For data that is not needed after the run. No vacuum either, with hundreds of small databases. Each new database is a
 * checkpoint, after which pages are logged as a whole: compressing them is a tenth of PostgreSQL's time.
 */
const SHORT_LIVED = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off', wal_compression: 'off' },
  // Each worker may run several servers at once.
  max_connections: '200',
};

/** One real PostgreSQL for the whole run, with a migrated template that every test file copies. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-test-'));
  const embedded = await startEmbeddedPostgres({ dataDir, settings: SHORT_LIVED });
  await adminQuery(embedded.url, `create database ${TEMPLATE_DATABASE}`);
  await migrateDatabase(databaseUrl(embedded.url, TEMPLATE_DATABASE));
  project.provide('databaseUrl', embedded.url);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
