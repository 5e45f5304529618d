import { type CatalogField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { showsValues } from '@ledgerline/contract/clients/fields/shown';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { eventsMatching, type TimelineKind } from '@ledgerline/contract/rules';
import type {
  listClientTimeline as listEndpoint,
  TimelineLine,
} from '@ledgerline/contract/timeline/endpoints';
import { decryptAuditRows } from '#features/records/clients/encryption/audit-values.ts';
import { agentReader } from '#features/records/clients/owners/name-owners.ts';
import { type ReadOfClient, readOfClient } from '#features/records/clients/owners/read-of-client.ts';
import { decryptPersonal } from '#platform/audit/personal-values.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import * as queries from './queries.ts';
import {
  type Action,
  type AuditRow,
  foldActions,
  formatCursor,
  newestFirst,
  parseCursor,
  type TimelineCursor,
} from './rules.ts';

type Ctx = Context<AgentActor>;
type Query = QueryOf<typeof listEndpoint>;

/** More than two actions that set every field: at least one of them is read completely. */
const ROWS_AT_ONCE = 400;

/** Which audit log rows are items of a kind; null where none are. */
const PART_OF: Record<TimelineKind, queries.AuditView['part'] | null> = {
  note: 'notes',
  form: 'forms',
  change: 'fields',
  ...{ mail: null, link: null, money: null, document: null, task: null },
};

/** One page of a client's timeline, in the order of decision 050. */
export async function listClientTimeline(
  ctx: Ctx,
  client_id: number,
  { after: text, kind, limit, q }: Query,
): Promise<ReplyOf<typeof listEndpoint>> {
  const after = text === undefined ? undefined : parseCursor(text);
  if (after === null) throw wrongField('after', 'must be a cursor from a previous page');
  const search = q?.trim() ? { text: q.trim(), events: eventsMatching(q) } : null;
  const view = { client_id, after, kind, search, limit: limit + 1 };
  const { found, actions, end } = await readOfClient(ctx.db, client_id, async (ofClient) => ({
    found: (
      await Promise.all([ofClient(() => queries.listItems(ctx.db, view)), queries.listLinks(ctx.db, view)])
    ).flat(),
    ...(await actionsOf(ctx, ofClient, { client_id, after, kind, text: q?.trim() ?? '' })),
  }));
  const sorted = [
    ...found.map((line) => ({ ...line, action: null })),
    ...actions.map((action) => ({ ...action, action })),
  ]
    // What is older than the last action that was read comes with the next page, among the actions between.
    .filter(({ at }) => end === null || at > end)
    .sort(newestFirst);
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  const isMore = sorted.length > limit || end !== null;
  const named = await readerOf(ctx, page);
  return {
    success: true,
    lines: page.map((line) => (line.action ? actionLine(line.action, named) : plainLine(line))),
    next: last && isMore ? formatCursor(last) : null,
  };
}

interface SearchTerms {
  client_id: number;
  after: TimelineCursor | undefined;
  kind: TimelineKind | undefined;
  text: string;
}

async function actionsOf(
  ctx: Ctx,
  ofClient: ReadOfClient,
  { kind, text, ...view }: SearchTerms,
): Promise<ReturnType<typeof foldActions>> {
  const part = kind === undefined ? 'all' : PART_OF[kind];
  if (part === null) return { actions: [], end: null };
  const search = text === '' ? null : searchInAuditLog(text);
  const { rows, isCut } = await rowsOf(ctx, ofClient, { ...view, search, part, limit: ROWS_AT_ONCE });
  const { actions, end } = foldActions(rows, isCut);
  const { after } = view;
  return { actions: after ? actions.filter((action) => newestFirst(after, action) < 0) : actions, end };
}

/** Decrypted rows, as many as are read at once; for a search, only those that match, reading on until enough are found. */
async function rowsOf(
  ctx: Ctx,
  ofClient: ReadOfClient,
  view: queries.AuditView,
): Promise<{ rows: AuditRow[]; isCut: boolean }> {
  const parts = { db: ctx.db, cipher: ctx.deps.cipher };
  const rows: AuditRow[] = [];
  for (let before: number | undefined; ; ) {
    const page = { ...view, ...(before === undefined ? {} : { before }) };
    const stored = await ofClient(() => queries.listAuditRows(ctx.db, page));
    const found = await decryptPersonal(parts, stored);
    const opened = await decryptAuditRows(parts, found, ({ entity_id }) => Number(entity_id));
    rows.push(...opened.filter((row) => matchesSearch(row, view.search)));
    const last = found.at(-1);
    const isCut = last !== undefined && found.length === view.limit;
    if (!isCut || rows.length >= view.limit) return { rows, isCut };
    before = last.id;
  }
}

function matchesSearch(
  { action, field, old_value, new_value }: AuditRow,
  search: queries.AuditView['search'],
) {
  if (!search || search.actions.includes(action) || (field !== null && search.named.includes(field)))
    return true;
  const text = search.text.toLowerCase();
  return [old_value, new_value].some((value) =>
    String(value ?? '')
      .toLowerCase()
      .includes(text),
  );
}

function searchInAuditLog(text: string) {
  const events = eventsMatching(text);
  const matches = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const isNotes = (name: string) => name === 'notes' || name === 'notes_2';
  const isEventMatch = (name: string) => events.includes(isNotes(name) ? 'notes_changed' : 'fields_changed');
  return {
    text,
    named: CLIENT_FIELDS.filter(({ name, label }) => matches(label) || isEventMatch(name)).map(
      ({ name }) => name,
    ),
    // Health data and identifying numbers are matched by their field: no search exposes their values.
    plain: CLIENT_FIELDS.filter((field: CatalogField) => !field.isEncrypted && showsValues(field.name)).map(
      ({ name }) => name,
    ),
    actions: [
      ...(events.includes('form_deleted') ? ['form_deleted'] : []),
      ...(events.includes('client_created') ? ['created'] : []),
      ...(events.includes('clients_merged') ? ['merged'] : []),
      ...(events.includes('merge_undone') ? ['merge_undone'] : []),
    ],
  };
}

type Reader = Awaited<ReturnType<typeof agentReader>>['named'];

async function readerOf(ctx: Ctx, page: readonly { action: Action | null }[]): Promise<Reader> {
  const rows = page.flatMap(({ action }) => action?.rows ?? []);
  const values = rows.flatMap(({ field, old_value, new_value }) => [
    { field, value: old_value },
    { field, value: new_value },
  ]);
  return (await agentReader(ctx.db, values)).named;
}

const EMPTY = {
  ...{ detail: '', agent_id: null, amount_cents: null, session_id: null, submission_id: null },
  ...{ invoice_id: null, document_id: null, outcome: null, follow_up_on: null },
};

const instantOf = (at: string): string => `${at.slice(0, 23)}Z`;

function plainLine({ action: _, ...line }: queries.FoundItem & { action: null }): TimelineLine {
  return { ...line, at: instantOf(line.at), changes: [] };
}

function actionLine({ event, id, at, rows }: Action, named: Reader): TimelineLine {
  const [newest] = rows;
  return {
    ...EMPTY,
    event,
    id,
    at: instantOf(at),
    title: event === 'form_deleted' ? String(newest?.old_value ?? '') : '',
    actor: newest?.actor ?? null,
    changes: rows.flatMap(({ field, old_value, new_value }) => {
      if (field === null) return [];
      const is_hidden = !showsValues(field);
      const shown = (value: string | number | null) => (is_hidden ? null : named(field, value));
      return [{ field, is_hidden, from: shown(old_value), to: shown(new_value) }];
    }),
  };
}
