import { listClients } from '@ledgerline/contract/clients/endpoints';
import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { emailLink, listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import { listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import {
  listClientSubmissions,
  listSessionSubmissions,
  listTemplateSubmissions,
} from '@ledgerline/contract/submissions/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
let client_id: number;
let session_id: number;
let form: Awaited<ReturnType<typeof buildSubmission>>;

/** Copies one row; `changed` sets the columns that must differ, `n` is the number of the copy. */
async function copyRow(
  table: string,
  id: number,
  count: number,
  changed: Record<string, string> = {},
): Promise<void> {
  const columns = await t.current.deps.database.arrays(
    `select column_name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'`,
    [table],
  );
  const names = columns.map(([name]) => String(name));
  await t.current.deps.database.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => changed[name] ?? name).join(', ')} from ${table}, generate_series(1, $2::int) as n
      where id = $1`,
    [id, count],
  );
}

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
  client_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
  session_id = (await buildSession(t.current, { client_id })).id;
  const { id: form_id } = await buildTemplate(t.current);
  form = await buildSubmission(t.current, { client_id, session_id, form_id });
  await agent.call(emailLink, { body: { session_id } });
  const invoice = await buildInvoice(t.current, { customer_id: client_id });
  const idOf = async (sql: string) => Number((await t.current.deps.database.arrays(sql))[0]?.[0]);
  await copyRow('clients', client_id, 1000);
  await copyRow('session_forms', form.id, 1000);
  await copyRow('invoices', invoice.id, 1000, { external_ref: "external_ref || '-' || n" });
  await copyRow('secure_links', await idOf('select id from secure_links'), 1000, {
    key: "key || '-' || n",
    session_id: 'null::bigint',
  });
  await copyRow('mail_messages', await idOf('select id from mail_messages'), 200, {
    message_id: "message_id || '-' || n",
  });
});

interface List {
  truncated?: boolean | undefined;
  data?: unknown[];
  sessionForms?: unknown[];
}

const LISTS: Record<string, [number, () => Promise<{ body: List }>]> = {
  clients: [1000, () => agent.call(listClients)],
  invoices: [1000, () => agent.call(listInvoices)],
  'forms of a client': [1000, () => agent.call(listClientSubmissions, { params: { id: client_id } })],
  'forms of a template': [
    1000,
    () => agent.call(listTemplateSubmissions, { params: { id: String(form.form_id) } }),
  ],
  'forms of a session': [1000, () => agent.call(listSessionSubmissions, { params: { id: session_id } })],
  'links of a client': [1000, () => agent.call(listClientLinks, { params: { clientId: client_id } })],
  'emails to a client': [200, () => agent.call(listClientEmails, { params: { id: client_id } })],
};

it.each(Object.entries(LISTS))('reports that it is truncated: %s', async (_, [most, list]) => {
  const { body } = await list();
  expect([(body.data ?? body.sessionForms)?.length, body.truncated]).toEqual([most, true]);
});

it('reports that nothing is missing where a page is requested, or all rows fit', async () => {
  expect((await agent.call(listClients, { query: { page: 1 } })).body.truncated).toBe(false);
  expect((await agent.call(listInvoices, { query: { page: 1 } })).body.truncated).toBe(false);
  const id = await buildClient(t.current);
  expect((await agent.call(listClientSubmissions, { params: { id } })).body.truncated).toBe(false);
  expect((await agent.call(listClientLinks, { params: { clientId: id } })).body.truncated).toBe(false);
});
