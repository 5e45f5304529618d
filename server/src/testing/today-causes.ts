import { createPolicy } from '@ledgerline/contract/policies/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { createTask } from '@ledgerline/contract/tasks/endpoints';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import { buildClient, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { TEST_NOW, type TestApp } from '#testing/test-app.ts';

type Agent = Awaited<ReturnType<typeof signInAs>>;

const HOUR_MS = 3_600_000;
export const hoursAway = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS);

/** Only the causes of the test, on the day of the tests. */
export async function startEmpty(app: TestApp): Promise<void> {
  app.clock.set(TEST_NOW);
  const money = ['transactions', 'invoice_lines', 'invoice_publications', 'invoices'];
  for (const table of ['today_marks', 'tasks', 'policies', ...money, 'secure_links']) {
    await app.deps.database.query(`delete from ${table}`);
  }
  for (const table of ['session_forms', 'sessions', 'clients', 'global_settings']) {
    await app.deps.database.query(`delete from ${table}`);
  }
}

/** An owner removes all enrollment periods. */
export async function noEnrollmentPeriods(app: TestApp): Promise<void> {
  const owner = await signInAs(app, { is_owner: true });
  await owner.call(updateGlobalSettings, {
    body: { default_form_expiration_days: 7, enrolment_windows: [] },
  });
}

async function linkOf(
  app: TestApp,
  agent: Agent,
  clientId: number,
  createdAt: Date,
  ends: Date,
): Promise<number> {
  const { body } = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
  const [row] = await app.deps.database.query<{ id: number }>(
    `update secure_links set created_at = $2, access_token_expires_at = $3 where session_form_id = $1 returning id`,
    [body.data.sessionFormId, createdAt, ends],
  );
  return row?.id ?? 0;
}

async function failedPayment(app: TestApp, clientId: number): Promise<number> {
  const invoice = await buildInvoice(app, { customer_id: clientId });
  await app.deps.database.query(`update invoices set status = 'sent' where id = $1`, [invoice.id]);
  const [row] = await app.deps.database.query<{ id: number }>(
    `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
     values ($1, 'BFS', 'payment', 'ach', 4200, 'failed', '2026-11-19', $2) returning id`,
    [invoice.id, hoursAway(-20)],
  );
  return row?.id ?? 0;
}

/** One cause of each kind, all with the same client owner. */
export async function oneOfEach(app: TestApp, agent: Agent): Promise<Record<string, number>> {
  const client = (values: Parameters<typeof buildClient>[1] = {}) =>
    buildClient(app, { owner_agent_id: agent.agent.id, ...values });
  const plain = await client();
  const session = await buildSession(app, { client_id: plain, session_type: 'Signed' });
  const form = (values: Parameters<typeof buildSubmission>[1]) =>
    buildSubmission(app, { client_id: plain, ...values });
  await form({
    session,
    title: 'Agreement',
    signed_at: TEST_NOW,
    read_at: TEST_NOW,
    final_form_total: 25_000,
  });
  const overdue = await buildInvoice(app, { customer_id: plain, total_cents: 9_900 });
  await app.deps.database.query(`update invoices set due_date = '2026-11-01' where id = $1`, [overdue.id]);
  return {
    payment_failed: await failedPayment(app, plain),
    link_ending: await linkOf(app, agent, await client(), hoursAway(-30), hoursAway(26)),
    sign: (await form({ pending_advisor_signature: true, title: 'Advisory' })).id,
    follow_up: await client({ next_f_u_date: '2026-11-24' }),
    task: (
      await agent.call(createTask, { body: { title: 'Call Ana', due_day: '2026-11-20', due_time: '15:00' } })
    ).body.id,
    unread: (await form({ is_completed: true, title: 'Personal information' })).id,
    invoice_overdue: overdue.id,
    unbilled: session.id,
    not_opened: await linkOf(app, agent, await client(), hoursAway(-100), hoursAway(100)),
    turns_65: await client({ dob: '1962-02-10' }),
    card_expires: await client({ exp_date: '11/26' }),
    renewal: (
      await agent.call(createPolicy, {
        params: { id: plain },
        body: { line: 'health', carrier: 'Oscar', plan_name: 'Silver', end_date: '2026-12-20' },
      })
    ).body.id,
    enrolment: 1,
  };
}

export const keyOf = ({ kind, id }: TodayItem) => `${kind} ${id}`;
export const seenOf = ({ kind, id, due_day }: TodayItem) => ({ kind, id, due_day });

export async function itemsOf(
  agent: Agent,
  query: { owner?: 'me' | 'nobody'; kind?: TodayItem['kind'] } = {},
): Promise<TodayItem[]> {
  const { status, body, error } = await agent.call(endpoints.listToday, { query });
  if (status !== 200) throw new Error(`Today answered ${status}: ${error.message}`);
  return body.lines;
}
