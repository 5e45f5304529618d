import {
  type AuditPolicy,
  READ_HEADER,
  READ_HEADER_ACTIONS,
  type ReadThing,
} from '@ledgerline/contract/audit-policy';
import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { readerOf } from '../audit/audit.ts';
import { writeBounded } from '../audit/bounded.ts';
import type { SearchResult } from '../audit/read-audit-log.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { JsonText } from '../json-text.ts';

interface RequestInput {
  params: unknown;
  query: unknown;
}

/** What leaves the house: it is handed out only when its row is kept. */
const AWAITED: ReadonlySet<string> = new Set(['answers_read', 'file_read']);

/**
 * The one place where reads become rows of the trail (decision 063): what an endpoint declares is kept for agents, between
 * the act and its answer.
 */
export async function noteRead(
  ctx: Context,
  { audit, method, name }: Endpoint,
  input: RequestInput,
  answer: unknown,
  request: FastifyRequest,
): Promise<void> {
  if (!audit || typeof audit === 'string' || ctx.actor.kind !== 'agent') return;
  const { reads } = ctx.deps;
  if (audit.action === 'listed' || audit.action === 'searched')
    return noteList(ctx, audit, name, input, answer);
  const action = READ_HEADER_ACTIONS.get(request.headers[READ_HEADER]);
  const read = { ...thingOf(audit, input.params), action: audit.action };
  // A write is kept by its act already, and done: nobody may be told that it failed.
  if (AWAITED.has(audit.action) && method === 'GET') return reads.record(readerOf(ctx), read);
  reads.note(readerOf(ctx), { ...read, action: action && audit.action === 'opened' ? action : audit.action });
}

/** What an agent asked for and may not have, with its number; bounded, and outside of any transaction. */
export async function recordRejection(
  ctx: Context,
  { name }: Endpoint,
  params: unknown = null,
): Promise<void> {
  if (ctx.actor.kind !== 'agent') return;
  const what = { action: 'access_refused', entity: 'agent', entity_id: ctx.actor.id, field: name };
  await writeBounded(ctx, { ...what, new_value: params });
}

/** An act, of which it is written down when whoever asked for it may not. */
export async function recordingRejection<Result>(
  ctx: Context,
  endpoint: Endpoint,
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

/** Under restricted access the clients of other agents are not found, and neither is what belongs to them (decision 071). */
const isAttempt = ({ actor }: Context, { code }: AppError): boolean =>
  code === 'not_allowed' ||
  (code === 'not_found' && actor.kind === 'agent' && actor.accessScope !== undefined);

function thingOf({ of, param = 'id' }: { of: ReadThing; param?: string }, params: unknown) {
  const value = valueAt(params, param);
  if (typeof value === 'number') return { of, id: value };
  return { of, id: null, name: typeof value === 'string' ? value.slice(0, 200) : undefined };
}

function noteList(
  ctx: Context,
  { of, rows, found = rows, text = [] }: Extract<AuditPolicy, { action: 'listed' | 'searched' }>,
  location: string,
  { query }: RequestInput,
  answer: unknown,
): void {
  const { reads } = ctx.deps;
  const sought = text.map((key) => valueAt(query, key)).filter((value) => typeof value === 'string');
  const searchText = sought.join(' ').trim();
  if (searchText !== '') reads.search(readerOf(ctx), of, location, searchText, resultOf(of, answer, found));
  if (!rows) return;
  const named = valueAt(query, rows);
  const shown = Array.isArray(named) ? named : rowsOf(answer, rows);
  if (shown.length > 0) reads.list(readerOf(ctx), of, location, shown.map(nameOf));
}

function rowsOf(answer: unknown, key: string): unknown[] {
  const body: unknown = answer instanceof JsonText ? JSON.parse(answer.text) : answer;
  const rows = valueAt(body, key);
  return Array.isArray(rows) ? rows : [];
}

const MOST_FOUND = 10;

/** What a search found, by number: names are looked up when the audit log is read, and go with their clients. */
function resultOf(of: ReadThing, answer: unknown, key = ''): SearchResult {
  const rows = rowsOf(answer, key).flatMap((row) => {
    const section = valueAt(row, 'rows');
    if (!Array.isArray(section)) return [foundName(of, row)];
    return section.map((one) => foundName(String(valueAt(row, 'kind')), one));
  });
  return { found: rows.length, first: rows.slice(0, MOST_FOUND) };
}

function foundName(kind: string, row: unknown): string {
  const entity = FOUND_ENTITIES[kind] ?? kind;
  return `${entity}.${typeof row === 'object' ? valueAt(row, 'id') : row}`;
}

/** What the audit log calls kinds of rows that are called otherwise where they are found. */
const FOUND_ENTITIES: Readonly<Record<string, string>> = { ledger: 'client', submission: 'session_form' };

/** What tells a row from others: its number, with its kind where a list has several. */
const nameOf = (row: unknown): string =>
  typeof row === 'object' ? `${valueAt(row, 'kind') ?? ''}.${valueAt(row, 'id') ?? ''}` : String(row);

const valueAt = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined;
