import { logCall } from '@ledgerline/contract/calls/endpoints';
import { updateClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createTask, finishTask } from '@ledgerline/contract/tasks/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { describe, expect, it } from 'vitest';
import { readOfClient } from '#features/records/clients/owners/read-of-client.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = (text: string, values: unknown[]) => t.current.deps.database.query(text, values);
type Agent = Awaited<ReturnType<typeof signInAs>>;

const read = async (agent: Agent, id: number, query: object = {}) => {
  const { status, body, error } = await agent.call(listClientTimeline, { params: { id }, query });
  if (status !== 200) throw new Error(`the timeline request returned ${status}: ${error.message}`);
  return body;
};
const eventsOf = async (agent: Agent, id: number, query: object = {}) =>
  (await read(agent, id, query)).lines.map(({ event }) => event);

/** A client with one event of every kind, a minute apart. */
async function clientWithEveryEvent(agent: Agent): Promise<number> {
  const next = () => t.current.clock.advance(60_000);
  const id = await buildClient(t.current, { client_last_name: 'Full' });
  const change = (body: BodyInput<typeof updateClient>) => agent.call(updateClient, { params: { id }, body });
  next();
  await change({
    primary_phone: '3055550190',
    ssn: '123-45-6789',
    name_of_rx1: 'Metformin',
    occupation: 'Baker',
  });
  next();
  await change({ notes: '<p>Hates <b>forms</b></p>' });
  next();
  await agent.call(logCall, {
    params: { id },
    body: { kind: 'call', outcome: 'reached', text: 'About Medigap' },
  });
  next();
  const { body: task } = await agent.call(createTask, {
    body: { title: 'Send quote', client_id: id, due_day: '2026-11-25' },
  });
  next();
  await agent.call(finishTask, { params: { id: task.id } });
  next();
  const { body: link } = await agent.call(createClientLink, {
    body: { formId: 'personal-info', clientId: id },
  });
  const at = t.current.clock.now().getTime();
  const minutes = (count: number) => new Date(at + count * 60_000);
  await sql(`update secure_links set viewed_at = $2 where session_form_id = $1`, [
    link.data.sessionFormId,
    minutes(1),
  ]);
  await sql(`update session_forms set last_saved = $2 where id = $1`, [link.data.sessionFormId, minutes(2)]);
  const addAuditRow = (action: string, field: string | null, value: string | null, after: number) =>
    sql(
      `insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, field, new_value)
       values ($1, 'client', 'Client by secure link', $2, 'session_form', $3, $4, $5::jsonb)`,
      [minutes(after), action, link.data.sessionFormId, field, value],
    );
  await addAuditRow('submitted', null, null, 3);
  await addAuditRow('signing', 'has_client_signature', 'true', 4);
  await addAuditRow('signing', 'envelope_status', '"x"', 4);
  await addAuditRow('signing', 'status', '"declined"', 5);
  const invoice = await buildInvoice(t.current, { customer_id: id });
  await sql('update invoices set created_at = $2, sent_at = $3 where id = $1', [
    invoice.id,
    minutes(6),
    minutes(7),
  ]);
  await sql(
    `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
     values ($1, 'BFS', 'payment', 'ach', 4200, 'failed', '2026-11-19', $2)`,
    [invoice.id, minutes(8)],
  );
  await sql(
    `insert into mail_messages (message_id, kind, to_address, subject, language, status, client_id, created_at)
     values ($2, 'invoice', 'ana@example.com', 'Your invoice', 'en', 'sent', $1, $3)`,
    [id, `<${id}@test>`, minutes(9)],
  );
  await sql(
    `insert into documents (client_id, file_name, storage_key, file_size, mime_type, sha256, uploaded_at)
     values ($1, 'card.pdf', $2, 3, 'application/pdf', 'x', $3)`,
    [id, `key-${id}`, minutes(10)],
  );
  return id;
}

const ALL = [
  'document_added',
  'mail_sent',
  'payment_failed',
  'invoice_sent',
  'invoice_made',
  'form_declined',
  'form_signed_by_client',
  'form_submitted',
  'form_begun',
  'link_opened',
  'link_made',
  'form_added',
  'task_done',
  'task_made',
  'call',
  'notes_changed',
  'fields_changed',
  'client_created',
];

