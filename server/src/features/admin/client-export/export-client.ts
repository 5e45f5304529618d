import { createHash } from 'node:crypto';
import type { ExportedSecrets } from '@ledgerline/contract/client-export/endpoints';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import { maskedAnswers, revealAllAnswers } from '#features/forms/submissions/read-answers.ts';
import { assertRevealsWithinLimit } from '#features/people/agents/reveals/limit-reveals.ts';
import { decryptAuditRows } from '#features/records/clients/encryption/audit-values.ts';
import { revealAllFields } from '#features/records/clients/reveal-all.ts';
import { findClient } from '#features/records/clients/service.ts';
import { revealAllNumbers } from '#features/records/policies/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { decryptPersonal } from '#platform/audit/personal-values.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { asWork } from '#platform/database/work.ts';
import { AppError } from '#platform/errors.ts';
import { writeZip, type ZipEntry } from '#platform/zip/write-zip.ts';
import { type ExportedFile, exportedRecord, linesSection, READ_ME, recordSections } from './presenter.ts';
import * as queries from './queries.ts';
import { archiveName, archivePath } from './rules.ts';
import { EXPORTED_TABLES } from './tables/queries.ts';

type Ctx = Context<AgentActor>;

/** The secrets in clear text, read and counted before the first byte is sent. */
interface Plain {
  fields: Partial<Record<FieldName, string>>;
  answers: Map<number, object | null>;
  policyNumbers: Map<number, string>;
}

interface Export {
  ctx: Ctx;
  id: number;
  secrets: ExportedSecrets;
  record: ClientRecord;
  plain: Plain | null;
  files: queries.ClientFile[];
  at: Date;
}

/** Rows of each kind in the summary. */
const MAX_LINES = 100;

/**
 * Streams everything of one client as an archive: only one file and one batch of rows are in memory. The audit log row and the reveals are
 * written first; any rejection happens before the first byte.
 */
export async function exportClient(
  ctx: Ctx,
  id: number,
  secrets: ExportedSecrets,
): Promise<{ name: string; archive: AsyncGenerator<Buffer> }> {
  if (secrets === 'clear') await assertRevealsWithinLimit(ctx);
  const at = ctx.deps.clock.now();
  const prepared = await ctx.deps.database.transaction(async (db) => {
    const inside = { ...ctx, db };
    const record = await findClient(inside, id);
    const plain = secrets === 'clear' ? await revealAll(inside, id) : null;
    const files = await queries.listFiles(db, id);
    await auditAction(inside, 'exported', 'client_read', id, { new_value: { secrets, files: files.length } });
    return { record, plain, files };
  });
  const archive = writeZip(entriesOf({ ctx, id, secrets, at, ...prepared }));
  return { name: archiveName(id, brokerageDay(ctx.deps, at)), archive };
}

async function revealAll(ctx: Ctx, id: number): Promise<Plain> {
  const fields = await revealAllFields(ctx, id);
  const answers = new Map<number, object | null>();
  for await (const forms of queries.encryptedForms(ctx.db, id))
    for (const form of forms) answers.set(form.id, await revealAllAnswers(ctx, form));
  return { fields, answers, policyNumbers: await revealAllNumbers(ctx, id) };
}

async function* entriesOf(all: Export): AsyncGenerator<ZipEntry> {
  const { at } = all;
  yield { name: 'read-me.txt', at, content: Buffer.from(READ_ME) };
  yield { name: 'summary.pdf', at, content: await summaryPdf(all) };
  const exportedFiles: ExportedFile[] = [];
  for (const file of all.files) {
    const { bytes, ...outcome } = await fileOf(all, file);
    exportedFiles.push(outcome);
    if (bytes) yield { name: outcome.path, at, content: bytes };
  }
  yield { name: 'data.json', at, content: dataJson(all, exportedFiles) };
}

/** Read completely, and so verified, before it is added: a damaged file is reported, and the others continue. */
async function fileOf(
  { ctx }: Export,
  file: queries.ClientFile,
): Promise<ExportedFile & { bytes: Buffer | null }> {
  const { key, ...named } = file;
  const outcome = { ...named, path: archivePath(file) };
  try {
    const bytes = await ctx.deps.storage.read(key);
    const isSame = createHash('sha256').update(bytes).digest('hex') === file.sha256;
    return { ...outcome, size: bytes.length, state: isSame ? 'included' : 'changed', bytes };
  } catch (error) {
    const state = stateOf(error);
    if (state === null) throw error;
    ctx.deps.log.warn({ err: error, key }, 'a file was left out of the export of a client');
    return { ...outcome, size: null, state, bytes: null };
  }
}

