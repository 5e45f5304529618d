import { createHash } from 'node:crypto';
import type * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { StatementColumns } from '@ledgerline/contract/rules/commissions';
import { readSheets } from '#features/records/imports/layout/store-file.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import type { Upload } from '#platform/http/route.ts';
import type { UploadedFile } from '#platform/http/uploaded-file.ts';
import { readLines, type StatementContent } from './read-lines.ts';
import { findColumns } from './repository.ts';
import { findLayout, guessColumns, headersAt, rememberedColumns } from './rules.ts';

type Ctx = Context<AgentActor>;
type Layout = Partial<QueryOf<typeof endpoints.previewCommissionStatement>> & { carrier: string };
type Preview = ReplyOf<typeof endpoints.previewCommissionStatement>;

const HEAD_ROWS = 15;
const SAMPLE_LINES = 10;
const MAX_SKIPPED = 50;

/** An uploaded statement, read with a layout. */
export interface ReadStatement {
  file_name: string;
  file_hash: string;
  headers: string[];
  columns: StatementColumns;
  content: StatementContent;
  preview: Preview;
}

/** Reads the file, which may take seconds, outside any transaction. */
export async function readStatement(
  ctx: Ctx,
  layout: Layout,
  { stored, digest }: Upload<UploadedFile>,
): Promise<Upload<ReadStatement>> {
  const sheets = await readSheets(stored.bytes);
  const rows = sheets.map((sheet) => sheet.rows);
  const { sheet, header_row } = locationOf(rows, layout);
  const chosen = rows[sheet] ?? [];
  const headers = headersAt(chosen, header_row);
  const columns =
    chosenColumns(layout) ??
    rememberedColumns(headers, await findColumns(ctx.db, layout.carrier)) ??
    guessColumns(headers);
  const content = readLines(chosen, {
    ...{ headerRow: header_row, headers, columns, month: layout.month },
  });
  const { lines, skipped, ...figures } = content;
  const preview: Preview = {
    success: true,
    sheets: sheets.map(({ name, problem }) => ({ name, problem: problem?.message ?? null })),
    ...{ sheet, header_row, headers, columns },
    head: chosen
      .slice(0, HEAD_ROWS)
      .map(({ number, cells }) => ({ row_number: number, cells: cells.slice(0, 20) })),
    sample: lines.slice(0, SAMPLE_LINES),
    line_count: lines.length,
    ...figures,
    skipped: skipped.slice(0, MAX_SKIPPED),
  };
  const file_hash = ctx.deps.tokens.fingerprint(createHash('sha256').update(stored.bytes).digest('hex'));
  return { stored: { file_name: stored.name, file_hash, headers, columns, content, preview }, digest };
}

/** The chosen sheet and header row; what was not chosen is detected. */
function locationOf(
  rows: Parameters<typeof findLayout>[0],
  { sheet, header_row }: Layout,
): { sheet: number; header_row: number } {
  if (sheet === undefined) return findLayout(rows);
  const chosen = rows[sheet];
  if (!chosen || chosen.length === 0) throw wrongField('sheet', 'Choose a sheet with rows');
  if (header_row === undefined) return { sheet, header_row: findLayout([chosen]).header_row };
  if (!chosen.some(({ number }) => number === header_row))
    throw wrongField('header_row', 'Choose a row of the file');
  return { sheet, header_row };
}

function chosenColumns({ number, name, amount, period, paid_on }: Layout): StatementColumns | null {
  if (number === undefined) return null;
  const column = (position: number | undefined) => (position === undefined || position < 0 ? null : position);
  return {
    ...{ number: column(number), name: column(name), amount: column(amount) },
    ...{ period: column(period), paid_on: column(paid_on) },
  };
}
