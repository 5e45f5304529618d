import type { TokenSigner } from '../auth/tokens.ts';
import type { Actor } from '../context.ts';
import type { Database } from '../database/database.ts';
import { AppError, wrongField } from '../errors.ts';
import { REMOVED_STATUS } from './delete-responses.ts';

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

/**
 * Runs `work` once per key. The row is claimed in the same transaction as the work, so a repeat during the first call waits for
 * it, and a failed first call leaves nothing to replay. A repeat gets the first response; with `again`, which reads the response
 * again, only the key is stored.
 */
export async function once(
  db: Database,
  call: {
    key: string;
    actor: Actor;
    endpoint: string;
    input: unknown;
    tokens: Pick<TokenSigner, 'fingerprint' | 'encrypt' | 'open'>;
    /** Of the endpoint on success. */
    status: number;
  },
  work: () => Promise<Answer>,
  again?: () => Promise<unknown>,
): Promise<Answer> {
  if (call.key.length > 200 || call.key.includes('\u0000')) {
    throw wrongField('Idempotency-Key', 'is not valid');
  }
  const fingerprint = call.tokens.fingerprint(`${call.endpoint}\n${JSON.stringify(call.input)}`);
  const owner = ownerOf(call.actor, fingerprint);
  const about = `${owner} ${call.key}`;
  const status = again ? call.status : null;
  const claimed = await db.query(CLAIM, [owner, call.key, fingerprint, status], 'claim_key');
  if (claimed.length === 0) {
    const first = await replay(db, owner, call.key, fingerprint);
    if (first.status === REMOVED_STATUS)
      throw new AppError('not_found', { message: 'This client was deleted.' });
    if (typeof first.body === 'string') first.body = openedAnswer(call.tokens.open(first.body, about));
    return again ? { status: first.status, body: await again() } : first;
  }
  const answer = await work();
  if (again) return answer;
  // It may contain any data of a client.
  const encrypted = call.tokens.encrypt(JSON.stringify(answer.body), about);
  await db.send(SAVE_ANSWER, [owner, call.key, answer.status, JSON.stringify(encrypted)], 'keep_answer');
  return answer;
}

function openedAnswer(text: string | null): unknown {
  if (text !== null) return JSON.parse(text);
  throw new AppError('conflict', {
    message: 'The response to the first call with this Idempotency-Key can no longer be read.',
  });
}

async function replay(db: Database, owner: string, key: string, fingerprint: string): Promise<Answer> {
  const [row] = await db.query<{ fingerprint: string; status: number; answer: unknown }>(
    'select fingerprint, status, answer from idempotency_keys where owner = $1 and key = $2',
    [owner, key],
  );
  if (!row)
    throw new AppError('conflict', { message: 'The first call with this Idempotency-Key is still running.' });
  if (row.fingerprint !== fingerprint) throw new AppError('idempotency_mismatch');
  return { status: row.status, body: row.answer };
}
