import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
  fieldNamed,
} from '@ledgerline/contract/clients/fields/catalog';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/ledger/endpoints';
import { LEDGER_SORTS, type LedgerView, MAX_LEDGER_ROWS } from '@ledgerline/contract/ledger/endpoints';
import { pastedPhone, REAUTHENTICATION_MINUTES } from '@ledgerline/contract/rules';
import { csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import { sortKeys } from '@ledgerline/contract/rules/sort-keys';
import { recordOperation } from '#features/records/bulk-actions/record-operation.ts';
import {
  type ClientEdit,
  createClients,
  editClients,
  rejectionError,
  shown,
  warned,
} from '#features/records/clients/edits/edit-clients.ts';
import { clientFilter } from '#features/records/clients/filter-columns.ts';
import { valuesToRestore } from '#features/records/clients/history/read-history.ts';
import { columnNamer } from '#features/records/clients/owners/name-owners.ts';
import {
  cellReader,
  ownerOf,
  readSomeCells,
  removeClients,
  storedCells,
  wireText,
} from '#features/records/clients/service.ts';
import { auditExport } from '#platform/audit/audit-export.ts';
import { assertRecentlyReauthenticated } from '#platform/auth/reauthentication.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { asWork } from '#platform/database/work.ts';
import { JsonText } from '#platform/json-text.ts';
import { encryptedField, encryptedOrder } from './encrypted-order.ts';
import * as queries from './queries.ts';

type Ctx = Context<AgentActor>;

/** How long an agent can undo the creation of rows without re-authentication. */
const UNDO_MS = REAUTHENTICATION_MINUTES * 60_000;

/** The ids are passed from the database to the response as text, without parsing. */
export async function getLedgerIndex(ctx: Ctx, requested: LedgerView): Promise<JsonText> {
  const view = await ofOwner(ctx, requested);
  if (isEncryptedOrder(view)) {
    const ordered = await encryptedOrder(ctx, view);
    return new JsonText(`{"success":true,"ids":[${ordered.join(',')}],"total":${ordered.length}}`);
  }
  const ids = queries.isWideRead(view)
    ? await ctx.deps.database.transaction(async (db) => {
        await queries.enableParallelScan(db);
        return queries.findIdsText(db, view);
      })
    : await queries.findIdsText(ctx.db, view);
  const total = ids === '' ? 0 : ids.split(',').length;
  return new JsonText(`{"success":true,"ids":[${ids}],"total":${total}}`);
}

const isEncryptedOrder = ({ keys }: queries.OwnedView): boolean =>
  keys.some(({ sort }) => encryptedField(sort));

/** The ids of a view in its order. */
async function orderedIds(ctx: Ctx, view: queries.OwnedView): Promise<number[]> {
  return isEncryptedOrder(view) ? encryptedOrder(ctx, view) : queries.findIds(ctx.db, view);
}

/** The view with the owner by ID, its filter and its sort keys. */
async function ofOwner(ctx: Ctx, view: LedgerView): Promise<queries.OwnedView> {
  const keys = sortKeys(view, LEDGER_SORTS);
  return { ...view, keys, owner: ownerOf(ctx, view.owner), filter: await clientFilter(ctx, view.filter) };
}

const COLUMNS = ['id', ...CLIENT_FIELDS.map((field) => field.name)];

/**
 * The rows with some fields, or complete. Complete rows are sent as the text that every write caches; rows without one
 * are read cell by cell.
 */
export async function getLedgerRows(
  ctx: Ctx,
  ids: number[],
  names?: FieldName[],
): Promise<JsonText | { success: true; columns: string[]; rows: FieldValue[][] }> {
  if (names) {
    const fields = CLIENT_FIELDS.filter((field) => names.includes(field.name));
    const rows = await readRows(ctx, ids, fields);
    return { success: true, columns: ['id', ...fields.map((field) => field.name)], rows };
  }
  const cached = await queries.findTexts(ctx.db, ids);
  const texts = new Map(cached.map((row) => [row[0], storedCells(ctx.deps.cipher, row)]));
  const stale = ids.filter((id) => texts.get(id) === null);
  for (const [id, ...cells] of stale.length > 0 ? await readRows(ctx, stale, CLIENT_FIELDS) : [])
    texts.set(Number(id), wireText(cells));
  // A client may have been deleted between the two reads.
  const rows = ids.filter((id) => typeof texts.get(id) === 'string');
  return JsonText.ofAscii([
    `{"success":true,"columns":${JSON.stringify(COLUMNS)},"rows":[`,
    ...rows.flatMap((id, row) => [`${row === 0 ? '' : ','}[${id},`, texts.get(id) ?? '', ']']),
    ']}',
  ]);
}

/** `[id, ...]` with the cells of these fields; encrypted cells are decrypted only if one of the fields is encrypted. */
async function readRows(ctx: Ctx, ids: number[], fields: readonly CatalogField[]): Promise<FieldValue[][]> {
  const rows = await queries.findRows(ctx.db, ids, fields);
  const readers = fields.map(cellReader);
  return rows.map((row) => [Number(row[0]), ...readSomeCells(ctx.deps.cipher, fields, readers, row)]);
}

/** A paste, fill, undo or bulk edit: edits, new rows and removals in one transaction, all or nothing. */
export async function saveLedgerCells(
  ctx: Ctx,
  body: BodyOf<typeof endpoints.saveLedgerCells>,
): Promise<ReplyOf<typeof endpoints.saveLedgerCells>> {
  await assertMayRemove(ctx, body.remove);
  const operation = `cells:${ctx.requestId}`;
  const options = { operation, confirmsNumbers: body.confirm_numbers };
  const restored = await valuesToRestore(ctx, body.restore);
  const edited = await editClients(ctx, editsOf(body, restored.values), options);
  const created = await createClients(
    ctx,
    body.create.map(({ row, values }) => ({ row, input: inputOf(values) })),
    options,
  );
  const rejected = [...restored.rejected, ...edited.rejected, ...created.rejected];
  if (rejected.length > 0) throw rejectionError(ctx, rejected);
  await removeClients(ctx, body.remove);
  await recordOperation(ctx, { kind: 'edit_cells', operation, changed: edited.changed });
  const written = [...edited.changed, ...created.created];
  return {
    success: true,
    saved: body.cells.length,
    created: created.created.map(({ row, id }) => ({ row, id })),
    cells: changedOnWrite(written),
    ...warned([...edited.warnings, ...created.warnings]),
  };
}

/**
 * Undoing the creation of rows needs no re-authentication if the agent created them minutes ago in this
 * sign-in, and not by an import. Any other removal deletes clients permanently and needs it.
 */
async function assertMayRemove(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const now = ctx.deps.clock.now().getTime();
  const since = new Date(Math.max(now - UNDO_MS, ctx.actor.signedInAt?.getTime() ?? now));
  const created = new Set(await queries.findCreatedBy(ctx.db, ctx.actor.id, { ids, since }));
  if (ids.some((id) => !created.has(id))) assertRecentlyReauthenticated(ctx.deps, ctx.actor);
}

function inputOf(values: Partial<Record<string, FieldValue>>): Map<CatalogField, unknown> {
  const input = new Map<CatalogField, unknown>();
  for (const field of CLIENT_FIELDS)
    if (values[field.name] !== undefined) input.set(field, pasted(field, values[field.name] ?? null));
  return input;
}

/** Pasted and filled phone numbers may have any of the usual separators (decisions O9). */
function pasted(field: CatalogField, value: FieldValue): FieldValue {
  return field.kind === 'phone' && typeof value === 'string' ? pastedPhone(value) : value;
}

type RestoredValues = Awaited<ReturnType<typeof valuesToRestore>>['values'];

/** Cells grouped by client; restored values replace secrets, whose old value the sender cannot know. */
function editsOf(
  { cells, restore }: BodyOf<typeof endpoints.saveLedgerCells>,
  restored: RestoredValues,
): ClientEdit[] {
  const edits = new Map<number, ReturnType<typeof emptyEdit>>();
  const editOf = (id: number) => {
    const edit = edits.get(id) ?? emptyEdit(id);
    edits.set(id, edit);
    return edit;
  };
  for (const { id, field: name, value } of cells) {
    const field = fieldNamed(name);
    editOf(id).input.set(field, pasted(field, value));
  }
  for (const { id, field, value } of restored) {
    editOf(id).input.set(field, value);
    editOf(id).restored.add(field);
  }
  for (const { id, field, was } of [...cells, ...restore]) {
    if (was !== undefined) editOf(id).was.set(fieldNamed(field), was);
  }
  return [...edits.values()];
}

function emptyEdit(id: number) {
  return {
    id,
    input: new Map<CatalogField, unknown>(),
    was: new Map<CatalogField, FieldValue>(),
    restored: new Set<CatalogField>(),
  };
}

/**
 * Stored values that differ from what was typed (trimmed, masked, sanitized), so that the sheet shows them
 * correctly.
 */
function changedOnWrite(
  written: { id: number; changes: { field: CatalogField; to: FieldValue }[] }[],
): { id: number; field: string; value: FieldValue }[] {
  return written.flatMap(({ id, changes }) =>
    changes.map(({ field, to }) => ({ id, field: field.name, value: shown(field, to) })),
  );
}

/** CSV lines of the view, in batches, so that 100,000 rows are never in memory at once. */
export async function* exportLedger(
  ctx: Ctx,
  body: BodyOf<typeof endpoints.exportLedger>,
): AsyncGenerator<string> {
  const { columns, ids: chosen, ...view } = body;
  const fields = columns.map(fieldNamed);
  const found = await asWork('export', async () => orderedIds(ctx, await ofOwner(ctx, view)));
  const wanted = chosen && new Set(chosen);
  const ids = wanted ? found.filter((id) => wanted.has(id)) : found;
  await auditExport(ctx, 'ledger', { rows: ids.length, columns, ...view });
  const named = await columnNamer(ctx.db, columns);
  yield csvHeader(fields.map((field) => field.label));
  for (let start = 0; start < ids.length; start += MAX_LEDGER_ROWS) {
    const some = ids.slice(start, start + MAX_LEDGER_ROWS);
    const rows = await asWork('export', () => readRows(ctx, some, fields));
    const cellsOf = ([, ...cells]: FieldValue[]) => cells.map((cell, column) => named(column, cell));
    yield rows.map((row) => csvRow(cellsOf(row))).join('');
  }
}
