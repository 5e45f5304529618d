/**
 * Started by `crash.test.ts` and killed by it: a server that writes without pause and names every row whose commit
 * it was told of. Usage: node crash-writer.ts <data folder>
 */
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const WRITERS = 4;

const database = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
const pool = new pg.Pool({ connectionString: database.url, max: WRITERS });
await pool.query(
  'create table if not exists acknowledged (id bigint generated always as identity, filler text)',
);

async function writeForEver(): Promise<never> {
  for (;;) {
    const { rows } = await pool.query(
      'insert into acknowledged (filler) values (repeat($1, 200)) returning id',
      ['x'],
    );
    process.stdout.write(`${rows[0].id}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, writeForEver));
