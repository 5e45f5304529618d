import type { TokenSigner } from '../auth/tokens.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';

const AT_ONCE = 500;

interface KeptAnswer {
  owner: string;
  key: string;
  answer: unknown;
}

/**
 * Replaces kept answers that concern clients who are deleted for good. A repeat of such a call is answered that the client
 * is not found, which it is by then.
 */
export async function forgetAnswersOf(
  db: Database,
  tokens: Pick<TokenSigner, 'seal' | 'open'>,
  clientIds: readonly number[],
): Promise<void> {
  const ids = new Set(clientIds);
  const { status, ...error } = new AppError('not_found', { message: 'This client was deleted.' });
  const body = JSON.stringify({ success: false, message: 'This client was deleted.', code: error.code });
  for (let after = { owner: '', key: '' }; ; ) {
    const rows = await db.query<KeptAnswer>(
      `select owner, key, answer from idempotency_keys
        where answer is not null and (owner, key) > ($1, $2) order by owner, key limit ${AT_ONCE}`,
      [after.owner, after.key],
    );
    const found = rows.filter((row) => concerns(answerOf(tokens, row), ids));
    await db.query(
      `update idempotency_keys k set status = $1, answer = v.answer::jsonb
         from unnest($2::text[], $3::text[], $4::text[]) as v (owner, key, answer)
        where k.owner = v.owner and k.key = v.key`,
      [
        status,
        found.map(({ owner }) => owner),
        found.map(({ key }) => key),
        found.map(({ owner, key }) => JSON.stringify(tokens.seal(body, `${owner} ${key}`))),
      ],
    );
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last;
  }
}

/** Null where it cannot be read, because the token secret was replaced since. */
function answerOf(tokens: Pick<TokenSigner, 'open'>, { owner, key, answer }: KeptAnswer): unknown {
  if (typeof answer !== 'string') return answer;
  const text = tokens.open(answer, `${owner} ${key}`);
  return text === null ? null : JSON.parse(text);
}

/** Whether any object of an answer is one of the clients, or names one. */
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
