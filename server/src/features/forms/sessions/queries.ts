import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import type { SessionRow } from './repository.ts';
import type { SessionForm } from './rules.ts';

export interface ListedSession extends Omit<SessionRow, 'passcode_hash' | 'created_by'> {
  has_passcode: boolean;
  created_by: string | null;
  client_first_name: string | null;
  client_last_name: string | null;
  /** In their order. */
  forms: (SessionForm & { id: number; title: string; type: string; is_voided: boolean })[];
}

/** Sessions with the flags and prices of their forms, in one query for any number of sessions. */
const SELECT = `
  select n.id, n.client_id, n.session_type, n.client_title, n.notes, n.client_last_viewed_at, n.payment_received_at, n.is_deleted,
         n.deleted_at, n.created_at, n.updated_at, n.passcode_hash is not null as has_passcode,
         a.first_name || ' ' || a.last_name as created_by, c.client_first_name, c.client_last_name,
         coalesce(f.forms, '[]') as forms
    from sessions n
    join clients c on c.id = n.client_id
    left join agents a on a.id = n.created_by
    left join lateral (
      select json_agg(json_build_object(
               'id', s.id, 'title', s.title, 'type', s.type, 'global_form_type', s.global_form_type, 'status', s.status, 'envelope_id', s.envelope_id,
               'is_voided', s.is_voided, 'voided_at', s.voided_at, 'is_completed', s.is_completed,
               'signed_at', s.signed_at, 'pending_advisor_signature', s.pending_advisor_signature,
               'pending_client_signature', s.pending_client_signature,
               'has_advisor_signature', s.has_advisor_signature, 'has_client_signature', s.has_client_signature,
               'advisor_signed_at', s.advisor_signed_at, 'client_signed_at', s.client_signed_at,
               'base_form_total', s.base_form_total, 'selected_items_total', s.selected_items_total,
               'final_form_total', s.final_form_total, 'include_sales_tax', s.include_sales_tax)
               order by s.order_index, s.id) as forms
        from session_forms s where s.session_id = n.id) f on true
   where not n.is_deleted`;

/** A client's sessions, newest first. */
export function listOfClient(db: Database, clientId: number): Promise<ListedSession[]> {
  return db.query(`${SELECT} and n.client_id = $1 order by n.created_at desc, n.id desc`, [clientId]);
}

export function findListed(db: Database, id: number): Promise<ListedSession | undefined> {
  return first(db.query<ListedSession>(`${SELECT} and n.id = $1`, [id]));
}