/** Null when the storage is unavailable: an export without its files would look complete. */
function stateOf(error: unknown): 'missing' | 'damaged' | null {
  if (error instanceof AppError && error.code === 'file_damaged') return 'damaged';
  if (error instanceof AppError && error.code === 'not_found') return 'missing';
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : null;
}

async function summaryPdf({ ctx, id, record, at }: Export): Promise<Buffer> {
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  // The PDF library is loaded when the first PDF is written.
  const { sectionsPdf } = await import('#platform/pdf/sections-pdf.ts');
  const lists = [];
  for (const { title, sql } of queries.SUMMARY_KINDS) {
    const view = { sql, timeZone: TIME_ZONE, limit: MAX_LINES + 1 };
    const lines = await asWork('export', () => queries.summaryOf(ctx.db, id, view));
    lists.push(...linesSection(title, lines, MAX_LINES));
  }
  const name = [record.client_first_name, record.client_last_name].filter(Boolean).join(' ');
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  });
  return sectionsPdf({
    brokerage: BRAND,
    title: name || `Client ${id}`,
    clientTitle: null,
    facts: [
      ['Exported', when.format(at)],
      ['By', ctx.actor.name],
    ],
    // Secrets are always masked here: this is the page that is printed and shared.
    sections: [...recordSections(record), ...lists],
  });
}

const FORMAT = { format: 'ledgerline-client-export', version: 1 };

async function* dataJson(all: Export, files: readonly ExportedFile[]): AsyncGenerator<Buffer> {
  const { ctx, id, secrets, record, plain, at } = all;
  const head = {
    ...FORMAT,
    exported_at: at.toISOString(),
    exported_by: ctx.actor.name,
    brokerage: ctx.deps.config.BRAND,
    secrets,
    client: exportedRecord(record, plain?.fields ?? {}),
    files,
  };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},\n"answers":[`);
  yield* joined(answersOf(all));
  yield Buffer.from('],\n"tables":{');
  for (const [position, exported] of EXPORTED_TABLES.entries()) {
    yield Buffer.from(`${position > 0 ? ',' : ''}\n${JSON.stringify(exported.table)}:[`);
    const rows = queries.rowsOf(ctx.db, id, exported);
    yield* joined(DECRYPTED_TABLES.get(exported.table)?.(all, rows) ?? rows);
    yield Buffer.from(']');
  }
  yield Buffer.from('}}\n');
}

/** Audit log rows with their encrypted values decrypted, as in the record. */
async function* auditLogOf({ ctx, id }: Export, batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  const parts = { db: ctx.db, cipher: ctx.deps.cipher };
  for await (const texts of batches) {
    const rows = texts.map((text): queries.AuditRow => JSON.parse(text));
    const own = rows.filter(({ entity, field }) => entity === 'client' && field !== null);
    const opened = new Map(
      (await decryptAuditRows(parts, own, (row) => row.entity_id ?? id)).map((row) => [row.id, row]),
    );
    const plain = await decryptPersonal(
      parts,
      rows.map((row) => opened.get(row.id) ?? row),
    );
    yield plain.map((row) => JSON.stringify(row));
  }
}

/** Policies with their numbers in plain text, if secrets are exported in clear text; `shown_number` has the last four characters. */
async function* policiesOf({ plain }: Export, batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const texts of batches) {
    yield texts.map((text) => {
      const row: { id: number } = JSON.parse(text);
      const policy_number = plain?.policyNumbers.get(row.id);
      return JSON.stringify(policy_number === undefined ? row : { ...row, policy_number });
    });
  }
}

/** Tables whose rows contain encrypted values. */
const DECRYPTED_TABLES = new Map([
  ['audit_events', auditLogOf],
  ['policies', policiesOf],
]);

async function* answersOf({ ctx, id, plain }: Export): AsyncGenerator<string[]> {
  for await (const forms of queries.encryptedForms(ctx.db, id)) {
    yield forms.map((form) => {
      const answers = plain ? (plain.answers.get(form.id) ?? null) : maskedAnswers(ctx, form);
      return JSON.stringify({ session_form_id: form.id, form: form.form_link_id, answers });
    });
  }
}

async function* joined(batches: AsyncIterable<string[]>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const texts of batches) {
    yield Buffer.from(`${isFirst ? '\n' : ',\n'}${texts.join(',\n')}`);
    isFirst = false;
  }
}
