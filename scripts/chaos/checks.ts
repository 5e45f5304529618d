import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createFieldCipher, type FieldCipher } from '../../server/src/platform/secrets/field-cipher.ts';
import type { AgentSession } from './agent-session.ts';
import type { Outside } from './outside.ts';
import { OPERATIONS, type OperationKind, type Recorder, violationOf } from './recorder.ts';

/**
 * Jobs bring payments, signatures, imports and mails to their end; after this time nothing more is waited for. Longer than the
 * lease of four minutes under which a killed server was reading an envelope.
 */
const SETTLE_MS = 300_000;

/** Fields whose changes are counted in the audit log, which has their values encrypted under the clients' keys. */
const CHANGED_FIELDS = { cell: 'occupation', bulk: 'company' } as const;

const isChange = (kind: OperationKind): kind is keyof typeof CHANGED_FIELDS => kind in CHANGED_FIELDS;

async function countChanges(
  client: pg.Client,
  cipher: FieldCipher,
  field: string,
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; sealed: string; wrapped_key: string }>(
    `select e.entity_id as id, e.new_value ->> 'sealed' as sealed, k.wrapped_key
       from audit_events e join client_keys k on k.id = e.entity_id
      where e.entity = 'client' and e.action = 'updated' and e.field = $1 and e.new_value ? 'sealed'`,
    [field],
  );
  const counts = new Map<string, number>();
  for (const { id, sealed, wrapped_key } of rows) {
    const aad = { table: 'clients', row: Number(id), field };
    const mark = String(JSON.parse(cipher.decrypt(sealed, aad, wrapped_key)));
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

function cipherOf({ FIELD_KEYS = '', TOKEN_SECRET = '' }: Checked['environment']): FieldCipher {
  const [id = '', key = ''] = FIELD_KEYS.split(':');
  return createFieldCipher({
    fieldKeys: [{ id, key: Buffer.from(key, 'base64') }],
    tokenSecret: Buffer.from(TOKEN_SECRET, 'base64'),
  });
}

/** For each kind of act the rows that carry these marks: `mark` and how many. */
function countedBy(isOutside: boolean): Record<Exclude<OperationKind, keyof typeof CHANGED_FIELDS>, string> {
  const byName =
    'select client_last_name as mark, count(*) as n from clients where client_last_name = any($1) group by 1';
  return {
    client: byName,
    import: byName,
    upload: 'select file_name as mark, count(*) as n from documents where file_name = any($1) group by 1',
    form: `select id::text as mark, count(*) as n from session_forms
            where id::text = any($1) and category = 'complete' and form_data is not null group by 1`,
    signature: `select session_form_id::text as mark, count(*) as n from documents
                 where is_sealed and session_form_id::text = any($1) group by 1`,
    invoice: 'select title as mark, count(*) as n from invoices where title = any($1) group by 1',
    payment: `select ${isOutside ? 'provider_payment_id' : 'invoice_id::text'} as mark, count(*) as n from transactions
               where kind = 'payment' and ${isOutside ? 'provider_payment_id' : 'invoice_id::text'} = any($1) group by 1`,
    cash: 'select note as mark, count(*) as n from transactions where note = any($1) group by 1',
    task: 'select title as mark, count(*) as n from tasks where title = any($1) group by 1',
    mail: `select session_form_id::text as mark, count(*) as n from mail_messages
            where kind = 'form_link' and session_form_id::text = any($1) and status = 'sent' group by 1`,
  };
}

/** What would be a half of something; each names what it finds. */
const HALVES: Record<string, string> = {
  'an invoice whose sum is not that of its payments': `
    select i.id from invoices i left join transactions t on t.invoice_id = i.id and t.payment_status = 'completed'
     group by i.id having coalesce(i.paid_amount_cents, 0) <>
       coalesce(sum(t.amount) filter (where t.kind = 'payment'), 0) - coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0)`,
  'an invoice that is paid in full and not called so': `
    select id from invoices where paid_amount_cents >= total_cents and status <> 'paid'`,
  'a client without an outline, or the other way round': `
    select coalesce(c.id, o.client_id) as id from clients c full join client_outlines o on o.client_id = c.id
     where c.id is null or o.client_id is null`,
  'counts of clients that are not the number of clients': `
    select d.n as id from (select coalesce(sum(delta), 0) as n from client_count_deltas) d,
      (select count(*) as n from clients) c where d.n <> c.n`,
  'counts of invoices that are not the number of invoices': `
    select d.n as id from (select coalesce(sum(delta), 0) as n from invoice_count_deltas) d,
      (select count(*) as n from invoices) c where d.n <> c.n`,
};

/** The same, once nothing is under way any more. */
const HALVES_AT_REST: Record<string, string> = {
  'a signed form without its document': `
    select id from session_forms where envelope_id is not null and is_completed and signed_document_id is null`,
  'a mail that waits or failed': `select id from mail_messages where status <> 'sent'`,
  'an import under way or failed': `select id from imports where state not in ('uploaded', 'checked', 'done')`,
  'an event that could not be worked off': `select id from provider_events where status not in ('processed', 'ignored', 'done')`,
  'a job that failed for good': `select name || ' ' || coalesce(output::text, '') as id from pgboss.job where state = 'failed'`,
};

/** What the checks need. */
export interface Checked {
  recorder: Recorder;
  url: () => Promise<string>;
  outside: Outside | null;
  /** The portals' settings, with the keys that open what the audit log has encrypted. */
  environment: Readonly<Record<string, string>>;
  /** Reads files as an agent does. */
  reader: AgentSession;
  /** Whether to wait for jobs, and to judge what only they bring about. */
  isSettled: boolean;
  /** Acts up to here had their files read in an earlier round. */
  filesReadTo: number;
}

/** Everything that is wrong, each as a sentence; waits for jobs that may still bring it about. */
export async function findWrongs(checked: Checked): Promise<string[]> {
  const deadline = performance.now() + SETTLE_MS;
  let wrongs = await look(checked);
  while (checked.isSettled && wrongs.length > 0 && performance.now() < deadline) {
    await sleep(500);
    wrongs = await look(checked);
  }
  return [...wrongs, ...(await unreadableFiles(checked))];
}

async function look(checked: Checked): Promise<string[]> {
  const client = new pg.Client({ connectionString: await checked.url() });
  client.on('error', () => {});
  try {
    await client.connect();
    return await wrongsOf(client, checked);
  } catch (error) {
    return [`the database cannot be asked: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    await client.end().catch(() => {});
  }
}

/** What is done by jobs after it was acknowledged. */
const BY_JOBS: OperationKind[] = ['import', 'signature', 'payment', 'mail'];

async function countMarks(client: pg.Client, sql: string, marks: string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ mark: string; n: string }>(sql, [marks]);
  return new Map(rows.map(({ mark, n }) => [mark, Number(n)]));
}

async function wrongsOf(
  client: pg.Client,
  { recorder, outside, isSettled, environment }: Checked,
): Promise<string[]> {
  const wrongs: string[] = [];
  const counted = countedBy(outside !== null);
  const cipher = cipherOf(environment);
  for (const kind of OPERATIONS) {
    const operations = recorder.of(kind);
    if (operations.length === 0) continue;
    const marks = operations.map(({ mark }) => mark);
    const found = isChange(kind)
      ? await countChanges(client, cipher, CHANGED_FIELDS[kind])
      : await countMarks(client, counted[kind], marks);
    for (const operation of operations) {
      const violation = violationOf(operation, found.get(operation.mark) ?? 0);
      if (violation && (isSettled || violation === 'twice' || !BY_JOBS.includes(kind)))
        wrongs.push(
          `${violation}: ${kind} ${operation.mark}, ${found.get(operation.mark) ?? 0} of ${operation.rows}. ${operation.reason ?? ''}`,
        );
    }
  }
  for (const [what, sql] of Object.entries({ ...HALVES, ...(isSettled ? HALVES_AT_REST : {}) })) {
    const { rows } = await client.query<{ id: string }>(sql);
    if (rows.length > 0)
      wrongs.push(
        `${what}: ${rows
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')}`,
      );
  }
  wrongs.push(...(await overwrittenCells(client, recorder)));
  if (outside) {
    wrongs.push(...outside.publishedTwice().map((title) => `published twice at Square: ${title}`));
    wrongs.push(...outside.signedTwice().map((id) => `signed twice at DocuSign: ${id}`));
    if (isSettled && outside.waiting() > 0)
      wrongs.push(`${outside.waiting()} messages of the providers are not taken`);
  }
  return wrongs;
}

/** Each cell holds the last value that was acknowledged, or a later one that nobody answered. */
async function overwrittenCells(client: pg.Client, recorder: Recorder): Promise<string[]> {
  const last = new Map<string, string[]>();
  for (const { facts, mark, state } of recorder.of('cell')) {
    const client = facts.client ?? '';
    if (state === 'acknowledged') last.set(client, [mark]);
    else if (state === 'open') last.set(client, [...(last.get(client) ?? []), mark]);
  }
  const { rows } = await client.query<{ id: string; occupation: string }>(
    'select id::text, occupation from clients where id::text = any($1)',
    [[...last.keys()]],
  );
  return rows
    .filter(({ id, occupation }) => !last.get(id)?.includes(occupation))
    .map(
      ({ id, occupation }) => `cell of client ${id} holds ${occupation}, not ${last.get(id)?.join(' or ')}`,
    );
}

/** Uploaded files come back byte for byte. */
async function unreadableFiles({ recorder, reader, filesReadTo }: Checked): Promise<string[]> {
  const wrongs: string[] = [];
  for (const { kind, state, facts, mark } of recorder.operations.slice(filesReadTo)) {
    if (kind !== 'upload' || state !== 'acknowledged') continue;
    try {
      const path = `/documents/${facts.id}`;
      const { document } = await reader.insist<{ document: Record<string, unknown> }>({
        method: 'GET',
        path,
      });
      const address = Object.values(document).find(
        (value) => typeof value === 'string' && value.includes('/api/files/'),
      );
      const bytes = await reader.bytes(String(address));
      if (createHash('sha256').update(bytes).digest('hex') !== facts.sha256)
        wrongs.push(`the file ${mark} is not what was sent`);
    } catch (error) {
      wrongs.push(
        `the file ${mark} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return wrongs;
}
