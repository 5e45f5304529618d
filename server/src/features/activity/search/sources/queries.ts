import type { SearchKind } from '@ledgerline/contract/search/kinds';
import { AGENTS_NAME } from '#features/forms/submissions/form-name.ts';

/** Every kind but clients, whose names are searched by prefix first. */
export type ItemKind = Exclude<SearchKind, 'client'>;

/** Where rows of one kind come from. $1 is the brokerage's time zone. */
export interface Source {
  /** Its own table alone, which is searched. */
  from: string;
  id: string;
  /** Excludes rows that are deleted or have no screen. */
  where?: string;
  /** The folded words it is found by (decision 088); in a trigram index, unless there are few rows. Never a secret, a note or an answer. */
  searched: string;
  /** Numbers in `searched` are phone numbers, as digits. */
  hasPhones?: true;
  client?: string;
  /** Visitors' forms, which only the forms area shows. */
  isWithoutClient?: string;
  /** A number that may be typed in full. */
  number?: string;
  /** What is shown next to the title. */
  joins?: string;
  title: string;
  person?: string;
  detail?: string;
  day?: string;
  amount?: string;
}

/** A client's name is in their outline: last name, tab, first name. */
export const nameOf = (outline: string): string =>
  `nullif(concat_ws(' ', nullif(split_part(${outline}.sort_name, chr(9), 2), ''), nullif(split_part(${outline}.sort_name, chr(9), 1), '')), '')`;
const outlineOf = (client: string): string => `left join client_outlines o on o.client_id = ${client}`;
const dayOf = (instant: string): string => `(${instant} at time zone $1::text)::date::text`;

export const SOURCES: Record<ItemKind, Source> = {
  submission: {
    from: 'from session_forms f',
    id: 'f.id',
    searched: 'f.search_text',
    hasPhones: true,
    client: 'f.client_id',
    isWithoutClient: 'f.client_id is null',
    joins: outlineOf('f.client_id'),
    title: AGENTS_NAME,
    person: `coalesce(${nameOf('o')}, nullif(concat_ws(' ', nullif(f.first_name, ''), nullif(f.last_name, '')), ''))`,
    day: dayOf('f.updated_at'),
  },
  session: {
    from: 'from sessions n',
    id: 'n.id',
    where: 'not n.is_deleted',
    searched: 'fold_text(n.session_type)',
    client: 'n.client_id',
    joins: outlineOf('n.client_id'),
    title: 'n.session_type',
    person: nameOf('o'),
    day: dayOf('n.created_at'),
  },
  invoice: {
    from: 'from invoices i',
    id: 'i.id',
    searched: 'i.search_text',
    client: 'i.customer_id',
    number: 'i.external_ref',
    title: 'i.title',
    person: `coalesce(nullif(i.full_name, ''), nullif(i.email, ''))`,
    detail: 'i.external_ref',
    amount: 'i.total_cents',
  },
  document: {
    from: 'from documents d',
    id: 'd.id',
    where: 'd.client_id is not null',
    searched: 'fold_text(d.file_name)',
    client: 'd.client_id',
    joins: outlineOf('d.client_id'),
    title: 'd.file_name',
    person: nameOf('o'),
    day: dayOf('d.uploaded_at'),
  },
  // Some hundreds at most: read without an index.
  template: {
    from: 'from global_forms g',
    id: 'g.id',
    where: 'g.archived_at is null',
    searched: `fold_text(g.form_name_agent || ' ' || g.form_name_client)`,
    joins: 'left join form_folders p on p.id = g.folder_id',
    title: 'g.form_name_agent',
    person: 'p.label',
    detail: 'g.type',
  },
  task: {
    from: 'from tasks t',
    id: 't.id',
    where: 't.done_at is null',
    searched: 'fold_text(t.title)',
    client: 't.client_id',
    joins: outlineOf('t.client_id'),
    title: 't.title',
    person: nameOf('o'),
    detail: `nullif(t.due_time, '')`,
    day: 't.due_day::text',
  },
};
