import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogueField,
  CLIENT_FIELDS,
  fieldNamed,
} from '@ledgerline/contract/clients/fields/catalogue';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  type exportLedger as exportEndpoint,
  type LedgerCell,
  type LedgerView,
  MAX_LEDGER_ROWS,
  type saveLedgerCells as saveEndpoint,
} from '@ledgerline/contract/ledger/endpoints';
import {
  type ClientEdit,
  createClients,
  editClients,
  rejectionError,
  shown,
} from '#features/clients/edits/service.ts';
import { readCell, removeClients } from '#features/clients/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';

import * as listing from './listing.ts';
import { csvRow } from './rules.ts';

type Ctx = Context<AgentActor>;

export async function getLedgerIndex(
  ctx: Ctx,
  view: LedgerView,
): Promise<{ success: true; ids: number[]; total: number }> {
  const ids = await listing.findIds(ctx.db, view);
  return { success: true, ids, total: ids.length };
}

const COLUMNS = ['id', ...CLIENT_FIELDS.map((field) => field.name)];

export async function getLedgerRows(
  ctx: Ctx,
  ids: number[],
): Promise<{ success: true; columns: string[]; rows: FieldValue[][] }> {
  const rows = await listing.findRows(ctx.db, ids);
  for (const row of rows) toCells(row);
  return { success: true, columns: COLUMNS, rows: rows as FieldValue[][] };
}

/** Brings a stored row `[id, ...fields]` into wire form in place: this is the ledger's hottest loop. */
function toCells(row: unknown[]): void {
  for (let position = 1; position < row.length; position++) {
    const field = CLIENT_FIELDS[position - 1];
    if (field) row[position] = readCell(field, row[position]);
  }
}

/** A paste, fill, undo or bulk edit: edits, new rows and removals in one transaction, all or nothing. */
export async function saveLedgerCells(
  ctx: Ctx,
  body: BodyOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const operation = `cells:${ctx.requestId}`;
  const edited = await editClients(ctx, editsOf(body.cells), { operation });
  const made = await createClients(
    ctx,
    body.create.map(({ row, values }) => ({ row, input: inputOf(values) })),
    { operation },
  );
  const rejected = [...edited.rejected, ...made.rejected];
  if (rejected.length > 0) throw rejectionError(rejected);
  await removeClients(ctx, body.remove);
  const written = [...edited.changed, ...made.created];
  return {
    success: true,
    saved: body.cells.length,
    created: made.created.map(({ row, id }) => ({ row, id })),
    cells: changedOnWrite(written),
  };
}

function inputOf(values: Partial<Record<string, FieldValue>>): Map<CatalogueField, unknown> {
  const input = new Map<CatalogueField, unknown>();
  for (const field of CLIENT_FIELDS)
    if (values[field.name] !== undefined) input.set(field, values[field.name]);
  return input;
}

function editsOf(cells: LedgerCell[]): ClientEdit[] {
  const edits = new Map<number, Required<ClientEdit>>();
  for (const { id, field: name, value, was } of cells) {
    const edit = edits.get(id) ?? { id, input: new Map(), was: new Map() };
    const field = fieldNamed(name);
    edit.input.set(field, value);
    if (was !== undefined) edit.was.set(field, was);
    edits.set(id, edit);
  }
  return [...edits.values()];
}

/** Stored values that differ from what was typed (trimmed, masked, cleaned), so that the sheet shows the truth. */
function changedOnWrite(
  written: { id: number; changes: { field: CatalogueField; to: FieldValue }[] }[],
): { id: number; field: string; value: FieldValue }[] {
  return written.flatMap(({ id, changes }) =>
    changes.map(({ field, to }) => ({ id, field: field.name, value: shown(field, to) })),
  );
}

/** CSV lines of what is shown, in batches, so that 100,000 rows never stand in memory at once. */
export async function* exportLedger(ctx: Ctx, body: BodyOf<typeof exportEndpoint>): AsyncGenerator<string> {
  const { columns, ...view } = body;
  const fields = columns.map(fieldNamed);
  const ids = await listing.findIds(ctx.db, view);
  await writeAudit(ctx, [
    { action: 'exported', entity: 'ledger', new_value: { rows: ids.length, columns, ...view } },
  ]);
  yield `\uFEFF${csvRow(fields.map((field) => field.label))}`;
  const positions = fields.map((field) => CLIENT_FIELDS.findIndex((other) => other.name === field.name) + 1);
  for (let start = 0; start < ids.length; start += MAX_LEDGER_ROWS) {
    const { rows } = await getLedgerRows(ctx, ids.slice(start, start + MAX_LEDGER_ROWS));
    yield rows.map((row) => csvRow(positions.map((position) => row[position] ?? null))).join('');
  }
}