describe('a client’s timeline', () => {
  it('is composed of stored rows, newest first, each with its actor and a link to its subject', async () => {
    const agent = await signInAs(t.current, { first_name: 'Ada', last_name: 'Byron' });
    const { lines, next } = await read(agent, await clientWithEveryEvent(agent));
    expect([lines.map(({ event }) => event), next]).toEqual([ALL, null]);
    const line = (event: string) => lines.find((one) => one.event === event);
    expect(line('call')).toMatchObject({ title: 'About Medigap', outcome: 'reached', actor: 'Ada Byron' });
    expect(line('payment_failed')).toMatchObject({ title: 'Policy review', amount_cents: 4200, actor: null });
    expect(line('payment_failed')?.invoice_id).toBe(line('invoice_made')?.invoice_id);
    expect(line('form_submitted')).toMatchObject({ actor: 'Client by secure link' });
    expect(line('form_submitted')?.submission_id).toBe(line('link_made')?.submission_id);
    expect(line('mail_sent')).toMatchObject({ title: 'Your invoice', detail: 'ana@example.com' });
    expect(line('document_added')?.document_id).toEqual(expect.any(Number));
  });

  it('distinguishes a failed refund from a failed payment', async () => {
    const agent = await signInAs(t.current);
    const invoice = await buildInvoice(t.current);
    await sql(
      `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
       select $1, 'BFS', kind, 'ach', 100, 'failed', '2026-11-19', $2 from unnest(array['payment', 'refund']) as kind`,
      [invoice.id, t.current.clock.now()],
    );
    const { lines } = await read(agent, invoice.customer_id);
    const failed = lines.filter(({ amount_cents }) => amount_cents === 100).map(({ event }) => event);
    expect(failed.sort()).toEqual(['payment_failed', 'refund_failed']);
  });

  it('folds the changes of one action, and shows only the field for secrets, health data and notes', async () => {
    const agent = await signInAs(t.current);
    const id = await clientWithEveryEvent(agent);
    const answer = await read(agent, id);
    const changes = answer.lines.find(({ event }) => event === 'fields_changed')?.changes ?? [];
    expect(changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'name_of_rx1', is_hidden: true, from: null, to: null },
      { field: 'occupation', is_hidden: false, from: null, to: 'Baker' },
      { field: 'primary_phone', is_hidden: false, from: null, to: expect.stringContaining('0190') },
      { field: 'ssn', is_hidden: true, from: null, to: null },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/6789|Metformin|Hates/);
  });

  it('is complete across its pages, also where several items share a timestamp', async () => {
    const agent = await signInAs(t.current);
    const id = await clientWithEveryEvent(agent);
    for (let n = 0; n < 5; n++) {
      await agent.call(logCall, { params: { id }, body: { kind: 'note', text: `Note ${n}` } });
      await agent.call(updateClient, { params: { id }, body: { occupation: `Work ${n}` } });
    }
    const keyOf = ({ event, id: own }: { event: string; id: number }) => `${event} ${own}`;
    const all = (await read(agent, id, { limit: 100 })).lines.map(keyOf);
    expect(all).toHaveLength(ALL.length + 10);
    for (const limit of [1, 3, 7]) {
      const pages: string[] = [];
      for (let after: string | undefined; ; ) {
        const { lines, next } = await read(agent, id, { limit, ...(after ? { after } : {}) });
        pages.push(...lines.map(keyOf));
        if (!next) break;
        after = next;
      }
      expect([limit, pages]).toEqual([limit, all]);
    }
  });

  it('reads to the end of an audit log longer than one batch', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await sql(
      `insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, field, new_value, request_id)
       select timestamptz '2026-11-01' + make_interval(mins => n / 3), 'agent', 'Ada', 'updated', 'client', $1,
              (array['occupation', 'company', 'address'])[1 + n % 3], '"x"', 'r' || n / 3
         from generate_series(0, 899) n order by n`,
      [id],
    );
    const counts: number[] = [];
    for (let after: string | undefined; ; ) {
      const { lines, next } = await read(agent, id, { limit: 100, ...(after ? { after } : {}) });
      counts.push(
        ...lines.filter(({ event }) => event === 'fields_changed').map(({ changes }) => changes.length),
      );
      if (!next) break;
      after = next;
    }
    expect(counts).toEqual(Array.from({ length: 300 }, () => 3));
  });

  it('is filtered by kind and searched by labels, visible values and titles, never by hidden ones', async () => {
    const agent = await signInAs(t.current);
    const id = await clientWithEveryEvent(agent);
    expect(await eventsOf(agent, id, { kind: 'note' })).toEqual(['call', 'notes_changed']);
    expect(await eventsOf(agent, id, { kind: 'task' })).toEqual(['task_done', 'task_made']);
    expect(await eventsOf(agent, id, { kind: 'change' })).toEqual(['fields_changed', 'client_created']);
    expect(await eventsOf(agent, id, { q: 'medigap' })).toEqual(['call']);
    expect(await eventsOf(agent, id, { q: 'DECLINED' })).toEqual(['form_declined']);
    expect(await eventsOf(agent, id, { q: 'baker' })).toEqual(['fields_changed']);
    expect(await eventsOf(agent, id, { q: 'prescription' })).toEqual(['fields_changed']);
    for (const q of ['metformin', '6789', 'hates', '%', '100%_']) {
      expect([q, await eventsOf(agent, id, { q })]).toEqual([q, []]);
    }
    expect(await eventsOf(agent, id, { q: 'quote', kind: 'mail' })).toEqual([]);
  });

  it('rejects an invalid cursor, a limit above 100, and an unknown client', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const statusOf = async (of: number, query: object) =>
      (await agent.call(listClientTimeline, { params: { id: of }, query })).status;
    expect(await statusOf(id, { after: 'x' })).toBe(400);
    expect(await statusOf(id, { after: '2026-13-40T00:00:00.000000Z_1_call' })).toBe(400);
    expect(await statusOf(id, { limit: 101 })).toBe(400);
    expect(await statusOf(id, { kind: 'fax' })).toBe(400);
    expect(await statusOf(99_999_999, {})).toBe(404);
  });
});

