import { fieldNamed, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { createClients, editClients, type Rejection } from '#features/records/clients/edits/edit-clients.ts';
import { lockClients } from '#features/records/clients/edits/lock-clients.ts';
import { clientPerson } from '#features/records/clients/matching/rules.ts';
import type { Context } from '#platform/context.ts';
import { planRows, readPolicy } from '../check/check-rows.ts';
import { confirmationFinding, isConfirmed, partsToConfirm } from '../planning/rules.ts';
import { cellsOf } from '../presenter.ts';
import * as queries from '../queries.ts';
import * as repository from '../repository.ts';
import { failure, type ReadPolicy, type ReadRow, readRow, warning } from '../rules.ts';
import { operationOf, runNext } from './next-rows.ts';

type Row = repository.StoredImportRow;
const ADDRESS = fieldNamed('address');

/** The state of one transaction: the import, and the outcomes of its rows so far. */
interface Batch {
  importRecord: repository.ImportRecord;
  policy: ReadPolicy;
  done: Map<number, repository.DoneRow>;
  /** The client of each row, by row number, for later rows that repeat it. */
  clientOf: Map<number, number>;
}

/**
 * Plans again if clients changed after the dry run and nothing is written yet: new clients may exist by now.
 */
export async function renewPlans(ctx: Context, importRecord: repository.ImportRecord): Promise<void> {
  if (importRecord.done_count > 0 || importRecord.checked_at === null) return;
  if (await queries.clientsChangedSince(ctx.db, importRecord.checked_at)) {
    await planRows(ctx, importRecord, async () => undefined);
  }
}

/** Writes the next rows of an import of clients. */
export function runBatch(ctx: Context, importId: number): Promise<boolean> {
  return runNext(ctx, importId, (importRecord, rows) => writeRows(ctx, importRecord, rows));
}

async function writeRows(
  ctx: Context,
  importRecord: repository.ImportRecord,
  rows: Row[],
): Promise<repository.DoneRow[]> {
  const batch = await startBatch(ctx, importRecord, rows);
  for (const row of rows) {
    if (row.plan !== 'created' && row.plan !== 'updated')
      note(batch, row, { outcome: row.plan ?? 'skipped', client_id: repeatedClient(row) });
  }
  await createRows(
    ctx,
    batch,
    rows.filter(({ plan }) => plan === 'created'),
  );
  await updateRows(
    ctx,
    batch,
    rows.filter(({ plan }) => plan === 'updated'),
  );
  return [...batch.done.values()];
}

/** For a row that is not imported: the existing client that it repeats, if any. */
const repeatedClient = ({ plan, match_id, matches }: Row): number | undefined =>
  match_id ?? (plan === 'skipped' ? (matches[0]?.client_id ?? undefined) : undefined);

async function startBatch(ctx: Context, importRecord: repository.ImportRecord, rows: Row[]): Promise<Batch> {
  const repeated = rows.flatMap(({ match_row }) => match_row ?? []);
  const clientOf = await repository.clientsOfRows(ctx.db, importRecord.id, repeated);
  for (const { row_number, match_id } of rows) if (match_id !== null) clientOf.set(row_number, match_id);
  return { importRecord, policy: await readPolicy(ctx, importRecord), done: new Map(), clientOf };
}

function note(
  batch: Batch,
  row: Row,
  became: { outcome: Row['outcome']; client_id?: number; findings?: ImportFinding[] },
): void {
  const client_id = became.client_id ?? null;
  const findings = [...row.findings, ...(became.findings ?? [])];
  batch.done.set(row.id, { id: row.id, outcome: became.outcome, client_id, findings });
  if (client_id !== null) batch.clientOf.set(row.row_number, client_id);
}

function readStored(ctx: Context, { importRecord, policy }: Batch, row: Row): ReadRow {
  return readRow(cellsOf(ctx.deps.cipher, importRecord, row), importRecord.mapping, policy);
}

function toFindings(rejected: Rejection[]): ImportFinding[] {
  return rejected.map(({ field, message }) => ({
    level: 'error',
    field: isFieldName(field) ? field : null,
    message,
  }));
}

/** Creates all rows at once; a rejected row is removed and the others are tried again. */
async function createRows(ctx: Context, batch: Batch, rows: Row[]): Promise<void> {
  const operation = operationOf(batch.importRecord.id);
  let left = rows.map((row) => ({
    row: String(row.id),
    input: readStored(ctx, batch, row).input,
    stored: row,
  }));
  while (left.length > 0) {
    const { created, rejected } = await createClients(ctx, left, { operation });
    const idOf = new Map(created.map(({ row, id }) => [row, id]));
    for (const { row, stored } of left) {
      const client_id = idOf.get(row);
      const reasons = rejected.filter((rejection) => rejection.row === row);
      if (client_id !== undefined) note(batch, stored, { outcome: 'created', client_id });
      else if (reasons.length > 0) note(batch, stored, { outcome: 'refused', findings: toFindings(reasons) });
    }
    left = left.filter(({ stored }) => !batch.done.has(stored.id));
  }
}

const NOT_IMPORTED = failure('The earlier row that this one repeats was not imported');
const UNCHANGED = warning('The client already has these values');

/**
 * Updates each client once per call: rows about the same client are processed one after the other, in file
 * order.
 */
async function updateRows(ctx: Context, batch: Batch, rows: Row[]): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const wave = new Map<number, Row>();
    for (const row of left) {
      const target = row.match_id ?? batch.clientOf.get(row.match_row ?? 0);
      if (target === undefined) note(batch, row, { outcome: 'refused', findings: [NOT_IMPORTED] });
      else if (!wave.has(target)) wave.set(target, row);
    }
    await updateWave(ctx, batch, wave);
    left = left.filter(({ id }) => !batch.done.has(id));
  }
}

