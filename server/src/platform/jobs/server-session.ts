import { StartupError } from '@ledgerline/host/startup-error';
import pg from 'pg';
import { connectionTo, prepareSession } from '../database/database.ts';
import { LIMITS } from '../database/work.ts';
import type { FilesLocation } from '../storage/files-location.ts';

/** The name under which PostgreSQL lists a server's session; it ends with the mark of the server's files. */
export const serverSessionName = (server: number) => `ledgerline server ${server}`;
const FILES = ', files ';

/**
 * A dedicated session with a row and an advisory lock on the row's id. PostgreSQL releases the lock the moment the process or its
 * machine is gone, so that the other servers know at once; the row's heartbeat reveals a server that hangs.
 */
export class ServerSession {
  readonly #url: string;
  readonly #locks: number;
  readonly #files: FilesLocation | undefined;
  #client: pg.Client | undefined;
  #server: number | undefined;

  constructor(url: string, locks: number, files?: FilesLocation) {
    this.#files = files;
    this.#url = url;
    this.#locks = locks;
  }

  /** This server's id; undefined while it has no session and claims no jobs. */
  get server(): number | undefined {
    return this.#client ? this.#server : undefined;
  }

  /** Sends the heartbeat, under a new id if the old session was lost. */
  async beat(): Promise<void> {
    if (!this.#client) await this.#register();
    const alive = await this.#client?.query('update job_servers set seen_at = now() where id = $1', [
      this.#server,
    ]);
    if (alive?.rowCount === 1) return;
    // The other servers have removed this one and taken over its jobs.
    await this.#drop();
    await this.#register();
  }

  /** Servers that share a database share its files: what one of them stores, the others must find. */
  async assertSameFiles(): Promise<void> {
    if (!this.#files) return;
    const { rowCount } = (await this.#client?.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and application_name like 'ledgerline server %' || $1 || '%'
          and split_part(application_name, $1, 2) <> $2`,
      [FILES, this.#files.mark],
    )) ?? { rowCount: 0 };
    if (rowCount === 0) return;
    throw new StartupError(
      `${this.#files.label} is not the one used by the other servers of this database: mount the shared one there.`,
    );
  }

  /** Unregisters: other servers can claim the remaining jobs. */
  async close(): Promise<void> {
    await this.#client?.query('delete from job_servers where id = $1', [this.#server]).catch(() => undefined);
    await this.#drop();
  }

  async #register(): Promise<void> {
    const client = new pg.Client(connectionTo(this.#url, 'ledgerline server', LIMITS.request));
    const recordLost = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', recordLost);
    client.on('end', recordLost);
    try {
      await client.connect();
      await prepareSession(client, LIMITS.request);
      this.#server = await this.#insertServer(client);
      this.#client = client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Other servers see the row only together with its lock. Jobs claimed under the old id stay claimed. */
  async #insertServer(client: pg.Client): Promise<number> {
    await client.query('begin');
    const { rows } = await client.query<{ id: number }>(
      'insert into job_servers default values returning id',
    );
    const id = Number(rows[0]?.id);
    await client.query('select pg_advisory_lock($1, $2)', [this.#locks, id]);
    if (this.#server !== undefined) {
      await client.query('update job_holds set server_id = $1 where server_id = $2', [id, this.#server]);
      await client.query('delete from job_servers where id = $1', [this.#server]);
    }
    const files = this.#files ? `${FILES}${this.#files.mark}` : '';
    await client.query(`set session application_name = '${serverSessionName(id)}${files}'`);
    await client.query('commit');
    return id;
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