describe('a client’s timeline under restricted access', () => {
  const giveTo = (agentId: number, id: number) =>
    sql('update clients set owner_agent_id = $1 where id = $2', [agentId, id]);

  it('shows the same as without restricted access, except links to a form or a session of a client that the agent cannot see', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const [agent, colleague] = [await signInAs(t.current), await signInAs(t.current)];
    const [id, other] = [await clientWithEveryEvent(owner), await clientWithEveryEvent(owner)];
    await giveTo(agent.agent.id, id);
    await giveTo(colleague.agent.id, other);
    const complete = await read(owner, id);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    try {
      expect(await read(agent, id)).toEqual(complete);
      await expect(read(colleague, id)).rejects.toThrow('404');
      for (const { event } of complete.lines)
        expect((await read(agent, id, { q: event })).lines).toEqual(
          (await read(owner, id, { q: event })).lines,
        );
      await sql(
        `update secure_links set session_form_id = (select max(id) from session_forms where client_id = $2) where client_id = $1`,
        [id, other],
      );
      expect(await eventsOf(owner, id)).toEqual(ALL);
      expect(await eventsOf(agent, id)).toEqual(ALL.filter((event) => !event.startsWith('link_')));
    } finally {
      await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    }
  });

  it('is not sent if the client is reassigned to a colleague while it is read', async () => {
    const [agent, colleague] = [await signInAs(t.current), await signInAs(t.current)];
    const id = await buildClient(t.current, { owner_agent_id: agent.agent.id });
    const { database } = t.current.deps;
    const readWhile = (work: () => Promise<unknown>) =>
      withAccessScope([agent.agent.id], () => readOfClient(database, id, (ofClient) => ofClient(work)));
    expect(await readWhile(async () => 'read')).toBe('read');
    await expect(readWhile(() => giveTo(colleague.agent.id, id))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
