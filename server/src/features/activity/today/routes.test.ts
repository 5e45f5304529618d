import { logCall } from '@ledgerline/contract/calls/endpoints';
import { sendInvoice } from '@ledgerline/contract/invoices/endpoints';
import { updateRenewal } from '@ledgerline/contract/policies/endpoints';
import { TODAY_KINDS } from '@ledgerline/contract/rules';
import { createTask, finishTask } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import {
  hoursAway,
  itemsOf,
  keyOf,
  noEnrollmentPeriods,
  oneOfEach,
  seenOf,
  startEmpty,
} from '#testing/today-causes.ts';

const t = useTestApp();
const sql = (text: string, values: unknown[]) => t.current.deps.database.query(text, values);

// Sending an invoice queues its email.
beforeAll(() => t.current.startJobs());
beforeEach(() => startEmpty(t.current));

describe('Today', () => {
  it('has an item for each cause, grouped by action', async () => {
    const agent = await signInAs(t.current);
    const ids = await oneOfEach(t.current, agent);
    const items = await itemsOf(agent);
    expect(items.map(({ group, kind, id, due_day }) => [group, kind, id, due_day])).toEqual([
      ['overdue', 'payment_failed', ids.payment_failed, '2026-11-19'],
      ['overdue', 'invoice_overdue', ids.invoice_overdue, '2026-11-01'],
      ['overdue', 'not_opened', ids.not_opened, '2026-11-19'],
      ['today', 'sign', ids.sign, '2026-11-20'],
      ['today', 'turns_65', ids.turns_65, '2027-02-10'],
      ['today', 'card_expires', ids.card_expires, '2026-11-30'],
      ['today', 'renewal', ids.renewal, '2026-12-20'],
      ['today', 'task', ids.task, '2026-11-20'],
      ['today', 'unread', ids.unread, '2026-11-20'],
      ['today', 'unbilled', ids.unbilled, '2026-11-20'],
      ['today', 'enrolment', 1, '2026-12-07'],
      ['today', 'enrolment', 2, '2026-12-15'],
      ['next_7_days', 'link_ending', ids.link_ending, '2026-11-21'],
      ['next_7_days', 'follow_up', ids.follow_up, '2026-11-24'],
    ]);
    expect(items.find(({ kind }) => kind === 'payment_failed')).toMatchObject({
      amount_cents: 4200,
      title: 'Policy review',
      client_name: expect.stringContaining('Casey'),
      since: hoursAway(-20).toISOString(),
    });
    expect(items.find(({ kind }) => kind === 'unbilled')).toMatchObject({
      title: 'Signed',
      amount_cents: 25_000,
    });
    expect(items.find(({ kind }) => kind === 'link_ending')).toMatchObject({ due_time: '12:00' });
    const { body } = await agent.call(endpoints.countToday);
    expect(body.counts).toEqual({ overdue: 3, today: 9, next_7_days: 2 });
  });

  it('sorts the next 7 days by day, whatever the kind', async () => {
    const agent = await signInAs(t.current);
    await oneOfEach(t.current, agent);
    for (const next_f_u_date of ['2026-11-21', '2026-11-25']) await buildClient(t.current, { next_f_u_date });
    for (const due_day of ['2026-11-22', '2026-11-24', '2026-11-27'])
      await agent.call(createTask, { body: { title: 'Later', due_day } });
    const items = (await itemsOf(agent)).filter(({ group }) => group === 'next_7_days');
    expect(items.map(({ due_day, kind }) => `${due_day} ${kind}`)).toEqual([
      '2026-11-21 follow_up',
      '2026-11-21 link_ending',
      '2026-11-22 task',
      '2026-11-24 follow_up',
      '2026-11-24 task',
      '2026-11-25 follow_up',
      '2026-11-27 task',
    ]);
  });

  it.each([
    ['the first minute of the first day', '2026-11-01T04:00:00Z', ['2026-12-07', '2026-12-15']],
    ['the last minute of the last day', '2026-12-16T04:59:59Z', ['2026-12-15']],
    ['the minute after it', '2026-12-16T05:00:00Z', []],
  ])('lists default enrollment periods including their last day: %s', async (_, at, expected) => {
    t.current.clock.set(new Date(at));
    await sql('delete from global_settings', []);
    const items = await itemsOf(await signInAs(t.current));
    expect(items.filter(({ kind }) => kind === 'enrolment').map((item) => item.due_day)).toEqual(expected);
    t.current.clock.set(TEST_NOW);
  });

  it('is complete across its pages, also where one cause occurs many times', async () => {
    const agent = await signInAs(t.current);
    await oneOfEach(t.current, agent);
    await oneOfEach(t.current, agent);
    for (const day of ['2026-11-12', '2026-11-20', '2026-11-20', '2026-11-26']) {
      await buildClient(t.current, { next_f_u_date: day });
      await agent.call(createTask, {
        body: { title: 'Again', due_day: day < '2026-11-20' ? '2026-11-20' : day },
      });
    }
    const all = (await itemsOf(agent)).map(keyOf);
    expect(new Set(all).size).toBe(all.length);
    for (const limit of [1, 3, 7]) {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const { body } = await agent.call(endpoints.listToday, { query: { limit, after } });
        found.push(...body.lines.map(keyOf));
        after = body.next ?? undefined;
      } while (after !== undefined);
      expect(found).toEqual(all);
    }
  });

  it('removes each item with its cause', async () => {
    const agent = await signInAs(t.current);
    const ids = await oneOfEach(t.current, agent);
    await noEnrollmentPeriods(t.current);
    const away: Record<string, () => Promise<unknown>> = {
      payment_failed: () => sql(`update invoices set status = 'paid' where status = 'sent'`, []),
      link_ending: () =>
        sql('update secure_links set access_token_expires_at = $2 where id = $1', [
          ids.link_ending,
          hoursAway(200),
        ]),
      sign: () =>
        sql(
          'update session_forms set advisor_signed_at = now(), has_advisor_signature = true, read_at = now() where id = $1',
          [ids.sign],
        ),
      follow_up: () => sql('update clients set next_f_u_date = null where id = $1', [ids.follow_up]),
      task: () => agent.call(finishTask, { params: { id: ids.task ?? 0 } }),
      unread: () => sql('update session_forms set read_at = now() where id = $1', [ids.unread]),
      invoice_overdue: () => agent.call(sendInvoice, { params: { id: ids.invoice_overdue ?? 0 } }),
      unbilled: () => sql(`update sessions set payment_received_at = '{now}' where id = $1`, [ids.unbilled]),
      not_opened: () => sql('update secure_links set viewed_at = now() where id = $1', [ids.not_opened]),
      turns_65: () =>
        agent.call(logCall, {
          params: { id: ids.turns_65 ?? 0 },
          body: { kind: 'call', outcome: 'reached' },
        }),
      card_expires: () => sql(`update clients set exp_date = '11/29' where id = $1`, [ids.card_expires]),
      renewal: () =>
        agent.call(updateRenewal, {
          params: { id: ids.renewal ?? 0 },
          body: { renewal_status: 'in_progress' },
        }),
    };
    for (const kind of TODAY_KINDS.filter((one) => one !== 'enrolment')) {
      expect((await itemsOf(agent)).map((item) => item.kind)).toContain(kind);
      await away[kind]?.();
      expect((await itemsOf(agent)).map((item) => item.kind)).not.toContain(kind);
    }
  });

  it('lists an overdue invoice again three days after it was sent', async () => {
    const agent = await signInAs(t.current);
    const { invoice_overdue: id = 0 } = await oneOfEach(t.current, agent);
    const isThere = async () =>
      (await itemsOf(agent)).some((item) => item.kind === 'invoice_overdue' && item.id === id);
    expect((await agent.call(sendInvoice, { params: { id } })).status).toBe(200);
    const threeDays = 3 * 86_400_000;
    for (const [sentAgo, isDue] of [
      [threeDays - 1, false],
      [threeDays, true],
    ] as const) {
      await sql('update invoices set sent_at = $2 where id = $1', [
        id,
        new Date(TEST_NOW.getTime() - sentAgo),
      ]);
      expect(await isThere()).toBe(isDue);
    }
  });

  it.each([
    ['call', 'reached', '2026-11-12T05:00:00Z', false],
    ['call', 'left_message', '2026-11-20T10:00:00Z', false],
    ['note', null, '2026-11-20T10:00:00Z', false],
    ['call', 'no_answer', '2026-11-20T10:00:00Z', true],
    ['text', 'wrong_number', '2026-11-20T10:00:00Z', true],
    ['call', 'reached', '2026-11-12T04:59:59Z', true],
  ] as const)(
    'with a %s (%s) at %s, a client who turns 65 on 2027-02-10 is listed: %s',
    async (...logged) => {
      const [kind, outcome, at, isThere] = logged;
      const agent = await signInAs(t.current);
      const { turns_65: client = 0 } = await oneOfEach(t.current, agent);
      await agent.call(logCall, { params: { id: client }, body: { kind, outcome, text: 'Medicare' } });
      await sql('update client_calls set at = $2 where client_id = $1', [client, at]);
      expect((await itemsOf(agent)).some(({ kind: one }) => one === 'turns_65')).toBe(isThere);
    },
  );

  it('lists no failed refund, and keeps what failed before it', async () => {
    const agent = await signInAs(t.current);
    const { payment_failed } = await oneOfEach(t.current, agent);
    await sql(
      `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
       select invoice_id, 'BFS', 'refund', 'ach', 100, 'failed', '2026-11-20', $2 from transactions where id = $1`,
      [payment_failed, TEST_NOW],
    );
    const failed = (await itemsOf(agent)).filter(({ kind }) => kind === 'payment_failed');
    expect(failed.map(({ id }) => id)).toEqual([payment_failed]);
  });

  it('lists no expiring link of a form that only the advisor has to sign, and uses the agents’ form names', async () => {
    const agent = await signInAs(t.current);
    const { link_ending: link } = await oneOfEach(t.current, agent);
    await noEnrollmentPeriods(t.current);
    await sql(
      `update session_forms set type = 'DocuSign', pending_client_signature = false, pending_advisor_signature = true,
              form_name_agent = 'The agents’ name'
        where id = (select session_form_id from secure_links where id = $1)`,
      [link],
    );
    const items = await itemsOf(agent);
    expect(items.map(({ kind }) => kind)).not.toContain('link_ending');
    expect(items.filter(({ kind }) => kind === 'sign').map(({ title }) => title)).toContain(
      'The agents’ name',
    );
  });

  it('filters own, unassigned or all items: by reassignment, the client’s owner, the creator', async () => {
    const agent = await signInAs(t.current);
    const colleague = await signInAs(t.current);
    await noEnrollmentPeriods(t.current);
    await buildClient(t.current, { next_f_u_date: '2026-11-20', owner_agent_id: agent.agent.id });
    const session = await buildSession(t.current, { created_by: colleague.agent.id });
    await buildSubmission(t.current, { session, pending_advisor_signature: true });
    await buildClient(t.current, { next_f_u_date: '2026-11-19' });
    expect((await itemsOf(agent, { owner: 'me' })).map(({ kind }) => kind)).toEqual(['follow_up']);
    expect((await itemsOf(colleague, { owner: 'me' })).map(({ kind }) => kind)).toEqual(['sign']);
    const [unowned] = await itemsOf(agent, { owner: 'nobody' });
    if (!unowned) throw new Error('an unassigned item was expected');
    const reassigned = await agent.call(endpoints.reassignItem, {
      body: { ...seenOf(unowned), owner_agent_id: colleague.agent.id },
    });
    expect(reassigned.status).toBe(200);
    expect((await itemsOf(colleague, { owner: 'me' })).map(({ kind }) => kind)).toEqual([
      'follow_up',
      'sign',
    ]);
    expect(await itemsOf(agent, { owner: 'nobody' })).toEqual([]);
    const unknown = await agent.call(endpoints.reassignItem, {
      body: { ...seenOf(unowned), owner_agent_id: 999_999 },
    });
    expect([unknown.status, unknown.error.message]).toEqual([
      400,
      'owner_agent_id must be an existing agent',
    ]);
  });

  it('parses when a card expires as people write it, and no other text', async () => {
    const read = await t.current.deps.database.query<{ day: string | null }>(
      `select card_last_day(text)::text as day from unnest($1::text[]) as text`,
      [['11/26', ' 2 / 2028 ', '2027-02', '04/30/2027', '13/26', 'soon', '', '11/2626']],
    );
    expect(read.map(({ day }) => day)).toEqual([
      '2026-11-30',
      '2028-02-29',
      '2027-02-28',
      '2027-04-30',
      ...[null, null, null, null],
    ]);
  });

  it.each([
    '',
    'x',
    'today~2026-11-20~task~2026-11-20',
    'today~2026-11-20~task~2026-02-31~~5',
    'today~2026-11-20~sign~2026-11-20~5',
    "today~2026-11-20~follow_up~2026-11-20~5'",
    'today~2026-02-31~follow_up~2026-11-20~5',
    'today~follow_up~2026-11-20~5',
  ])('rejects %j as a cursor', async (after) => {
    const agent = await signInAs(t.current);
    const { status } = await agent.call(endpoints.listToday, { query: { after } });
    expect(status).toBe(400);
  });
});