/**
 * Leaves out updates that would replace a client's identity without a confirmation. Checked on the locked clients, because a
 * client may have changed since the dry run, or an earlier row of the file may have changed it.
 */
async function permitted<Update extends { id: number; row: Row } & ReadRow>(
  ctx: Context,
  batch: Batch,
  updates: Update[],
): Promise<Update[]> {
  const locked = await lockClients(
    ctx,
    updates.map(({ id }) => id),
  );
  const clients = new Map(locked.map((one) => [one.id, one]));
  return updates.filter(({ id, row, input, person, hasStreet }) => {
    const current = clients.get(id)?.current;
    const client = current && clientPerson(current);
    // A city, state and ZIP code without a street must not replace a complete address.
    if (!hasStreet && current?.('address')) input.delete(ADDRESS);
    const to_confirm = client ? partsToConfirm(person, client) : [];
    if (to_confirm.length === 0 || isConfirmed({ ...row, to_confirm }, row)) return true;
    const finding = confirmationFinding(to_confirm);
    const isNew = row.findings.every(({ message }) => message !== finding.message);
    note(batch, row, { outcome: 'skipped', client_id: id, findings: isNew ? [finding] : [] });
    return false;
  });
}

async function updateWave(ctx: Context, batch: Batch, wave: Map<number, Row>): Promise<void> {
  const operation = operationOf(batch.importRecord.id);
  let left = await permitted(
    ctx,
    batch,
    [...wave].map(([id, row]) => ({ id, row, ...readStored(ctx, batch, row) })),
  );
  while (left.length > 0) {
    const { changed, rejected } = await editClients(ctx, left, { operation });
    const changedIds = new Set(changed.map(({ id }) => id));
    for (const { id, row } of left) {
      const reasons = rejected.filter((rejection) => rejection.id === id);
      if (reasons.length > 0) note(batch, row, { outcome: 'refused', findings: toFindings(reasons) });
      else if (rejected.length > 0) continue;
      else if (changedIds.has(id)) note(batch, row, { outcome: 'updated', client_id: id });
      else note(batch, row, { outcome: 'skipped', client_id: id, findings: [UNCHANGED] });
    }
    left = left.filter(({ row }) => !batch.done.has(row.id));
  }
}
