import type { TimelineKind } from '@ledgerline/contract/rules';
import type { TimelineLine } from '@ledgerline/contract/timeline/endpoints';
import type { AuditValue } from '#features/records/clients/encryption/audit-values.ts';
import type { Database } from '#platform/database/database.ts';
import type { AuditRow, TimelineCursor } from './rules.ts';
import { LINKS, SOURCES, type Source } from './sources/queries.ts';

/** An item as read from its table. */
export type FoundItem = Omit<TimelineLine, 'changes'>;

export interface TimelineView {
  client_id: number;
  kind: TimelineKind | undefined;
  /** The search: a text, and the events whose label contains it. */
  search: { text: string; events: string[] } | null;
  after: TimelineCursor | undefined;
  limit: number;
}

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/** A timestamp as text, to the microsecond, so that texts sort by time. */
const momentOf = (at: string): string => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

function columnsOf(source: Source): string {
  const { actor = 'null', agent = 'null::bigint', detail = `''`, outcome = 'null' } = source;
  const { amount = 'null', session = 'null', submission = 'null', invoice = 'null' } = source;
  const { document = 'null', follow_up = 'null' } = source;
  return `${source.at} as moment, ${source.event} as event, ${source.id} as id, ${source.title} as title,
          ${detail} as detail, ${actor}::text as actor, ${agent} as agent_id, ${amount}::bigint as amount_cents,
          ${session}::bigint as session_id, ${submission}::bigint as submission_id, ${invoice}::bigint as invoice_id,
          ${document}::bigint as document_id, ${outcome}::text as outcome, ${follow_up}::text as follow_up_on`;
}

/** The newest items of each table after a cursor, merged, newest first. Each is visible exactly when its client is. */
export const listItems = (db: Database, view: TimelineView) => listFrom(db, SOURCES, view);

/** The same of the links. A link may refer to a form or a session that has another client, so it needs the view. */
export const listLinks = (db: Database, view: TimelineView) => listFrom(db, [LINKS], view);

async function listFrom(db: Database, from: readonly Source[], view: TimelineView): Promise<FoundItem[]> {
  const sources = from.filter(({ kind }) => view.kind === undefined || kind === view.kind);
  if (sources.length === 0) return [];
  const { after, search } = view;
  const values = [
    view.client_id,
    after?.at ?? null,
    after?.event ?? '',
    after?.id ?? 0,
    search && likePattern(search.text),
    search?.events ?? [],
    view.limit,
  ];
  const parts = sources.map((source) => {
    const { at, event, id, title, detail = `''`, where = 'true' } = source;
    // The index uses only the bound on the timestamp; the rest of the condition distinguishes rows with the same timestamp.
    return `(select ${columnsOf(source)} ${source.from}
              where ${where} and (${event}) is not null and ($2::timestamptz is null or ${at} <= $2::timestamptz)
                and ($2::timestamptz is null or (${at}, (${event}) collate "C", ${id}) < ($2::timestamptz, $3::text collate "C", $4::bigint))
                and ($5::text is null or ${title} ilike $5 or ${detail} ilike $5 or (${event}) = any($6::text[]))
              order by ${at} desc, (${event}) collate "C" desc, ${id} desc limit $7::int)`;
  });
  return db.query<FoundItem>(
    `select l.event, l.id, ${momentOf('l.moment')} as at, l.title, l.detail, l.agent_id, l.amount_cents, l.session_id,
            l.submission_id, l.invoice_id, l.document_id, l.outcome, l.follow_up_on,
            coalesce(l.actor, nullif(concat_ws(' ', nullif(a.first_name, ''), nullif(a.last_name, '')), ''), a.username) as actor
       from (${parts.join(' union all ')}) l left join agents a on a.id = l.agent_id
      order by l.moment desc, l.event collate "C" desc, l.id desc limit $7::int`,
    values,
  );
}

/** Which audit log rows of a client are requested. */
export interface AuditView {
  client_id: number;
  after: TimelineCursor | undefined;
  /** Fields whose values are hidden or too long are matched by name only. */
  search: { text: string; named: string[]; plain: string[]; actions: string[] } | null;
  /** Which changes: of the rich notes, of deleted forms, of the other fields, or all. */
  part: 'notes' | 'forms' | 'fields' | 'all';
  limit: number;
  /** Only rows with lower ids. */
  before?: number;
}

const PARTS: Record<AuditView['part'], string> = {
  notes: `field in ('notes', 'notes_2')`,
  forms: `action = 'form_deleted'`,
  fields: `action <> 'form_deleted' and (field is null or field not in ('notes', 'notes_2'))`,
  all: 'true',
};

/** A row whose values may be encrypted. */
type StoredAuditRow = Omit<AuditRow, 'old_value' | 'new_value'> & {
  entity: string;
  entity_id: number;
  old_value: AuditValue;
  new_value: AuditValue;
};

/**
 * Changes to a client and to those merged into it, newest first; the rows of one client are written sequentially. Values are encrypted, so the caller searches them
 * after decryption.
 */
export function listAuditRows(db: Database, view: AuditView): Promise<StoredAuditRow[]> {
  const { search } = view;
  return db.query<StoredAuditRow>(
    `select id, entity, entity_id, ${momentOf('at')} as at, actor_name as actor, action, field, old_value, new_value, request_id
       from audit_events
      where entity = 'client' and entity_id in (select $1::bigint union select m.id from merged_clients m where m.into_id = $1)
        and action not in ('revealed', 'mailed', 'deleted', 'merged_into') and ${PARTS[view.part]}
        and ($2::timestamptz is null or at <= $2::timestamptz)
        and ($3::text is null or field = any($4::text[]) or action = any($5::text[])
             or action = 'form_deleted' or field = any($6::text[]))
        and ($8::bigint is null or id < $8)
      order by id desc limit $7::int`,
    [
      view.client_id,
      view.after?.at ?? null,
      search?.text ?? null,
      search?.named ?? [],
      search?.actions ?? [],
      search?.plain ?? [],
      view.limit,
      view.before ?? null,
    ],
  );
}
