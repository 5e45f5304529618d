import {
  type AuditedEntity,
  type AuditPolicy,
  READ_HEADER,
  READ_HEADER_ACTIONS,
} from '@ledgerline/contract/audit-policy';
import type { FastifyRequest } from 'fastify';
import { readerOf } from '../audit/audit.ts';
import { writeBounded } from '../audit/bounded.ts';
import type { SearchResult } from '../audit/read-log.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { JsonText } from '../json-text.ts';
import type { NamedEndpoint } from './endpoint-names.ts';

interface RequestInput {
  params: unknown;
  query: unknown;
}

/** Data that leaves the portal: it is sent only after its row is stored. */
const AWAITED: ReadonlySet<string> = new Set(['answers_read', 'file_read']);

/**
 * The single place where reads become rows of the audit log (decision 063): what an endpoint declares is recorded for agents,
 * between the operation and its response.
 */
export async function recordRead(
  ctx: Context,
  { audit, method, name }: NamedEndpoint,
  input: RequestInput,
  answer: unknown,
  request: FastifyRequest,
): Promise<void> {
  if (!audit || typeof audit === 'string' || ctx.actor.kind !== 'agent') return;
  const { reads } = ctx.deps;
  if (audit.action === 'listed' || audit.action === 'searched')
    return recordList(ctx, audit, name, input, answer);
  const action = READ_HEADER_ACTIONS.get(request.headers[READ_HEADER]);
  const read = { ...auditedRecord(audit, input.params), action: audit.action };
  // A write is already recorded by its operation, and completed: it must not be reported as failed.
  if (AWAITED.has(audit.action) && method === 'GET') return reads.record(readerOf(ctx), read);
  reads.note(readerOf(ctx), { ...read, action: action && audit.action === 'opened' ? action : audit.action });
}

/** Records a request that an agent is not permitted to make; rate-limited, and outside any transaction. */
export async function recordRejection(
  ctx: Context,
  { name }: NamedEndpoint,
  params: unknown = null,
): Promise<void> {
  if (ctx.actor.kind !== 'agent') return;
  const what = { action: 'access_refused', entity: 'agent', entity_id: ctx.actor.id, field: name };
  await writeBounded(ctx, { ...what, new_value: params });
}

/** Runs an operation and records its rejection when the agent is not permitted. */
export async function recordingRejection<Result>(
  ctx: Context,
  endpoint: NamedEndpoint,
  params: unknown,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof AppError && isAttempt(ctx, error)) await recordRejection(ctx, endpoint, params);
    throw error;
  }
}

/** With restricted access, other agents' clients and what belongs to them are reported as not found (decision 071). */
const isAttempt = ({ actor }: Context, { code }: AppError): boolean =>
  code === 'not_allowed' ||
  (code === 'not_found' && actor.kind === 'agent' && actor.accessScope !== undefined);

function auditedRecord({ of, param = 'id' }: { of: AuditedEntity; param?: string }, params: unknown) {
  const value = valueAt(params, param);
  if (typeof value === 'number') return { of, id: value };
  return { of, id: null, name: typeof value === 'string' ? value.slice(0, 200) : undefined };
}

function recordList(
  ctx: Context,
  { of, rows, found = rows, text = [] }: Extract<AuditPolicy, { action: 'listed' | 'searched' }>,
  location: string,
  { query }: RequestInput,
  answer: unknown,
): void {
  const { reads } = ctx.deps;
  const texts = text.map((key) => valueAt(query, key)).filter((value) => typeof value === 'string');
  const searchText = texts.join(' ').trim();
  if (searchText !== '') reads.search(readerOf(ctx), of, location, searchText, resultOf(of, answer, found));
  if (!rows) return;
  const named = valueAt(query, rows);
  const shown = Array.isArray(named) ? named : rowsOf(answer, rows);
  if (shown.length > 0) reads.list(readerOf(ctx), of, location, shown.map(nameOf));
}

function rowsOf(answer: unknown, key: string): unknown[] {
  const body: unknown = answer instanceof JsonText ? answer.parse() : answer;
  const rows = valueAt(body, key);
  return Array.isArray(rows) ? rows : [];
}

const MAX_FOUND = 10;

/** What a search found, by id: names are looked up when the audit log is read, so that they are deleted with their clients. */
function resultOf(of: AuditedEntity, answer: unknown, key = ''): SearchResult {
  const rows = rowsOf(answer, key).flatMap((row) => {
    const section = valueAt(row, 'rows');
    if (!Array.isArray(section)) return [foundName(of, row)];
    return section.map((one) => foundName(String(valueAt(row, 'kind')), one));
  });
  return { found: rows.length, first: rows.slice(0, MAX_FOUND) };
}

function foundName(kind: string, row: unknown): string {
  const entity = FOUND_ENTITIES[kind] ?? kind;
  return `${entity}.${typeof row === 'object' ? valueAt(row, 'id') : row}`;
}

/** The audit log's names for kinds of rows that have another name where they are found. */
const FOUND_ENTITIES: Readonly<Record<string, string>> = { ledger: 'client', submission: 'session_form' };

/** The unique name of a row: its id, or that of the record it names, with its kind if a list has several. */
const nameOf = (row: unknown): string =>
  typeof row === 'object'
    ? `${valueAt(row, 'kind') ?? ''}.${valueAt(row, 'id') ?? valueAt(row, 'record_id') ?? ''}`
    : String(row);

const valueAt = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined;
