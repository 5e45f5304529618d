import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { MATCH_KEYS } from '@ledgerline/contract/imports/endpoints';
import {
  type ImportKind,
  isPolicyTarget,
  POLICY_TARGET_LABELS,
  type PolicyTarget,
} from '@ledgerline/contract/imports/policy-columns';
import type { AgentActor, Context } from '#platform/context.ts';
import { storeRows } from '../layout/store-file.ts';
import * as repository from '../repository.ts';
import { startCheck } from '../service.ts';

interface Table {
  kind: ImportKind;
  /** What the rows came from; shown like the name of a file. */
  file_name: string;
  mapping: readonly (FieldName | PolicyTarget)[];
}

const labelOf = (target: FieldName | PolicyTarget) =>
  isPolicyTarget(target) ? POLICY_TARGET_LABELS[target] : fieldNamed(target).label;

const IS_DATA = ({ number }: { number: number }) => number > 1;

/**
 * An import of rows that the portal itself provides, page by page, as if they had been uploaded; its check starts at once. Existing
 * records stay as they are. Returns its id and the number of its rows.
 */
export async function createImport(
  ctx: Context<AgentActor>,
  { kind, file_name, mapping }: Table,
  pages: AsyncIterable<string[][]>,
): Promise<{ id: number; row_count: number }> {
  const headers = mapping.map(labelOf);
  const empty = {
    ...{
      agent_id: ctx.actor.id,
      agent_name: ctx.actor.name,
      kind,
      file_name,
      headers,
      mapping: [...mapping],
    },
    ...{ sheets: [{ name: '', problem: null }], sheet: 0, header_row: 1, name_column: null },
    ...{ match: [...MATCH_KEYS], duplicates: 'skip' as const, date_proofs: mapping.map(() => null) },
    row_count: 0,
  };
  const record = await repository.insertImport(ctx.db, empty, ctx.deps.clock.now());
  let number = 1;
  const store = (all: string[][]) =>
    storeRows(
      ctx,
      record.id,
      all.map((cells) => ({ number: number++, cells })),
      { sheet: 0, isData: IS_DATA },
    );
  await store([headers]);
  for await (const page of pages) await store(page);
  const row_count = number - 2;
  await startCheck(ctx, { ...record, row_count }, {});
  return { id: record.id, row_count };
}
