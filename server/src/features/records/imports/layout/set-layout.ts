import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/imports/endpoints';
import type { AgentActor, Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import { openCells, toImport } from '../presenter.ts';
import * as repository from '../repository.ts';
import { headerProblem, NO_COUNTS } from '../rules.ts';
import { lockVisible, publishImportEvent, requireState } from '../service.ts';
import { fileHeaders, findLayout, type Layout, layoutOf, withNameColumn } from './rules.ts';

type Ctx = Context<AgentActor>;
type Choice = BodyOf<typeof endpoints.setImportLayout>;

const READ_BATCH = 1000;

/** Sets where the rows of an import are; discards the plan and the mapping. */
export async function setImportLayout(
  ctx: Ctx,
  id: number,
  choice: Choice,
): Promise<ReplyOf<typeof endpoints.setImportLayout>> {
  const importRecord = await lockVisible(ctx, id);
  requireState(importRecord, ['uploaded', 'checked'], 'The rows of this import can no longer be changed.');
  const isSame = choice.sheet === importRecord.sheet && choice.header_row === importRecord.header_row;
  const layout = isSame
    ? {
        sheet: importRecord.sheet,
        header_row: importRecord.header_row,
        ...withNameColumn(fileHeaders(importRecord), choice.name_column, importRecord.kind),
      }
    : await readLayout(ctx, importRecord, choice);
  if (choice.name_column != null && layout.name_column !== choice.name_column) {
    throw wrongField('name_column', 'must be a column of the file');
  }
  const row_count = await repository.chooseRows(ctx.db, id, layout);
  if (row_count === 0) {
    throw wrongField('header_row', 'must have rows below it. Choose a row further up.');
  }
  const reset = {
    state: 'uploaded',
    error: null,
    counts: NO_COUNTS,
    row_count,
    date_order: null,
  } as const;
  await repository.changeImport(ctx.db, id, { ...layout, ...reset }, ctx.deps.clock.now());
  await publishImportEvent(ctx.db, importRecord, 'updated');
  return { success: true, data: toImport((await repository.findImport(ctx.db, id)) ?? importRecord) };
}

async function readLayout(ctx: Ctx, importRecord: repository.ImportRecord, choice: Choice): Promise<Layout> {
  const sheet = importRecord.sheets[choice.sheet];
  if (!sheet) throw wrongField('sheet', 'must be a sheet of the file');
  if (sheet.problem !== null) throw wrongField('sheet', `cannot be imported: ${sheet.problem}`);
  const rows: { number: number; cells: string[] }[] = [];
  for (let after = 0; ; ) {
    const batch = await repository.sheetRowsAfter(
      ctx.db,
      { ...importRecord, sheet: choice.sheet },
      after,
      READ_BATCH,
    );
    for (const row of batch) rows.push({ number: row.row_number, cells: openCells(ctx.deps.cipher, row) });
    const last = batch.at(-1);
    if (!last || batch.length < READ_BATCH) break;
    after = last.row_number;
  }
  const header_row = choice.header_row ?? findLayout([rows], importRecord.kind).header_row;
  const names = rows.find(({ number }) => number === header_row)?.cells;
  if (!names) throw wrongField('header_row', 'must be a row of the sheet that is not blank');
  if (headerProblem(names)) {
    throw wrongField(
      'header_row',
      'contains a client’s values. Choose the row with names such as First name and Email.',
    );
  }
  return layoutOf(rows, { sheet: choice.sheet, header_row }, choice.name_column, importRecord.kind);
}
