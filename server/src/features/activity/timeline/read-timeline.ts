import { type CatalogueField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { saysValues } from '@ledgerline/contract/clients/fields/shown';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { eventsSaying, type TimelineKind } from '@ledgerline/contract/rules';
import type {
  listClientTimeline as listEndpoint,
  TimelineLine,
} from '@ledgerline/contract/timeline/endpoints';
import { findClient } from '#features/records/clients/service.ts';
import { agentReader } from '#features/records/clients/owners/name-owners.ts';
import { openTrail } from '#features/records/clients/encryption/audit-values.ts';
import { decryptPersonal } from '#platform/audit/personal-values.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import * as listing from './queries.ts';
import { type Act, foldActs, newestFirst, type Place, placeText, readPlace, type TrailRow } from './rules.ts';

type Ctx = Context<AgentActor>;
type Query = QueryOf<typeof listEndpoint>;

/** More than two acts that set every field: at least one of them is read whole. */
const TRAIL_AT_ONCE = 400;

/** Which rows of the trail are lines of a kind; null where none is. */
const PART_OF: Record<TimelineKind, listing.TrailView['part'] | null> = {
  note: 'notes',
  form: 'forms',
  change: 'fields',
  ...{ mail: null, link: null, money: null, document: null, task: null },
};

/** One page of what happened with a client, in the order of decision 050. */
export async function listClientTimeline(
  ctx: Ctx,
  client_id: number,
  { after: text, kind, limit, q }: Query,
): Promise<ReplyOf<typeof listEndpoint>> {
  const after = text === undefined ? undefined : readPlace(text);
  if (after === null) throw wrongField('after', 'must be the next of a page before');
  await findClient(ctx, client_id);
  const view = { client_id, after, limit: limit + 1 };
  const sought = q?.trim() ? { text: q.trim(), events: eventsSaying(q) } : null;
  const found = await listing.listLines(ctx.db, { ...view, kind, sought });
  const { acts, end } = await actsOf(ctx, { client_id, after, kind, text: q?.trim() ?? '' });
  const placed = [...found.map((line) => ({ ...line, act: null })), ...acts.map((act) => ({ ...act, act }))]
    // What lies behind the last act that was read comes with the next page, among the acts between.
    .filter(({ at }) => end === null || at > end)
    .sort(newestFirst);
  const page = placed.slice(0, limit);
  const last = page.at(-1);
  const isMore = placed.length > limit || end !== null;
  const named = await readerOf(ctx, page);
  return {
    success: true,
    lines: page.map((line) => (line.act ? actLine(line.act, named) : plainLine(line))),
    next: last && isMore ? placeText(last) : null,
  };
}

interface Sought {
  client_id: number;
  after: Place | undefined;
  kind: TimelineKind | undefined;
  text: string;
}

async function actsOf(ctx: Ctx, { kind, text, ...view }: Sought): Promise<ReturnType<typeof foldActs>> {
  const part = kind === undefined ? 'all' : PART_OF[kind];
  if (part === null) return { acts: [], end: null };
  const sought = text === '' ? null : soughtInTrail(text);
  const { rows, isCut } = await rowsOf(ctx, { ...view, sought, part, limit: TRAIL_AT_ONCE });
  const { acts, end } = foldActs(rows, isCut);
  const { after } = view;
  return { acts: after ? acts.filter((act) => newestFirst(after, act) < 0) : acts, end };
}

/** Readable rows, as many as are read at once; of what is sought only those that hold it, however many have to be read. */
async function rowsOf(ctx: Ctx, view: listing.TrailView): Promise<{ rows: TrailRow[]; isCut: boolean }> {
  const parts = { db: ctx.db, cipher: ctx.deps.cipher };
  const rows: TrailRow[] = [];
  for (let before: number | undefined; ; ) {
    const page = { ...view, ...(before === undefined ? {} : { before }) };
    const found = await decryptPersonal(parts, await listing.listTrail(ctx.db, page));
    const opened = await openTrail(parts, found, () => view.client_id);
    rows.push(...opened.filter((row) => holdsSought(row, view.sought)));
    const last = found.at(-1);
    const isCut = last !== undefined && found.length === view.limit;
    if (!isCut || rows.length >= view.limit) return { rows, isCut };
    before = last.id;
  }
}

function holdsSought({ action, field, old_value, new_value }: TrailRow, sought: listing.TrailView['sought']) {
  if (!sought || sought.actions.includes(action) || (field !== null && sought.named.includes(field)))
    return true;
  const text = sought.text.toLowerCase();
  return [old_value, new_value].some((value) =>
    String(value ?? '')
      .toLowerCase()
      .includes(text),
  );
}

function soughtInTrail(text: string) {
  const events = eventsSaying(text);
  const holds = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const isNotes = (name: string) => name === 'notes' || name === 'notes_2';
  const isSaid = (name: string) => events.includes(isNotes(name) ? 'notes_changed' : 'fields_changed');
  return {
    text,
    named: CLIENT_FIELDS.filter(({ name, label }) => holds(label) || isSaid(name)).map(({ name }) => name),
    // What is health or a number of a person is found by its field: no search shows its values.
    plain: CLIENT_FIELDS.filter((field: CatalogueField) => !field.isSealed && saysValues(field.name)).map(
      ({ name }) => name,
    ),
    actions: [
      ...(events.includes('form_deleted') ? ['form_deleted'] : []),
      ...(events.includes('client_created') ? ['created'] : []),
    ],
  };
}

type Reader = Awaited<ReturnType<typeof agentReader>>['named'];

async function readerOf(ctx: Ctx, page: readonly { act: Act | null }[]): Promise<Reader> {
  const rows = page.flatMap(({ act }) => act?.rows ?? []);
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

function plainLine({ act: _, ...line }: listing.FoundLine & { act: null }): TimelineLine {
  return { ...line, at: instantOf(line.at), changes: [] };
}

function actLine({ event, id, at, rows }: Act, named: Reader): TimelineLine {
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
      const is_hidden = !saysValues(field);
      const said = (value: string | number | null) => (is_hidden ? null : named(field, value));
      return [{ field, is_hidden, from: said(old_value), to: said(new_value) }];
    }),
  };
}
