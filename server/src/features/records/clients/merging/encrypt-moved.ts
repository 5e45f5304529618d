import type { Context } from '#platform/context.ts';
import { encryptMoved, type MovedRows } from '#platform/database/client-references.ts';
import { findKeys } from '../encryption/repository.ts';

const CLIENT_OF = /^v2\.(\d{1,15})\./;

/** Encrypts what moved rows store under a client's key under the key of the client they belong to now. */
export async function encryptForClient(
  ctx: Context,
  moved: readonly MovedRows[],
  { to, of }: { to: number; of: readonly number[] },
): Promise<void> {
  const { cipher } = ctx.deps;
  const keys = await findKeys(ctx.db, [to, ...of]);
  await encryptMoved(ctx.db, moved, to, (text, field) => {
    const from = Number(CLIENT_OF.exec(text)?.[1] ?? to);
    if (from === to) return text;
    const plain = cipher.decrypt(text, { table: 'clients', row: from, field }, keys.get(from));
    const key = keys.get(to);
    if (key === undefined) throw new Error(`client ${to} has no key`);
    return cipher.own.open(to, key).encrypt(plain, { table: 'clients', row: to, field });
  });
}
