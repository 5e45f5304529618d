/**
 * Started and killed by `crash.test.ts`: a server that writes continuously and prints the id of every row whose commit
 * was acknowledged. Usage: node crash-writer.ts <data folder>
 */
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const WRITERS = 4;

const database = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
const pool = new pg.Pool({ connectionString: database.url, max: WRITERS });
await pool.query(
  'create table if not exists acknowledged (id bigint generated always as identity, filler text)',
);

async function writeForever(): Promise<never> {
  for (;;) {
    const { rows } = await pool.query(
      'insert into acknowledged (filler) values (repeat($1, 200)) returning id',
      ['x'],
    );
    process.stdout.write(`${rows[0].id}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, writeForever));
