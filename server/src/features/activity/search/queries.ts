import type { Database } from '#platform/database/database.ts';
import { type Patterns, type Range, type SearchTerms, WORD_ENDS } from './rules.ts';
import { type ItemKind, nameOf, SOURCES, type Source } from './sources/queries.ts';

/** How many of the newest rows are scanned first: frequent matches are found among them. */
const NEWEST = 200;
/** The maximum number of index matches that are read, of which the newest count. */
const MAX_READ = 1000;

export interface FoundClient {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** A statement under construction: its text refers to its values by number. */
class Values {
  readonly all: unknown[];

  constructor(...first: unknown[]) {
    this.all = first;
  }

  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

const CLIENT = `o.client_id as id, ${nameOf('o')} as name, o.primary_email as email, o.primary_phone as phone`;
const FIRST_LAST = `(split_part(sort_name, chr(9), 2) || ' ' || split_part(sort_name, chr(9), 1))`;

/** Rows whose column starts with a text, in index order: the first `limit`, numbered from 1. */
function beginning(column: string, { from, to }: Range, values: Values, limit: string): string {
  return `select client_id, row_number() over () as position
            from (select client_id from client_outlines
                   where ${column} >= ${values.add(from)} collate "ledger_order"
                     and ${column} < ${values.add(to)} collate "ledger_order"
                   order by ${column} collate "ledger_order", client_id limit ${limit}) begun`;
}

/**
 * Clients whose first name, last name or email starts with the text, interleaved; if these are fewer than `most`, also those that contain
 * its words anywhere, as in the client list.
 */
export function findClients(db: Database, requested: SearchTerms, most: number): Promise<FoundClient[]> {
  const values = new Values();
  const limit = values.add(most);
  const prefixMatches = [
    ...requested.lastNames.map((range) => beginning('sort_name', range, values, limit)),
    beginning(FIRST_LAST, requested.beginning, values, limit),
    `select client_id, position + ${most} from (${beginning('primary_email', requested.beginning, values, limit)}) emails`,
  ];
  const { patterns, isShort } = requested.phones;
  const terms = isShort ? [] : patterns;
  const condition =
    terms.map((pattern) => `search_text like ${values.add(pattern)}`).join(' and ') || 'false';
  return db.query(
    `with begun as materialized (
       select client_id, min(position) as position from (${prefixMatches.join(' union all ')}) each group by client_id),
     matches as materialized (select client_id from client_outlines where ${condition}),
     others as (
       select client_id, ${3 * most} as position from matches
        where (select count(*) from begun) < ${limit} and client_id not in (select client_id from begun) limit ${limit})
     select ${CLIENT} from (select * from begun union all select * from others) found
       join client_outlines o using (client_id)
      order by position, o.sort_name collate "ledger_order", o.client_id limit ${limit}`,
    values.all,
  );
}

export interface FoundItem {
  id: number;
  title: string;
  person: string | null;
  detail: string | null;
  day: string | null;
  amount_cents: number | null;
  client_id: number | null;
}

/** What the statements need to know about the search besides its text. */
export interface View {
  time_zone: string;
  /** Also visitors' forms, which belong to no client. */
  withVisitors: boolean;
}

function columnsOf({ id, title, person, detail, day, amount, client }: Source): string {
  return `${id} as id, ${title} as title, ${person ?? 'null'} as person, ${detail ?? 'null'} as detail,
          ${day ?? 'null'} as day, (${amount ?? 'null'})::bigint as amount_cents, (${client ?? 'null'})::bigint as client_id`;
}

function shownOf({ where = 'true', isWithoutClient }: Source, { withVisitors }: View): string {
  return isWithoutClient && !withVisitors ? `${where} and not (${isWithoutClient})` : where;
}

function matching(column: string, { patterns, isShort }: Patterns, values: Values): string {
  if (patterns.length === 0) return 'false';
  const blanks = ' '.repeat(WORD_ENDS.length + 1);
  const text = isShort ? `(' ' || translate(${column}, '${WORD_ENDS}' || chr(31), '${blanks}'))` : column;
  return patterns.map((pattern) => `${text} like ${values.add(pattern)}`).join(' and ');
}

/**
 * Rows of one kind, newest first: those that contain the words, and those of the given clients. The newest are scanned; only if they do not
 * fill the section is the trigram index used, which does not help for a short text. Unprepared, so that the planner sees the words. The
 * `materialized` part is planned as if it were read completely, so by its index, but is read only as far as needed.
 */
export function findItems(
  db: Database,
  kind: ItemKind,
  requested: SearchTerms,
  view: View & { clients: readonly number[]; most: number },
): Promise<FoundItem[]> {
  const source = SOURCES[kind];
  const { from, id, searched, number, client, joins = '' } = source;
  const values = new Values(view.time_zone);
  const limit = values.add(view.most);
  const shown = shownOf(source, view);
  const patterns = source.hasPhones ? requested.phones : requested.words;
  const newest = `select ${id} as id, ${searched} as searched ${from} where ${shown} order by ${id} desc limit ${NEWEST}`;
  const ways = [
    'select id from recent',
    patterns.isShort || patterns.patterns.length === 0
      ? null
      : `select id from (select id from matches limit ${MAX_READ}) read where (select count(*) from recent) < ${limit}`,
    client && view.clients.length > 0
      ? `(select ${id} ${from} where ${shown} and ${client} = any(${values.add(view.clients)}::bigint[]) order by ${id} desc limit ${limit})`
      : null,
  ].filter((way) => way !== null);
  const exact = number ? `${number} = any(${values.add(requested.invoiceNumbers)}::text[])` : 'false';
  return db.query(
    `with recent as materialized (
       select id from (${newest}) newest where ${matching('searched', patterns, values)} limit ${limit}),
     matches as materialized (select ${id} as id ${from} where ${shown} and ${matching(searched, patterns, values)}),
     found as materialized (
       (select id, 1 as position from (${ways.join(' union ')}) each order by id desc limit ${limit})
       ${number ? `union all (select ${id}, 0 ${from} where ${exact})` : ''})
     select ${columnsOf(source)} ${from} join (select id, min(position) as position from found group by id) named on named.id = ${id}
       ${joins} where $1::text is not null order by named.position, ${id} desc limit ${limit}`,
    values.all,
  );
}

/** The same rows by their ids. */
export function listItemsById(
  db: Database,
  kind: ItemKind,
  ids: readonly number[],
  view: View,
): Promise<FoundItem[]> {
  const source = SOURCES[kind];
  return db.query(
    `select ${columnsOf(source)} ${source.from} ${source.joins ?? ''}
      where $1::text is not null and ${source.id} = any($2::bigint[]) and ${shownOf(source, view)}`,
    [view.time_zone, ids],
  );
}

export function listClientsById(db: Database, ids: readonly number[]): Promise<FoundClient[]> {
  return db.query(`select ${CLIENT} from client_outlines o where o.client_id = any($1::bigint[])`, [ids]);
}
