import type { Database } from './database.ts';

/** The cluster's identifier, if the role may read it, and the database's id in it: a copy differs in one of the two. */
export async function databaseIdentity(db: Database): Promise<string> {
  const [readable] = await db.query<{ may: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as may`,
  );
  const cluster = readable?.may ? '(select system_identifier from pg_control_system())::text' : `'unknown'`;
  const [row] = await db.query<{ id: string }>(
    `select ${cluster} || '/' || oid as id from pg_database where datname = current_database()`,
  );
  return row?.id ?? '';
}
