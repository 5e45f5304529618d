import { runOperation } from '@ledgerline/contract/bulk-actions/endpoints';
import { logCall } from '@ledgerline/contract/calls/endpoints';
import { revealClientField, updateClient } from '@ledgerline/contract/clients/endpoints';
import { mergeClients, previewMerge } from '@ledgerline/contract/clients/merging/endpoints';
import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { createPolicy } from '@ledgerline/contract/policies/endpoints';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSession } from '@ledgerline/contract/sessions/endpoints';
import { createTask } from '@ledgerline/contract/tasks/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { buildSentRequest } from './document-requests.ts';
import { buildClient, buildDocument, buildSubmission, buildTemplate, type signInAs } from './factories.ts';
import { importFile } from './imports.ts';
import { buildPublishedInvoice } from './invoices.ts';
import { prepare, settledOperation } from './operations.ts';
import { buildSchedule } from './schedules.ts';
import type { TestApp } from './test-app.ts';

type Agent = Awaited<ReturnType<typeof signInAs>>;

/** The first id of records that belong to another agent: seven digits that occur nowhere else. */
const FAR = 7_100_000;
/** A mark for every text field. */
export const MARK = 'Zebrawood';
/** What must not be readable: the mark, and each id from FAR on. */
export const MARKED = /zebrawood|\b71\d{5}\b/i;

