import {
  type CatalogField,
  type FieldName,
  SECRET_FIELDS,
} from '@ledgerline/contract/clients/fields/catalog';
import type { Context } from '#platform/context.ts';
import { findEncrypted } from '../repository.ts';

type Secrets = Partial<Record<FieldName, string>>;

/** Secrets of these clients in plain text, to compare or encrypt them again; never sent to anyone. */
export async function readSecrets(
  ctx: Pick<Context, 'db' | 'deps'>,
  ids: readonly number[],
  fields: readonly CatalogField[] = SECRET_FIELDS,
): Promise<Map<number, Secrets>> {
  const rows = await findEncrypted(ctx.db, [...ids], fields);
  return new Map(
    rows.map((row): [number, Secrets] => {
      const { id, wrapped_key } = row;
      const plain = fields.flatMap(({ name }) => {
        const text = row[name];
        if (!text) return [];
        return [
          [name, ctx.deps.cipher.decrypt(text, { table: 'clients', row: id, field: name }, wrapped_key)],
        ];
      });
      return [id, Object.fromEntries(plain)];
    }),
  );
}
