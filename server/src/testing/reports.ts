import type { ClientStatus } from '@ledgerline/contract/clients/statuses';
import { createPolicy, updateRenewal } from '@ledgerline/contract/policies/endpoints';
import { buildClient, buildSession, buildSubmission, buildTemplate, signInAs } from './factories.ts';
import { buildInvoice } from './invoices.ts';
import { buildSchedule } from './schedules.ts';
import type { TestApp } from './test-app.ts';

const STATUSES: readonly ClientStatus[] = ['new', 'client', 'lead', 'inactive'];
/** Days relative to November 20, 2026: not due, today, and around the limits of each age. */
const DUE = [
  null,
  '2026-12-31',
  '2026-11-20',
  '2026-11-19',
  '2026-10-21',
  '2026-10-20',
  '2026-09-21',
  '2026-09-20',
  '2026-08-22',
  '2026-08-21',
  '2025-01-01',
  '2026-11-01',
];

/** Four clients of each owner, with everything that reports count. */
export async function seedReports(t: TestApp, owners: readonly (number | null)[]): Promise<void> {
  const agent = await signInAs(t, { is_owner: true });
  const template = await buildTemplate(t, { form_name_agent: 'Advisory Agreement' });
  for (let n = 0; n < 12; n++) {
    const owner_agent_id = owners[n % 3] ?? null;
    const client = await buildClient(t, {
      owner_agent_id,
      status: STATUSES[n % 4] ?? 'new',
      dob: `19${n % 2 ? '61' : '62'}-${String(n + 1).padStart(2, '0')}-${n % 3 ? '01' : '28'}`,
      current_health_plan_name: ['Silver 1', 'SILVER 1', 'Bronze é', null][n % 4] ?? null,
      primary_email: `c${n}@example.test`,
      ...(n % 2 ? { oscar: 12_345 } : { humana_medicare: 1 }),
    });
    // Across midnight at the brokerage, months and years.
    const added = [
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00:00Z',
      '2026-01-01T04:59:59Z',
      '2025-12-01T05:00:00Z',
    ][n % 4];
    await t.deps.database.query('update clients set created_at = $2 where id = $1', [client, added]);
    await seedMoney(t, client, n);
    await seedPolicies(agent, client, n);
    await seedForms(t, client, template.id, n, added ?? '');
    await t.deps.database.query(
      `insert into tasks (title, client_id, owner_agent_id, due_day, anchor_day, done_at, done_by, created_at, updated_at)
       values ('Call', $1, $2, '2026-11-21', '2026-11-21', null, null, now(), now()),
              ('Called', $1, $2, '2026-11-19', '2026-11-19', $3, $2, now(), now())`,
      [client, owner_agent_id, added],
    );
  }
}

async function seedMoney(t: TestApp, customer_id: number, n: number): Promise<void> {
  const square_account = n % 2 ? 'BFS' : 'BFA';
  const { id } = await buildInvoice(t, { customer_id, square_account, total_cents: 20_003 });
  const status = n === 11 ? 'paid' : n % 3 ? 'sent' : 'partially_paid';
  await t.deps.database.query(
    `update invoices set due_date = $2, status = $3, paid_amount_cents = $4, provider_status = $5 where id = $1`,
    [id, DUE[n], status, n % 3 ? null : 10_001, n === 4 ? 'processing' : null],
  );
  const add = async (
    kind: string,
    amount: number,
    day: string,
    status = 'completed',
    of: number | null = null,
  ) => {
    const [row] = await t.deps.database.query<{ id: number }>(
      `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, refund_of, created_at)
       values ($1, $2, $3, 'ach', $4, $5, $6, $7, now()) returning id`,
      [id, square_account, kind, amount, status, day, of],
    );
    return row?.id ?? 0;
  };
  const paid = await add('payment', 10_001, '2026-11-01');
  await add('refund', 1010, '2026-11-30', 'completed', paid);
  await add('payment', 777, '2026-10-31');
  await add('payment', 555, '2025-06-15', n % 2 ? 'completed' : 'pending');
  if (n % 4 === 0) {
    const returned = await add('payment', 5000, '2026-11-02');
    await add('reversal', 5000, '2026-11-03', 'completed', returned);
    const failed = await add('payment', 6000, '2026-11-04', 'failed');
    await add('reversal', 6000, '2026-11-05', 'completed', failed);
  }
  const frequency = (['MONTHLY', 'WEEKLY', 'YEARLY'] as const)[n % 3] ?? 'MONTHLY';
  const { id: schedule } = await buildSchedule(t, { customer_id, frequency });
  if (n === 5)
    await t.deps.database.query(`update recurring_payments set status = 'PAUSED' where id = $1`, [schedule]);
}

type Agent = Awaited<ReturnType<typeof signInAs>>;

async function seedPolicies(agent: Agent, client: number, n: number): Promise<void> {
  const { body } = await agent.call(createPolicy, {
    params: { id: client },
    body: {
      line: n % 2 ? 'health' : 'dental',
      carrier: ['Oscar', 'OSCAR', 'Florida Blue'][n % 3] ?? '',
      status: n % 4 ? 'active' : 'lapsed',
      premium_cents: n === 7 ? null : 41_255,
      subsidy_cents: n % 5 ? 10_000 : 50_000,
      end_date: ['2026-11-30', '2026-11-01', '2026-02-28', '2025-12-31'][(n + 1) % 4] ?? null,
    },
  });
  const state = (['renewed', 'lost', 'in_progress', 'lost'] as const)[n % 4] ?? 'renewed';
  const lost_reason = state === 'lost' ? (n % 2 ? 'Price' : 'price ') : '';
  await agent.call(updateRenewal, { params: { id: body.id }, body: { renewal_status: state, lost_reason } });
}

/** One form at each step. */
async function seedForms(
  t: TestApp,
  client_id: number,
  form_id: number,
  n: number,
  added: string,
): Promise<void> {
  const session = await buildSession(t, { client_id });
  const base = { session, form_id, created_at: new Date(added) };
  const pdf = { ...base, title: 'Agreement', form_name_agent: 'Advisory Agreement' };
  const web = { ...base, title: 'Personal Information', type: 'Web Form', form_link_id: 'personal-info' };
  await buildSubmission(t, { ...pdf, is_completed: true, client_signed_at: new Date(added) });
  await buildSubmission(t, { ...web, is_completed: true });
  await buildSubmission(t, { ...web, progress_step: n % 3, last_saved: new Date(added) });
  await buildSubmission(t, { ...pdf, is_voided: true });
  const opened = await buildSubmission(t, pdf);
  const sent = await buildSubmission(t, { ...pdf, title: 'Other', form_name_agent: null });
  const link = (key: string, form: number | null, of: number | null, viewed: string | null) =>
    t.deps.database.query(
      `insert into secure_links (key, access_type, client_id, session_form_id, session_id, title, access_token_expires_at, viewed_at, created_at)
       values ($1, 'form', $2, $3, $4, 'Link', '2026-12-31', $5, now())`,
      [key, client_id, form, of, viewed],
    );
  await link(`opened-${n}`, opened.id, null, added);
  await link(`sent-${n}`, sent.id, null, null);
  if (n % 2) await link(`page-${n}`, null, session.id, n % 3 ? added : null);
}