/** From here on every new row has a distinguishable id. */
export async function countFrom(t: TestApp, first: number): Promise<void> {
  await t.deps.database.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1 + 1000)
       from pg_sequences where schemaname = 'public'`,
    [first],
  );
}

export const farAway = (t: TestApp) => countFrom(t, FAR);

/** The ids of one record of every kind related to a client. */
export interface World {
  agent: number;
  client: number;
  change: number;
  session: number;
  link: number;
  form: number;
  filled: number;
  sealed: number;
  /** Of documents, sent by the client and not reviewed. */
  requested: number;
  envelope: string;
  document: number;
  invoice: number;
  sent: number;
  payment: number;
  schedule: number;
  task: number;
  call: number;
  policy: number;
  statement: number;
  notification: number;
  imported: number;
  operation: number;
  template: number;
  /** The merge of a second record of the client into the client. */
  merge: number;
  pair: number;
}

/** The world must be complete: what was not created would not be searched for either. */
function expectCreated<Answer extends { status: number; error: unknown }>(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`not created: ${JSON.stringify(answer.error)}`);
  return answer;
}

const one = async (t: TestApp, text: string, values: unknown[]): Promise<number> => {
  const [row] = await t.deps.database.query<{ id: number }>(text, values);
  if (!row) throw new Error(`nothing was created: ${text}`);
  return row.id;
};

/** A client of this agent with one of everything, created as in the product where that is short. */
export async function buildWorld(t: TestApp, agent: Agent, mark: string): Promise<World> {
  const client = await buildClient(t, {
    client_first_name: mark,
    client_last_name: `${mark}son`,
    primary_email: `${mark}@example.test`,
    primary_phone: '305-555-7171',
    ssn: '123-45-6789',
    address: `${mark} Street`,
    dob: '1962-02-10',
    exp_date: '11/26',
    next_f_u_date: '2026-11-24',
    owner_agent_id: agent.agent.id,
  });
  expectCreated(
    await agent.call(updateClient, { params: { id: client }, body: { address: `${mark} Avenue` } }),
  );
  expectCreated(await agent.call(updateClient, { params: { id: client }, body: { ssn: '123-45-6780' } }));
  expectCreated(await agent.call(revealClientField, { params: { id: client }, body: { field: 'ssn' } }));
  const session = (
    await agent.call(createSession, {
      body: { client_id: client, session_type: `${mark} session`, passcode: '4711' },
    })
  ).body.id;
  const template = await buildTemplate(t);
  const about = { client_id: client, session_id: session };
  const form = await buildSubmission(t, {
    ...about,
    title: `${mark} form`,
    form_id: template.id,
    pending_advisor_signature: true,
  });
  const open = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId: client } });
  const addressInfo = { streetAddress: `12 ${mark} Road`, city: 'Miami', state: 'fl', zip: '33101' };
  const visitor = t.withToken(open.body.data.token);
  expectCreated(
    await visitor.call(submitSecureForm, {
      body: { form_data: { ...sampleAnswers(), addressInfo }, language: 'en' },
    }),
  );
  const requested = await buildSentRequest(t, agent, { client_id: client, names: [`${mark} card`] });
  const waiting = await agent.call(createClientLink, {
    body: { formId: 'personal-info', clientId: client },
  });
  expectCreated(await agent.call(emailLink, { body: { session_form_id: waiting.body.data.sessionFormId } }));
  const link = await one(t, 'select id from secure_links where session_form_id = $1', [
    waiting.body.data.sessionFormId,
  ]);
  const envelope = `${mark.toLowerCase()}-envelope`;
  const sealed = await buildSubmission(t, {
    ...about,
    title: `${mark} agreement`,
    envelope_id: envelope,
    has_client_signature: true,
    signed_at: t.clock.now(),
    final_form_total: 25_000,
  });
  await buildDocument(t, {
    session_form_id: sealed.id,
    client_id: client,
    signed: true,
    file_name: `${mark}.pdf`,
  });
  const letter = await buildSubmission(t, { ...about, title: `${mark} letter` });
  const document = await buildDocument(t, {
    session_form_id: letter.id,
    client_id: client,
    file_name: `${mark} letter.pdf`,
  });
  const invoice = await buildPublishedInvoice(t, {
    customer_id: client,
    session_id: session,
    total_cents: 9_900,
  });
  await t.deps.database.query(
    `update invoices set title = $2, due_date = '2026-11-01', status = 'sent', sent_at = $3 where id = $1`,
    [invoice.id, `${mark} invoice`, t.clock.now()],
  );
  await t.deps.database.query(
    `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
     values ($1, 'BFS', 'payment', 'ach', 100, 'completed', '2026-11-18', $2)`,
    [invoice.id, t.clock.now()],
  );
  const payment = await one(
    t,
    `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
     values ($1, 'BFS', 'payment', 'ach', 4200, 'failed', '2026-11-19', $2) returning id`,
    [invoice.id, t.clock.now()],
  );
  const schedule = await buildSchedule(t, { customer_id: client });
  await t.deps.database.query(`update invoices set title = $2 where id = $1`, [
    schedule.invoice.id,
    `${mark} advice`,
  ]);
  const task = await agent.call(createTask, {
    body: { title: `${mark} task`, client_id: client, due_day: '2026-11-20' },
  });
  const call = await agent.call(logCall, {
    params: { id: client },
    body: { kind: 'call', outcome: 'left_message', text: `${mark} said`, follow_up_on: '2026-11-23' },
  });
  const policy = await agent.call(createPolicy, {
    params: { id: client },
    body: {
      line: 'health',
      carrier: `${mark} Mutual`,
      policy_number: `${mark}-1234`,
      end_date: '2026-11-25',
    },
  });
  const statement = await one(
    t,
    `with s as (insert into commission_statements (carrier, month, file_name, file_hash, lines_hash, agent_name, created_at)
                values ('Carrier', '2026-10', '', $1, $1, '', now()) returning id)
     insert into commission_lines (statement_id, row_number, amount_cents, policy_id)
     select id, 2, 1800, $2 from s returning statement_id as id`,
    [mark, policy.body.id],
  );
  const { id: imported } = await importFile(
    agent,
    `Client First Name,Client Last Name,Primary Email\n${mark},Imported,${mark}2@example.test\n`,
  );
  const operation = await bulkEdit(agent, client, mark);
  const notification = await one(t, 'select id from agent_notices where client_id = $1 limit 1', [client]);
  const change = await one(
    t,
    `select id from audit_events where entity = 'client' and entity_id = $1 and field = 'address' order by id desc limit 1`,
    [client],
  );
  const merge = await mergeTwin(t, agent, client, mark);
  const pair = await pairWithImported(t, client, imported);
  return {
    agent: agent.agent.id,
    ...{ client, change, session, link, form: form.id, filled: open.body.data.sessionFormId },
    requested: requested.id,
    ...{ sealed: sealed.id, envelope, document: document.id, invoice: schedule.invoice.id, sent: invoice.id },
    ...{ payment, schedule: schedule.id, task: task.body.id, call: call.body.id, notification, imported },
    operation,
    policy: policy.body.id,
    statement,
    ...{ template: template.id, merge, pair },
  };
}

async function bulkEdit(agent: Agent, client: number, mark: string): Promise<number> {
  const action = { kind: 'set_field', params: { field: 'name_of_employer', value: `${mark} Inc.` } } as const;
  const { body } = expectCreated(await prepare(agent, action, { ids: [client] }));
  expectCreated(await agent.call(runOperation, { params: { id: body.id } }));
  await settledOperation(agent, body.id);
  return body.id;
}

/** A likely duplicate of the client, as a scan stores it. */
function pairWithImported(t: TestApp, client: number, imported: number): Promise<number> {
  return one(
    t,
    `insert into duplicate_pairs (one_id, other_id, score, reasons, compared, scan_id)
     select $1, client_id, 3, '["same_name"]', '', 0 from import_rows where import_id = $2 and client_id is not null
     returning id`,
    [client, imported],
  );
}

async function mergeTwin(t: TestApp, agent: Agent, client: number, mark: string): Promise<number> {
  const twin = await buildClient(t, {
    client_first_name: `${mark}twin`,
    owner_agent_id: agent.agent.id,
  });
  const { body } = await agent.call(previewMerge, { query: { ids: `${client},${twin}` } });
  const seen = Object.fromEntries(body.data.map((one) => [String(one.id), one.client.updated_at]));
  const merged = await agent.call(mergeClients, { body: { into: client, others: [twin], seen } });
  return expectCreated(merged).body.merge_id;
}
