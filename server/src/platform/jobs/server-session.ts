import pg from 'pg';
import { connectionTo, prepareSession } from '../database/database.ts';
import { LIMITS } from '../database/work.ts';

/** The name under which PostgreSQL lists the session that a server lives by. */
export const serverSessionName = (server: number) => `ledgerline server ${server}`;

/**
 * A session of its own with a row and an advisory lock on the row's number. PostgreSQL gives the lock back the moment the
 * process or its machine is gone, so that others know at once; the row's heartbeat tells of one that stands still.
 */
export class ServerSession {
  readonly #url: string;
  readonly #locks: number;
  #client: pg.Client | undefined;
  #server: number | undefined;

  constructor(url: string, locks: number) {
    this.#url = url;
    this.#locks = locks;
  }

  /** This server's number; none while it has no session, when it takes no jobs in hand. */
  get server(): number | undefined {
    return this.#client ? this.#server : undefined;
  }

  /** Says that this server lives, under a new number if the old session was lost. */
  async beat(): Promise<void> {
    if (!this.#client) await this.#register();
    const alive = await this.#client?.query('update job_servers set seen_at = now() where id = $1', [
      this.#server,
    ]);
    if (alive?.rowCount === 1) return;
    // Others have given this server up, and have its jobs.
    await this.#drop();
    await this.#register();
  }

  /** Signs off: what is still in hand is free for others. */
  async close(): Promise<void> {
    await this.#client?.query('delete from job_servers where id = $1', [this.#server]).catch(() => undefined);
    await this.#drop();
  }

  async #register(): Promise<void> {
    const client = new pg.Client(connectionTo(this.#url, 'ledgerline server'));
    const noteLost = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', noteLost);
    client.on('end', noteLost);
    try {
      await client.connect();
      await prepareSession(client, LIMITS.request);
      this.#server = await this.#enter(client);
      this.#client = client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** The row is seen by others only together with its lock. What was in hand under the old number stays in hand. */
  async #enter(client: pg.Client): Promise<number> {
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
    await client.query(`set session application_name = '${serverSessionName(id)}'`);
    await client.query('commit');
    return id;
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
