import type { Endpoint } from '@ledgerline/contract/endpoint';
import { READ_HEADER, READ_HEADER_ACTS, type ReadThing, type Trail } from '@ledgerline/contract/audit-policy';
import type { FastifyRequest } from 'fastify';
import { readerOf } from '../audit/audit.ts';
import { writeBounded } from '../audit/bounded.ts';
import type { SearchResult } from '../audit/read-audit-log.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { JsonText } from '../json-text.ts';

interface Asked {
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
  { trail, method, name }: Endpoint,
  asked: Asked,
  answer: unknown,
  request: FastifyRequest,
): Promise<void> {
  if (!trail || typeof trail === 'string' || ctx.actor.kind !== 'agent') return;
  const { reads } = ctx.deps;
  if (trail.act === 'listed' || trail.act === 'searched') return noteList(ctx, trail, name, asked, answer);
  const act = READ_HEADER_ACTS.get(request.headers[READ_HEADER]);
  const read = { ...thingOf(trail, asked.params), act: trail.act };
  // A write is kept by its act already, and done: nobody may be told that it failed.
  if (AWAITED.has(trail.act) && method === 'GET') return reads.keep(readerOf(ctx), read);
  reads.note(readerOf(ctx), { ...read, act: act && trail.act === 'opened' ? act : trail.act });
}

/** What an agent asked for and may not have, with its number; bounded, and outside of any transaction. */
export async function noteRefused(ctx: Context, { name }: Endpoint, params: unknown = null): Promise<void> {
  if (ctx.actor.kind !== 'agent') return;
  const what = { action: 'access_refused', entity: 'agent', entity_id: ctx.actor.id, field: name };
  await writeBounded(ctx, { ...what, new_value: params });
}

/** An act, of which it is written down when whoever asked for it may not. */
export async function notingRefusal<Result>(
  ctx: Context,
  endpoint: Endpoint,
  params: unknown,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError && isAttempt(ctx, error)) await noteRefused(ctx, endpoint, params);
    throw error;
  }
}

/** Under restricted access the clients of other agents are not found, and neither is what belongs to them (decision 071). */
const isAttempt = ({ actor }: Context, { code }: AppError): boolean =>
  code === 'not_allowed' || (code === 'not_found' && actor.kind === 'agent' && actor.sees !== undefined);

function thingOf({ of, param = 'id' }: { of: ReadThing; param?: string }, params: unknown) {
  const value = valueAt(params, param);
  if (typeof value === 'number') return { of, id: value };
  return { of, id: null, name: typeof value === 'string' ? value.slice(0, 200) : undefined };
}

function noteList(
  ctx: Context,
  { of, rows, found = rows, text = [] }: Extract<Trail, { act: 'listed' | 'searched' }>,
  place: string,
  { query }: Asked,
  answer: unknown,
): void {
  const { reads } = ctx.deps;
  const sought = text.map((key) => valueAt(query, key)).filter((value) => typeof value === 'string');
  const words = sought.join(' ').trim();
  if (words !== '') reads.search(readerOf(ctx), of, place, words, resultOf(of, answer, found));
  if (!rows) return;
  const named = valueAt(query, rows);
  const shown = Array.isArray(named) ? named : rowsOf(answer, rows);
  if (shown.length > 0) reads.list(readerOf(ctx), of, place, shown.map(nameOf));
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
