import { getTableColumns } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import type { SubmissionRow } from './repository.ts';
import { sessionForms } from './schema.ts';

/** A submission as lists and the detail need it: its client's name and its newest living link beside it. */
export interface ListedSubmission extends Omit<SubmissionRow, 'form_data'> {
  has_form_data: boolean;
  client_first_name: string | null;
  client_last_name: string | null;
  client_email: string | null;
  client_phone: string | null;
  client_dob: string | null;
  link_key: string | null;
  access_token_expires_at: Date | null;
  access_type: string | null;
}

/** The ciphertext of the answers never travels with a list. */
const COLUMNS = Object.values(getTableColumns(sessionForms))
  .map(({ name }) => name)
  .filter((name) => name !== 'form_data')
  .map((name) => `s."${name}"`)
  .join(', ');

const SELECT = `
  select ${COLUMNS}, s.form_data is not null as has_form_data,
         c.client_first_name, c.client_last_name, c.primary_email as client_email, c.primary_phone as client_phone,
         c.dob as client_dob, l.key as link_key, l.access_token_expires_at, l.access_type
    from session_forms s
    left join clients c on c.id = s.client_id
    left join lateral (
      select key, access_token_expires_at, access_type from secure_links
       where session_form_id = s.id and revoked_at is null order by id desc limit 1) l on true`;

const MAX_ROWS = 1000;

export async function findListed(db: Database, id: number): Promise<ListedSubmission | undefined> {
  const [row] = await db.query<ListedSubmission>(`${SELECT} where s.id = $1`, [id]);
  return row;
}

export function listOfClient(db: Database, clientId: number): Promise<ListedSubmission[]> {
  return db.query(`${SELECT} where s.client_id = $1 order by s.id desc limit ${MAX_ROWS}`, [clientId]);
}

export function listOfTemplate(db: Database, formId: number): Promise<ListedSubmission[]> {
  return db.query(`${SELECT} where s.form_id = $1 order by s.id desc limit ${MAX_ROWS}`, [formId]);
}

export function listOfSession(db: Database, sessionId: number): Promise<ListedSubmission[]> {
  return db.query(`${SELECT} where s.session_id = $1 order by s.order_index, s.id limit ${MAX_ROWS}`, [
    sessionId,
  ]);
}
