import { type FieldName, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import * as repository from './repository.ts';

/**
 * Every secret of a client in plain text but the card's security code, which leaves the portal in no file. Each is a reveal
 * of its own, in the day's limit and in the trail.
 */
export async function revealAllFields(
  ctx: Context<AgentActor>,
  id: number,
): Promise<Partial<Record<FieldName, string>>> {
  const fields = SECRET_FIELDS.filter(({ isSecurityCode }) => !isSecurityCode);
  const [row] = await repository.findEncrypted(ctx.db, [id], fields);
  const plain: Partial<Record<FieldName, string>> = {};
  for (const { name } of fields) {
    const ciphertext = row?.[name];
    if (!ciphertext) continue;
    await consumeReveal(ctx);
    await auditAction(ctx, 'revealed', 'client', id, { field: name });
    plain[name] = ctx.deps.cipher.decrypt(
      ciphertext,
      { table: 'clients', row: id, field: name },
      row.wrapped_key,
    );
  }
  return plain;
}
