import {
  type CatalogField,
  type FieldName,
  fieldNamed,
  SECRET_FIELDS,
} from '@ledgerline/contract/clients/fields/catalog';
import type * as endpoints from '@ledgerline/contract/clients/merging/endpoints';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { AgentActor, Context } from '#platform/context.ts';
import { countReferences } from '#platform/database/client-references.ts';
import { AppError } from '#platform/errors.ts';
import { toRecord } from '../presenter.ts';
import { findRecords } from '../repository.ts';
import { findMerged } from './queries.ts';
import { readSecrets } from './read-secrets.ts';
import { suggestMerge } from './rules.ts';

const isSecret = (name: FieldName): boolean => fieldNamed(name).kind === 'secret';

/** The clients side by side, with what belongs to each, and the suggested result. */
export async function previewMerge(
  ctx: Context<AgentActor>,
  { ids }: QueryOf<typeof endpoints.previewMerge>,
): Promise<ReplyOf<typeof endpoints.previewMerge>> {
  const rows = await findRecords(ctx.db, ids);
  if (rows.length < ids.length) throw await missingClient(ctx, ids);
  const related = await countReferences(ctx.db, ids);
  const data = rows.map((row) => {
    const client = toRecord(ctx.deps.cipher, row);
    return { id: client.id, client, related: related.get(client.id) ?? {} };
  });
  const secrets = await readSecrets(ctx, ids);
  const suggested = suggestMerge(
    data.map(({ id, client }) => ({
      id,
      updated_at: client.updated_at,
      value: (name) => (isSecret(name) ? secrets.get(id)?.[name] : client[name]),
    })),
  );
  const differs = ({ name }: CatalogField) => new Set(ids.map((id) => secrets.get(id)?.[name])).size > 1;
  const differing_secrets = SECRET_FIELDS.filter(differs).map(({ name }) => name);
  return { success: true, data, ...suggested, differing_secrets };
}

/** The error if one of the clients does not exist or was merged. */
export async function missingClient({ db }: Context<AgentActor>, ids: readonly number[]): Promise<AppError> {
  const merged = await findMerged(db, ids);
  return merged.size > 0
    ? new AppError('wrong_state', {
        message: 'One of these clients was already merged into another one. Nothing was changed.',
      })
    : new AppError('not_found', { message: 'One of these clients no longer exists. Nothing was changed.' });
}
