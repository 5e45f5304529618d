import { type FieldName, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import * as repository from './repository.ts';

/**
 * Every secret of a client in plain text except the card security code, which is never exported. Each is a
 * separate reveal in the daily limit and in the audit log.
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
