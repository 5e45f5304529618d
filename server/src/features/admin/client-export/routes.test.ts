import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { editClients } from '#features/records/clients/edits/edit-clients.ts';
import { catalogInput } from '#features/records/clients/rules.ts';
import { ENCRYPTED_COLUMNS } from '#platform/secrets/encrypted-columns.ts';
import { createStorage } from '#providers/providers.ts';
import { buildClient, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';
import { rowsOf } from './queries.ts';
import { EXPORTED_TABLES } from './tables/queries.ts';

const t = useTestApp({ REVEALS_PER_DAY: '40' });
const db = () => t.current.deps.database;

const SECRETS = {
  ssn: '123-45-6789',
  account_number: '000123456789',
  cvc: '987',
} as const;

async function requestExport(token: string, id: number, secrets?: 'masked' | 'clear') {
  return t.current.app.inject({
    method: 'POST',
    url: `/api/clients/${id}/export`,
    headers: { authorization: `Bearer ${token}` },
    payload: secrets ? { secrets } : {},
  });
}

/** The archive as an archive reader sees it. */
async function opened(token: string, id: number, secrets?: 'masked' | 'clear') {
  const answer = await requestExport(token, id, secrets);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(answer.rawPayload, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    entries.set(entry.fileName, Buffer.concat(await stream.toArray()));
  }
  const data = JSON.parse(entries.get('data.json')?.toString() ?? '');
  return { answer, entries, data, text: entries.get('data.json')?.toString() ?? '' };
}

type Agent = Awaited<ReturnType<typeof signInAs>>;

async function upload(token: Agent, clientId: number, name: string, content: Buffer) {
  await token.call(uploadDocuments, { params: { clientId }, ...uploadInput([{ name, content }], {}) });
}

/** A web form with a secret among its answers, which are encrypted. */
async function submitForm(client_id: number, session_id: number): Promise<void> {
  const form = await buildSubmission(t.current, { client_id, session_id, form_link_id: 'personal-info' });
  const answers = { personalInfo: { firstName: 'Rosa', ssn: SECRETS.ssn } };
  const aad = { table: 'session_forms', row: form.id, field: 'form_data' };
  await db().query('update session_forms set form_data = $1 where id = $2', [
    t.current.deps.cipher.encrypt(JSON.stringify(answers), aad),
    form.id,
  ]);
}

/** A client with one of everything, and another one whose data must not be included. */
async function world() {
  const manager = await signInAs(t.current, { has_all_staff_access: true });
  const id = await buildClient(t.current, {
    client_first_name: 'Rosa',
    client_last_name: 'Marín',
    notes: '<p>Likes &amp; dislikes</p>',
    ...SECRETS,
  });
  const other = await buildClient(t.current, { client_first_name: 'Otherclient', ssn: '555-44-3333' });
  for (const client_id of [id, other]) {
    const session = await buildSession(t.current, { client_id });
    await submitForm(client_id, session.id);
    await buildInvoice(t.current, { customer_id: client_id });
    await upload(manager, client_id, client_id === id ? 'policy.pdf' : 'not-hers.pdf', buildPdf());
  }
  return { manager, id, other };
}

describe('an export of all data of a client', () => {
  it('is an archive with the record, every row, a readable page and the files, and nothing of anyone else', async () => {
    const { manager, id } = await world();
    const { answer, entries, data, text } = await opened(manager.token, id);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="client-${id}-2026-11-20.zip"`);
    expect([data.format, data.version, data.secrets, data.client.client_first_name]).toEqual([
      'ledgerline-client-export',
      1,
      'masked',
      'Rosa',
    ]);
    expect(Object.keys(data.tables)).toEqual(EXPORTED_TABLES.map(({ table }) => table));
    for (const table of ['sessions', 'session_forms', 'invoices', 'documents', 'audit_events'])
      expect([table, data.tables[table].length > 0]).toEqual([table, true]);
    expect(data.answers).toHaveLength(1);
    const [file] = data.files;
    expect([data.files.length, file.name, file.state, file.size]).toEqual([
      1,
      'policy.pdf',
      'included',
      buildPdf().length,
    ]);
    expect(entries.get(file.path)?.equals(buildPdf())).toBe(true);
    expect(text).not.toMatch(/Otherclient|not-hers|555-44/);
    const pdf = await PDF.load(entries.get('summary.pdf') ?? Buffer.alloc(0));
    const content = pdf
      .extractText()
      .map((page) => page.text)
      .join('\n');
    expect(content).toContain('Rosa Marín');
    expect(content).toContain('Likes & dislikes');
    expect(content).toContain('policy.pdf');
  });

  it('has secrets masked, and in clear text only on request: each is a reveal', async () => {
    const { manager, id } = await world();
    const masked = await opened(manager.token, id);
    for (const value of Object.values(SECRETS))
      expect([value, masked.text.includes(value)]).toEqual([value, false]);
    expect(masked.data.client.ssn).toBe('•••-••-6789');
    expect(masked.data.answers[0].answers.personalInfo.ssn).toBe('•••-••-6789');
    const revealed = () =>
      db().query<{ entity: string; field: string }>(
        `select entity, field from audit_events where action = 'revealed' and actor_id = $1 order by id`,
        [manager.agent.id],
      );
    expect(await revealed()).toEqual([]);
    const clear = await opened(manager.token, id, 'clear');
    expect([clear.data.client.ssn, clear.data.client.account_number]).toEqual([
      SECRETS.ssn,
      SECRETS.account_number,
    ]);
    expect(clear.data.answers[0].answers.personalInfo.ssn).toBe(SECRETS.ssn);
    // The card's security code is in no exported file.
    expect(clear.data.client.cvc).not.toContain(SECRETS.cvc);
    const logged = await revealed();
    expect(logged).toContainEqual({ entity: 'client', field: 'ssn' });
    expect(logged).toContainEqual({ entity: 'session_form', field: 'personalInfo.ssn' });
    const [hits] = await db().query<{ hits: number }>('select hits from rate_limits where key like $1', [
      `reveals:%:${manager.agent.id}`,
    ]);
    expect(hits?.hits).toBe(logged.length);
    const exported = await db().query<{ new_value: object }>(
      `select new_value from audit_events where action = 'exported' and entity = 'client_read' and entity_id = $1 order by id`,
      [id],
    );
    expect(exported.map(({ new_value }) => new_value)).toEqual([
      { secrets: 'masked', files: 1 },
      { secrets: 'clear', files: 1 },
    ]);
  });

  it("in clear text is rejected completely when it exceeds the day's remaining reveals", async () => {
    const { manager, id } = await world();
    await db().query('insert into rate_limits (key, window_start, hits) values ($1, now(), 39)', [
      `reveals:2026-11-20:${manager.agent.id}`,
    ]);
    const rejected = await requestExport(manager.token, id, 'clear');
    expect([rejected.statusCode, rejected.json().code]).toEqual([429, 'too_many_requests']);
    const rows = await db().query(
      `select 1 from audit_events where actor_id = $1 and action in ('revealed', 'exported')`,
      [manager.agent.id],
    );
    expect(rows).toEqual([]);
    expect((await requestExport(manager.token, id)).statusCode).toBe(200);
  });

  it('is for managers, and for existing clients', async () => {
    const { id } = await world();
    expect((await requestExport((await signInAs(t.current)).token, id)).statusCode).toBe(403);
    const owner = await signInAs(t.current, { is_owner: true });
    const missing = await requestExport(owner.token, 987_654_321);
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
  });

  it('reports the status of each file, and is otherwise complete', async () => {
    const { manager, id } = await world();
    for (const name of ['gone.pdf', 'damaged.pdf', 'changed.pdf', '../../evil?.pdf'])
      await upload(manager, id, name, buildPdf(2));
    const rows = await db().query<{ name: string; key: string }>(
      'select file_name as name, storage_key as key from documents where client_id = $1',
      [id],
    );
    const keyOf = (name: string) => rows.find((row) => row.name === name)?.key ?? '';
    const store = createStorage(t.current.config);
    await store.remove(keyOf('gone.pdf'));
    const bytes = await store.read(keyOf('damaged.pdf'));
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    await store.put(keyOf('damaged.pdf'), bytes);
    await t.current.deps.storage.put(keyOf('changed.pdf'), Buffer.from('%PDF-1.7 something else'));
    const { data, entries } = await opened(manager.token, id);
    expect(data.files.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['policy.pdf', 'included'],
      ['gone.pdf', 'missing'],
      ['damaged.pdf', 'damaged'],
      ['changed.pdf', 'changed'],
      [expect.stringContaining('evil'), 'included'],
    ]);
    for (const name of entries.keys())
      expect(name).toMatch(/^(?:files\/documents-\d+ [^\\/:*?"<>|]+|[\w.-]+)$/);
  });

  it('has every row, however many', async () => {
    const { manager, id } = await world();
    for (let n = 0; n < 3; n++) {
      const input = catalogInput({ occupation: `job ${n}` });
      await db().transaction((inside) =>
        editClients({ ...t.current.systemContext(), db: inside }, [{ id, input }]),
      );
    }
    await db().query(
      `insert into client_calls (client_id, kind, text, at) select $1, 'call', 'call ' || n, now() from generate_series(1, 1203) n`,
      [id],
    );
    const { data } = await opened(manager.token, id);
    expect(data.tables.client_calls).toHaveLength(1203);
    expect(new Set(data.tables.client_calls.map(({ text }: { text: string }) => text)).size).toBe(1203);
  });
});

describe('EXPORTED_TABLES', () => {
  /** Why a table that references a client, or its data, is not among them. */
  const LEFT_OUT: Readonly<Record<string, string>> = {
    clients: 'the record itself, by the catalog',
    global_forms: 'templates of forms, which belong to no client',
    global_form_documents: 'their previews',
    bundle_templates: 'their bundles',
    client_keys: 'the wrapped key that decrypts the client: the values are in the record',
    client_outlines: 'derived from the record, for lists',
    agent_notice_receivers: 'which agents were notified, and how',
    policy_commissions: 'what carriers pay the brokerage for a policy',
    commission_lines: 'the same: amounts of a policy, without data of the client',
    commission_resolutions: 'notes about these amounts',
    pay_events: 'the built-in provider’s notes to the portal; the payments themselves are exported',
  };
  /** A column with such a name references a client, with or without a foreign key. */
  const TIES = '^((client|customer|session|session_form|invoice|envelope)_id|envelope_row)$';

  /** Tables that reference a client, or a table that does, by foreign key or by column name. */
  async function tiedTables(): Promise<string[]> {
    const keys = await db().query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to
         from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const named = await db().query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and column_name ~ $1`,
      [TIES],
    );
    const tied = new Set(['clients', ...named.map(({ name }) => name)]);
    for (let before = 0; before !== tied.size; ) {
      before = tied.size;
      for (const { from, to } of keys) if (tied.has(to)) tied.add(from);
    }
    return [...tied];
  }

  it('includes every table that stores client data', async () => {
    const known = new Set([...EXPORTED_TABLES.map(({ table }) => table), ...Object.keys(LEFT_OUT)]);
    const tied = await tiedTables();
    expect(tied).toEqual(
      expect.arrayContaining(['session_forms', 'invoice_lines', 'esign_events', 'mail_messages']),
    );
    expect(tied.filter((table) => !known.has(table))).toEqual([]);
  });

  it('leaves out what is encrypted and what grants access, and names only existing columns', async () => {
    const columns = await db().query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
    );
    const encrypted = new Set(
      ENCRYPTED_COLUMNS.flatMap(({ table, columns: names }) => names.map((name) => `${table}.${name}`)),
    );
    for (const { table, without = [] } of EXPORTED_TABLES) {
      const all = columns.filter((row) => row.table === table).map(({ column }) => column);
      expect([table, without.filter((name) => !all.includes(name))]).toEqual([table, []]);
      const logged = all.filter((name) => !without.includes(name));
      const secret = logged.filter(
        (name) =>
          encrypted.has(`${table}.${name}`) ||
          /token(?!_expires_at)|hash|passcode|cipher|secret|password|_url$|storage_key/.test(name),
      );
      expect([table, secret]).toEqual([table, []]);
    }
  });

  it('can be run for any client', async () => {
    for (const exported of EXPORTED_TABLES)
      expect(await Array.fromAsync(rowsOf(db(), 987_654_321, exported))).toEqual([]);
  });
});
