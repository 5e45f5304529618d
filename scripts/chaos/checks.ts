import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createFieldCipher, type FieldCipher } from '../../server/src/platform/secrets/field-cipher.ts';
import type { AgentSession } from './agent-session.ts';
import type { Providers } from './providers.ts';
import { OPERATIONS, type OperationKind, type Recorder, violationOf } from './recorder.ts';

/**
 * The time limit for jobs that complete payments, signatures, imports and emails. Longer than the four-minute lease of a
 * killed server that was reading an envelope.
 */
const SETTLE_MS = 300_000;

/** Fields whose changes are counted in the audit log, where their values are encrypted with the clients' keys. */
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

/** For each kind of operation, SQL that counts the rows with each mark. */
function countedBy(isExternal: boolean): Record<Exclude<OperationKind, keyof typeof CHANGED_FIELDS>, string> {
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
    payment: `select ${isExternal ? 'provider_payment_id' : 'invoice_id::text'} as mark, count(*) as n from transactions
               where kind = 'payment' and ${isExternal ? 'provider_payment_id' : 'invoice_id::text'} = any($1) group by 1`,
    cash: 'select note as mark, count(*) as n from transactions where note = any($1) group by 1',
    task: 'select title as mark, count(*) as n from tasks where title = any($1) group by 1',
    email: `select session_form_id::text as mark, count(*) as n from mail_messages
            where kind = 'form_link' and session_form_id::text = any($1) and status = 'sent' group by 1`,
  };
}

/** Inconsistencies that must never exist, with the SQL that finds them. */
const INCONSISTENCIES: Record<string, string> = {
  'an invoice whose paid amount differs from its payments': `
    select i.id from invoices i left join transactions t on t.invoice_id = i.id and t.payment_status = 'completed'
     group by i.id having coalesce(i.paid_amount_cents, 0) <>
       coalesce(sum(t.amount) filter (where t.kind = 'payment'), 0) - coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0)`,
  'a fully paid invoice without the status paid': `
    select id from invoices where paid_amount_cents >= total_cents and status <> 'paid'`,
  'a client without an outline, or an outline without a client': `
    select coalesce(c.id, o.client_id) as id from clients c full join client_outlines o on o.client_id = c.id
     where c.id is null or o.client_id is null`,
  'a client count that differs from the number of clients': `
    select d.n as id from (select coalesce(sum(delta), 0) as n from client_count_deltas) d,
      (select count(*) as n from clients) c where d.n <> c.n`,
  'an invoice count that differs from the number of invoices': `
    select d.n as id from (select coalesce(sum(delta), 0) as n from invoice_count_deltas) d,
      (select count(*) as n from invoices) c where d.n <> c.n`,
};

/** Unfinished work that must not exist once all jobs are done. */
const UNFINISHED: Record<string, string> = {
  'a signed form without its document': `
    select id from session_forms where envelope_id is not null and is_completed and signed_document_id is null`,
  'an email that is waiting or failed': `select id from mail_messages where status <> 'sent'`,
  'an import that is in progress or failed': `select id from imports where state not in ('uploaded', 'checked', 'done')`,
  'a provider event that was not processed': `select id from provider_events where status not in ('processed', 'ignored', 'done')`,
  'a permanently failed job': `select name || ' ' || coalesce(output::text, '') as id from pgboss.job where state = 'failed'`,
};

/** Input of the checks. */
export interface Checked {
  recorder: Recorder;
  url: () => Promise<string>;
  providers: Providers | null;
  /** The portals' settings, with the keys that decrypt the audit log's encrypted values. */
  environment: Readonly<Record<string, string>>;
  /** Downloads files as an agent. */
  reader: AgentSession;
  /** Whether to wait for jobs and check their results too. */
  isSettled: boolean;
  /** The number of operations whose files were checked in earlier rounds. */
  filesReadTo: number;
}

/** All violations, as messages. With `isSettled`, waits for jobs that may still resolve them. */
export async function findViolations(checked: Checked): Promise<string[]> {
  const deadline = performance.now() + SETTLE_MS;
  let violations = await runChecks(checked);
  while (checked.isSettled && violations.length > 0 && performance.now() < deadline) {
    await sleep(500);
    violations = await runChecks(checked);
  }
  return [...violations, ...(await unreadableFiles(checked))];
}

async function runChecks(checked: Checked): Promise<string[]> {
  const client = new pg.Client({ connectionString: await checked.url() });
  client.on('error', () => {});
  try {
    await client.connect();
    return await violationsIn(client, checked);
  } catch (error) {
    return [`the database cannot be queried: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Operations that jobs complete after the acknowledgment. */
const BY_JOBS: OperationKind[] = ['import', 'signature', 'payment', 'email'];

async function countMarks(client: pg.Client, sql: string, marks: string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ mark: string; n: string }>(sql, [marks]);
  return new Map(rows.map(({ mark, n }) => [mark, Number(n)]));
}

async function violationsIn(
  client: pg.Client,
  { recorder, providers, isSettled, environment }: Checked,
): Promise<string[]> {
  const violations: string[] = [];
  const counted = countedBy(providers !== null);
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
      if (violation && (isSettled || violation === 'duplicated' || !BY_JOBS.includes(kind)))
        violations.push(
          `${violation}: ${kind} ${operation.mark}, ${found.get(operation.mark) ?? 0} of ${operation.rows}. ${operation.reason ?? ''}`,
        );
    }
  }
  for (const [what, sql] of Object.entries({ ...INCONSISTENCIES, ...(isSettled ? UNFINISHED : {}) })) {
    const { rows } = await client.query<{ id: string }>(sql);
    if (rows.length > 0)
      violations.push(
        `${what}: ${rows
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')}`,
      );
  }
  violations.push(...(await overwrittenCells(client, recorder)));
  if (providers) {
    violations.push(...providers.publishedTwice().map((title) => `published twice at Square: ${title}`));
    violations.push(...providers.signedTwice().map((id) => `signed twice at DocuSign: ${id}`));
    if (isSettled && providers.waiting() > 0)
      violations.push(`${providers.waiting()} messages of the providers were not accepted`);
  }
  return violations;
}

/** Each cell must contain the last acknowledged value, or a later one whose request got no response. */
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
      ({ id, occupation }) =>
        `cell of client ${id} contains ${occupation}, not ${last.get(id)?.join(' or ')}`,
    );
}

/** Downloaded files must equal the uploaded ones byte for byte. */
async function unreadableFiles({ recorder, reader, filesReadTo }: Checked): Promise<string[]> {
  const violations: string[] = [];
  for (const { kind, state, facts, mark } of recorder.operations.slice(filesReadTo)) {
    if (kind !== 'upload' || state !== 'acknowledged') continue;
    try {
      const path = `/documents/${facts.id}`;
      const { document } = await reader.request<{ document: Record<string, unknown> }>({
        method: 'GET',
        path,
      });
      const address = Object.values(document).find(
        (value) => typeof value === 'string' && value.includes('/api/files/'),
      );
      const bytes = await reader.download(String(address));
      if (createHash('sha256').update(bytes).digest('hex') !== facts.sha256)
        violations.push(`the file ${mark} differs from the upload`);
    } catch (error) {
      violations.push(
        `the file ${mark} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return violations;
}
