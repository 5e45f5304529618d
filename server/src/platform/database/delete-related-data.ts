import type { Context } from '../context.ts';
import { findUnreferenced } from '../storage/file-columns.ts';
import { removeAfterCommit } from '../storage/store-file.ts';
import type { Database } from './database.ts';
import { withAccessScope } from './work.ts';

/** Replaces the file name of an import that has no clients left. */
const NAME_REMOVED = '(name removed)';
const FINDING = JSON.stringify([
  { level: 'warning', field: null, message: 'The client of this row was permanently deleted' },
]);

/**
 * Unprocessed rows about the clients in imports that are not completed, and duplicates of those rows: they lose their cells and are skipped. A
 * row that creates another client stays, whatever it shares with a deleted one.
 */
const WAITING_ROWS = `
  with recursive waiting as (
    select r.id, r.import_id, r.row_number, r.matches, r.match_id, r.match_row
      from imports i join import_rows r on r.import_id = i.id
     where i.state in ('checking', 'checked', 'running', 'failed')
       and r.cells is not null and r.outcome is null and r.is_data and r.plan <> 'created'),
  gone as (
    select w.id, w.import_id, w.row_number from waiting w
     where w.match_id = any($1::bigint[])
        or exists (select from jsonb_array_elements(w.matches) m where (m ->> 'client_id')::bigint = any($1))
    union
    select w.id, w.import_id, w.row_number from gone g join waiting w on w.import_id = g.import_id
     where w.match_row = g.row_number
        or exists (select from jsonb_array_elements(w.matches) m where (m ->> 'row_number')::int = g.row_number))
  update import_rows r
     set cells = null, outcome = 'skipped', findings = '${FINDING}', matches = '[]', match_id = null, match_row = null,
         to_confirm = '[]', confirmed = false
    from gone where r.id = gone.id`;

/** Names of imports whose clients were all deleted, and of their notifications; `among` selects the imports. */
const nameless = (among: string) => `
  with nameless as (
    update imports i
       set file_name = '${NAME_REMOVED}',
           sheets = (select coalesce(jsonb_agg(s || '{"name": ""}'), '[]') from jsonb_array_elements(i.sheets) s)
     where i.state in ('done', 'reverted') and i.id in (${among})
       and exists (select from import_rows r where r.import_id = i.id and r.client_id is not null)
       and not exists (select from import_rows r where r.import_id = i.id
                          and exists (select from clients c where c.id = r.client_id))
    returning id)
  update agent_notices n set about = '${NAME_REMOVED}' from nameless where n.import_id = nameless.id`;

const NAMES_OF_IMPORTS = nameless('select import_id from import_rows where client_id = any($1::bigint[])');

/**
 * What the built-in e-signature provider stored about documents whose forms are deleted; a finished document that another client
 * has by now keeps its envelope. Its keys end with the id of the client.
 */
const ENVELOPES = `
  delete from esign_envelopes e
   where split_part(e.idempotency_key, ':', 1) = 'session_form'
     and split_part(e.idempotency_key, ':', 3) = any(($1::bigint[])::text[])
     and not exists (select from session_forms f where f.envelope_id = e.envelope_id)
     and not exists (select from documents d where d.storage_key = e.sealed_key)
  returning template_key, sealed_key`;

/** What the built-in payment provider stored about invoices that were never paid; one with a payment is never deleted. */
const PAY_PAGES = `
  with pages as (
    delete from pay_invoices p using pay_customers c
     where c.customer_id = p.customer_id and c.reference = any(($1::bigint[])::text[])
       and not exists (select from pay_payments y where y.invoice_row = p.id)
       and not exists (select from invoice_publications u where u.provider_invoice_id = p.invoice_id)
    returning p.id)
  delete from pay_customers c
   where c.reference = any(($1::bigint[])::text[])
     and not exists (select from pay_invoices p where p.customer_id = c.customer_id and p.id not in (select id from pages))`;

/** What is stored about envelopes at DocuSign: signers of open ones, and selected options. Later events about them are ignored. */
const DOCUSIGN_ENVELOPES = `
  delete from docusign_envelopes e
   where split_part(e.idempotency_key, ':', 1) = 'session_form'
     and split_part(e.idempotency_key, ':', 3) = any(($1::bigint[])::text[])
     and not exists (select from session_forms f where f.envelope_id = e.envelope_id)`;

/** All data outside a client's own rows that is deleted with the client; `$1` are the clients' ids. */
export const RELATED_DATA_STATEMENTS: readonly string[] = [
  ...[WAITING_ROWS, NAMES_OF_IMPORTS, PAY_PAGES, ENVELOPES, DOCUSIGN_ENVELOPES],
];

/**
 * Deletes this data in the caller's transaction, after the clients, and its files after the commit. Ignores the caller's access
 * scope: an import or envelope of another agent must be found, and an invisible form is not a deleted one.
 */
export function deleteRelatedData(ctx: Context, ids: readonly number[]): Promise<void> {
  return withAccessScope(undefined, () => deleteRelatedRows(ctx, ids));
}

async function deleteRelatedRows(ctx: Context, ids: readonly number[]): Promise<void> {
  const keys: string[] = [];
  for (const statement of RELATED_DATA_STATEMENTS) {
    const rows = await ctx.db.query<{ template_key?: string; sealed_key?: string | null }>(statement, [ids]);
    keys.push(
      ...rows.flatMap(({ template_key, sealed_key }) => [template_key ?? [], sealed_key ?? []].flat()),
    );
  }
  if (keys.length > 0) await removeAfterCommit(ctx, await findUnreferenced(ctx.db, keys));
}

/** Removes the names of an import that has just ended, if none of its clients is left after its run or undo. */
export async function removeNamesOfImport(db: Database, importId: number): Promise<void> {
  await withAccessScope(undefined, () => db.query(nameless('select $1::bigint'), [importId]));
}
