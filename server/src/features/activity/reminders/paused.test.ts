import { expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

type State = [state: 'active' | 'paused' | 'stopped', reason: string | null];
const PAUSED: State = ['paused', null];
const ACTIVE: State = ['active', null];

async function series(of: { link_id?: number; invoice_id?: number }, [state, reason]: State): Promise<void> {
  const client_id = await buildClient(t.current);
  await sql(
    `insert into reminder_series (client_id, link_id, invoice_id, state, reason, started_at) values ($1, $2, $3, $4, $5, $6)`,
    [client_id, of.link_id ?? null, of.invoice_id ?? null, state, reason, t.current.clock.now()],
  );
}

async function link(of: { session_id?: number; session_form_id?: number }): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `insert into secure_links (key, access_type, title, session_id, session_form_id, access_token_expires_at, created_at)
     values (gen_random_uuid()::text, 'client_access', 'Link', $1, $2, $3, $3) returning id`,
    [of.session_id ?? null, of.session_form_id ?? null, t.current.clock.now()],
  );
  return row?.id ?? 0;
}

const isPaused = async (form: number | null, invoice: number | null) =>
  (await sql('select has_paused_reminders($1, $2) as paused', [form, invoice]))[0];

it.each<[string, State[], boolean]>([
  ['without reminders', [], false],
  ['with active reminders', [ACTIVE], false],
  ['that an agent paused', [PAUSED], true],
  ['that an agent stopped', [['stopped', 'agent']], true],
  ['that ended by themselves', [['stopped', 'used_up']], false],
  ['that were stopped and then started again', [['stopped', 'agent'], ACTIVE], false],
])('the reminders of an invoice %s', async (_, states, paused) => {
  const { id: invoice_id } = await buildInvoice(t.current);
  for (const state of states) await series({ invoice_id }, state);
  expect(await isPaused(null, invoice_id)).toEqual({ paused });
});

it("the newest series of a form's own link and of its session's page decides", async () => {
  const session = await buildSession(t.current);
  const [form, other] = [
    await buildSubmission(t.current, { session }),
    await buildSubmission(t.current, { session }),
  ];
  await series({ link_id: await link({ session_id: session.id, session_form_id: other.id }) }, PAUSED);
  expect(await isPaused(form.id, null)).toEqual({ paused: false });
  await series({ link_id: await link({ session_id: session.id }) }, PAUSED);
  expect(await isPaused(form.id, null)).toEqual({ paused: true });
  await series({ link_id: await link({ session_form_id: form.id }) }, ACTIVE);
  expect(await isPaused(form.id, null)).toEqual({ paused: false });
  expect(await isPaused(other.id, null)).toEqual({ paused: true });
});

it('finds paused reminders through indexes alone, because payments and signatures run it while they hold row locks', async () => {
  const { client_id } = await buildSession(t.current);
  await sql(
    `with pages as (
       insert into sessions (client_id, session_type, created_at, updated_at)
       select $1, 'Session', now(), now() from generate_series(1, 1000) returning id),
     links as (
       insert into secure_links (key, access_type, title, session_id, access_token_expires_at, created_at)
       select gen_random_uuid()::text, 'client_access', 'Link', id, now(), now() from pages returning id)
     insert into reminder_series (client_id, link_id, started_at) select $1, id, now() from links`,
    [client_id],
  );
  await sql('analyze sessions, secure_links, reminder_series');
  const [fn] = await sql<{ body: string }>(
    `select prosrc as body from pg_proc where proname = 'has_paused_reminders'`,
  );
  const body = (fn?.body ?? '')
    .replaceAll(/\bform\b/g, '$1::bigint')
    .replaceAll(/\binvoice\b/g, '$2::bigint');
  const plan = await t.current.deps.database.transaction(async (db) => {
    await db.query('set local enable_seqscan = off');
    return (await db.query<{ 'QUERY PLAN': string }>(`explain ${body}`, [1, 1]))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  for (const index of [
    'reminder_series_invoice',
    'reminder_series_link',
    'secure_links_submission',
    'secure_links_session',
  ])
    expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|reminder_series_pkey|secure_links_pkey/);
});
