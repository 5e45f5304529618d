import type { TokenSigner } from '../auth/tokens.ts';
import type { Database } from '../database/database.ts';

const AT_ONCE = 500;

interface StoredAnswer {
  owner: string;
  key: string;
  answer: unknown;
}

/** The status of a removed response: a repeat of the call is told that the client was deleted. */
export const REMOVED_STATUS = 404;

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
  if (named.has('client_last_name') && isOne('id')) return true;
  return [...named.values()].some((item) => concerns(item, ids));
}
