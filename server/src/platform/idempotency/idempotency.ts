import type { TokenSigner } from '../auth/tokens.ts';
import type { Actor } from '../context.ts';
import type { Database, DatabasePool } from '../database/database.ts';
import { AppError, wrongField } from '../errors.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** How long a repeat is recognized. */
export const IDEMPOTENCY_HOURS = 24;

/**
 * The owner of a key. An anonymous visitor is identified only by the call: the same call under the same key is a repeat, from
 * whatever address it comes, as from a phone that leaves its Wi-Fi. Another visitor's call under this key is a different one, and
 * never gets this response.
 */
function ownerOf(actor: Actor, fingerprint: string): string {
  if (actor.kind === 'agent') return `agent:${actor.id}`;
  return actor.kind === 'client' ? `link:${actor.tokenId}` : `visitor:${fingerprint}`;
}

const CLAIM = `insert into idempotency_keys (owner, key, fingerprint, status) values ($1, $2, $3, $4)
  on conflict do nothing returning key`;

const SAVE_ANSWER = 'update idempotency_keys set status = $3, answer = $4 where owner = $1 and key = $2';

interface KeyedCall {
  key: string;
  actor: Actor;
  endpoint: string;
  input: unknown;
  tokens: Pick<TokenSigner, 'fingerprint' | 'encrypt' | 'open'>;
}

/** The parameters of `CLAIM` without the status. */
function claimOf(call: KeyedCall): [owner: string, key: string, fingerprint: string] {
  if (call.key.length > 200 || call.key.includes('\u0000')) {
    throw wrongField('Idempotency-Key', 'is not valid');
  }
  const fingerprint = call.tokens.fingerprint(`${call.endpoint}\n${JSON.stringify(call.input)}`);
  return [ownerOf(call.actor, fingerprint), call.key, fingerprint];
}

/**
 * Runs `work` once per key. The row is claimed in the same transaction as the work, so a repeat during the first call waits for
 * it, and a failed first call leaves nothing to replay. A repeat gets the first response.
 */
export async function once(db: Database, call: KeyedCall, work: () => Promise<Answer>): Promise<Answer> {
  const claim = claimOf(call);
  const [owner, key] = claim;
  const about = `${owner} ${key}`;
  const claimed = await db.query(CLAIM, [...claim, null], 'claim_key');
  if (claimed.length === 0) {
    const first = await replay(db, claim);
    if (typeof first.body === 'string') first.body = openedAnswer(call.tokens.open(first.body, about));
    return first;
  }
  const answer = await work();
  // It may contain any data of a client.
  const encrypted = call.tokens.encrypt(JSON.stringify(answer.body), about);
  await db.send(SAVE_ANSWER, [owner, key, answer.status, JSON.stringify(encrypted)], 'save_answer');
  return answer;
}

/** The key was claimed before. */
class Repeat extends Error {}

/**
 * Like the function above, for a call whose response `again` can read again: only its key is stored. The claim is sent with the
 * first statements of `work`.
 */
export async function onceReadAgain(
  database: DatabasePool,
  call: KeyedCall & { status: number },
  work: (db: Database) => Promise<Answer>,
  again: (db: Database) => Promise<unknown>,
): Promise<Answer> {
  const claim = claimOf(call);
  try {
    return await database.transaction(work, async (db) => {
      const claimed = await db.query(CLAIM, [...claim, call.status], 'claim_key');
      if (claimed.length === 0) throw new Repeat();
    });
  } catch (error) {
    if (!(error instanceof Repeat)) throw error;
  }
  return database.transaction(async (db) => {
    const { status } = await replay(db, claim);
    return { status, body: await again(db) };
  });
}

function openedAnswer(text: string | null): unknown {
  if (text !== null) return JSON.parse(text);
  throw new AppError('conflict', {
    message: 'The response to the first call with this Idempotency-Key can no longer be read.',
  });
}

async function replay(db: Database, [owner, key, fingerprint]: ReturnType<typeof claimOf>): Promise<Answer> {
  const [row] = await db.query<{ fingerprint: string; status: number; answer: unknown }>(
    'select fingerprint, status, answer from idempotency_keys where owner = $1 and key = $2',
    [owner, key],
  );
  if (!row)
    throw new AppError('conflict', { message: 'The first call with this Idempotency-Key is still running.' });
  if (row.fingerprint !== fingerprint) throw new AppError('idempotency_mismatch');
  if (row.status === REMOVED_STATUS) throw new AppError('not_found', { message: 'This client was deleted.' });
  return { status: row.status, body: row.answer };
}

const AT_ONCE = 500;

interface StoredAnswer {
  owner: string;
  key: string;
  answer: unknown;
}

/** The status of a removed response: a repeat of the call gets the message that the client was deleted. */
const REMOVED_STATUS = 404;

/** Removes stored responses about clients who are permanently deleted; their keys stay, so that no repeat runs the call again. */
export async function deleteStoredResponses(
  db: Database,
  tokens: Pick<TokenSigner, 'open'>,
  clientIds: readonly number[],
): Promise<void> {
  const ids = new Set(clientIds);
  for (let after = { owner: '', key: '' }; ; ) {
    const rows = await db.query<StoredAnswer>(
      `select owner, key, answer from idempotency_keys
        where answer is not null and (owner, key) > ($1, $2) order by owner, key limit ${AT_ONCE}`,
      [after.owner, after.key],
    );
    const found = rows.filter((row) => concerns(answerOf(tokens, row), ids));
    await db.query(
      `update idempotency_keys k set status = ${REMOVED_STATUS}, answer = null
         from unnest($1::text[], $2::text[]) as v (owner, key)
        where k.owner = v.owner and k.key = v.key`,
      [found.map(({ owner }) => owner), found.map(({ key }) => key)],
    );
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last;
  }
}

/** Null if it cannot be decrypted, because the token secret was replaced since. */
function answerOf(tokens: Pick<TokenSigner, 'open'>, { owner, key, answer }: StoredAnswer): unknown {
  if (typeof answer !== 'string') return answer;
  const text = tokens.open(answer, `${owner} ${key}`);
  return text === null ? null : JSON.parse(text);
}

/** Whether any object in a response is one of the clients, or references one. */
function concerns(value: unknown, ids: ReadonlySet<number>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => concerns(item, ids));
  const named = new Map<string, unknown>(Object.entries(value));
  const isOne = (name: string) => {
    const id = named.get(name);
    return typeof id === 'number' && ids.has(id);
  };
  if (isOne('client_id') || isOne('customer_id') || isOne('clientId')) return true;
  if ((named.has('client_last_name') || named.has('owner_agent_id')) && isOne('id')) return true;
  return [...named.values()].some((item) => concerns(item, ids));
}
