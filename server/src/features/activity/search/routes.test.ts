import { deleteClient } from '@ledgerline/contract/clients/endpoints';
import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { listRecents, searchEverything } from '@ledgerline/contract/search/endpoints';
import { SEARCH_KINDS, type SearchKind } from '@ledgerline/contract/search/kinds';
import { deleteSession } from '@ledgerline/contract/sessions/endpoints';
import { createTask, finishTask } from '@ledgerline/contract/tasks/endpoints';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildClient,
  buildDocument,
  buildSession,
  buildSubmission,
  buildTemplate,
  signInAs,
} from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = (text: string, values: unknown[] = []) => t.current.deps.database.query(text, values);
type Agent = Awaited<ReturnType<typeof signInAs>>;

let owner: Agent;
let plain: Agent;
beforeAll(async () => {
  owner = await signInAs(t.current, { is_owner: true });
  plain = await signInAs(t.current);
});

async function find(q: string, agent: Agent = owner) {
  const { status, body, error } = await agent.call(searchEverything, { query: { q } });
  if (status !== 200) throw new Error(`the search answered ${status}: ${error.message}`);
  return body.sections;
}
const found = async (kind: SearchKind, q: string, agent?: Agent) =>
  (await find(q, agent)).find((section) => section.kind === kind)?.rows ?? [];
const ids = async (kind: SearchKind, q: string, agent?: Agent) =>
  (await found(kind, q, agent)).map(({ id }) => id);
const addTask = async (title: string, client_id: number | null = null) =>
  (await owner.call(createTask, { body: { title, client_id, due_day: '2026-11-25', due_time: '15:00' } }))
    .body.task.id;

describe('clients', () => {
  it('are found by the beginnings of both names, of their email, and by parts of all that their list searches', async () => {
    const id = await buildClient(t.current, {
      client_first_name: 'Zoraida',
      client_last_name: 'Quintanilla-Vega',
      primary_email: 'zq@harbor.example',
      primary_phone: '3055550177',
      current_health_plan_name: 'Silver Palmetto',
    });
    for (const q of ['zo', 'qu', 'zq', 'zoraida quint', 'quintanilla-vega zor', 'Quintanilla-Vega, Z'])
      expect([q, await ids('client', q)]).toEqual([q, [id]]);
    for (const q of ['tanilla', 'raida', 'palmetto', '550177', '(305) 555-0177', 'ZQ@HARBOR.example'])
      expect([q, await ids('client', q)]).toEqual([q, [id]]);
    expect(await found('client', 'zoraida')).toEqual([
      {
        id,
        title: 'Zoraida Quintanilla-Vega',
        subtitle: 'zq@harbor.example · (305) 555-0177',
        client_id: id,
      },
    ]);
  });

  it('are found without their accents, and by two letters only from the start of a name', async () => {
    const id = await buildClient(t.current, { client_first_name: 'Íñigo', client_last_name: 'Ürkiza' });
    for (const q of ['iñ', 'in', 'IN', 'ur', 'ürkiza', 'urkiza i'])
      expect([q, (await ids('client', q)).includes(id)]).toEqual([q, true]);
    for (const q of ['ki', 'go', 'za'])
      expect([q, (await ids('client', q)).includes(id)]).toEqual([q, false]);
  });

  it('lists names that start with it before those that contain it, five at most, and reports that there are more', async () => {
    const inner = await buildClient(t.current, { client_first_name: 'Amy', client_last_name: 'Oxbrook' });
    const first = await buildClient(t.current, { client_first_name: 'Brook', client_last_name: 'Yarrow' });
    expect(await ids('client', 'brook')).toEqual([first, inner]);
    for (let n = 0; n < 5; n++) await buildClient(t.current, { client_last_name: `Brookes${n}` });
    const [section] = await find('brook');
    expect([section?.rows.length, section?.has_more]).toEqual([5, true]);
    expect(section?.rows.map(({ id }) => id)).not.toContain(inner);
  });
});

describe('data of a client', () => {
  it('is found by its own words, each with a link to it', async () => {
    const client_id = await buildClient(t.current, {
      client_first_name: 'Rosa',
      client_last_name: 'Marinero',
    });
    const session = await buildSession(t.current, { client_id, session_type: 'Xylograph review' });
    const submission = await buildSubmission(t.current, { session, title: 'Xylograph application' });
    const document = await buildDocument(t.current, {
      ...{ session_form_id: submission.id, client_id, file_name: 'xylograph-card.pdf' },
    });
    const invoice = await buildInvoice(t.current, { customer_id: client_id });
    await sql(`update invoices set title = 'Xylograph advice' where id = $1`, [invoice.id]);
    const template = await buildTemplate(t.current, { form_name_agent: 'Xylograph form' });
    const task = await addTask('Order xylographs', client_id);
    const sections = await find('xylograph');
    expect(sections.map(({ kind, rows, has_more }) => [kind, rows.map(({ id }) => id), has_more])).toEqual([
      ['client', [], false],
      ['submission', [submission.id], false],
      ['session', [session.id], false],
      ['invoice', [invoice.id], false],
      ['document', [document.id], false],
      ['template', [template.id], false],
      ['task', [task], false],
    ]);
    expect(
      sections.flatMap(({ rows }) => rows.map(({ title, subtitle }) => `${title} | ${subtitle}`)),
    ).toEqual([
      'Xylograph application | Rosa Marinero · 11/20/2026',
      'Xylograph review | Rosa Marinero · 11/20/2026',
      'Xylograph advice | Casey Client · $100.00',
      'xylograph-card.pdf | Rosa Marinero · 11/20/2026',
      'Xylograph form | PDF',
      'Order xylographs | due Wed Nov 25, 3:00 PM · Rosa Marinero',
    ]);
    expect(sections[1]?.rows[0]?.client_id).toBe(client_id);
    const theirs = await find('rosa marinero');
    expect(theirs.map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1, 1, 0, 1]);
    const short = await find('xy');
    expect(short.map(({ rows }) => rows.length)).toEqual([0, 1, 1, 1, 1, 1, 1]);
    expect((await find('ra')).flatMap(({ rows }) => rows.map(({ title }) => title))).not.toContain(
      'Xylograph review',
    );
  });

  it('is no longer found once it is deleted or done, and is deleted with its client', async () => {
    const client_id = await buildClient(t.current, { client_last_name: 'Vanisher' });
    const session = await buildSession(t.current, { client_id, session_type: 'Wombat talk' });
    const task = await addTask('Feed the wombat', client_id);
    expect([await ids('session', 'wombat'), await ids('task', 'wombat')]).toEqual([[session.id], [task]]);
    await owner.call(finishTask, { params: { id: task } });
    await owner.call(deleteSession, { params: { id: session.id } });
    expect((await find('wombat')).flatMap(({ rows }) => rows)).toEqual([]);
    await owner.call(deleteClient, { params: { id: client_id } });
    expect((await find('vanisher')).flatMap(({ rows }) => rows)).toEqual([]);
  });

  it('finds an older item among more matches than are scanned first', async () => {
    const session = await buildSession(t.current, { session_type: 'Narwhal plan' });
    await sql(
      `insert into sessions (client_id, session_type, created_at, updated_at)
       select $1, 'Filler ' || n, now(), now() from generate_series(1, 300) n`,
      [session.client_id],
    );
    expect(await ids('session', 'narwhal')).toEqual([session.id]);
    expect(await ids('session', 'arwha')).toEqual([session.id]);
  });

  it('shows the newest five of many', async () => {
    const { client_id } = await buildSession(t.current, { session_type: 'Ostrich 1' });
    const sessionIds: number[] = [];
    for (let n = 2; n < 8; n++)
      sessionIds.unshift((await buildSession(t.current, { client_id, session_type: `Ostrich ${n}` })).id);
    const section = (await find('ostrich')).find(({ kind }) => kind === 'session');
    expect([section?.rows.map(({ id }) => id), section?.has_more]).toEqual([sessionIds.slice(0, 5), true]);
  });
});

describe('a number', () => {
  it('alone finds an invoice, the full one first, and a part of a phone', async () => {
    const invoice = await buildInvoice(t.current);
    await sql(`update invoices set external_ref = 'INV-77' where id = $1`, [invoice.id]);
    const longer = await buildInvoice(t.current);
    await sql(`update invoices set external_ref = 'INV-7731' where id = $1`, [longer.id]);
    expect(await ids('invoice', '77')).toEqual([invoice.id, longer.id]);
    expect(await ids('invoice', 'inv-77')).toEqual([invoice.id, longer.id]);
    expect(await ids('invoice', '7731')).toEqual([longer.id]);
    const client = await buildClient(t.current, { primary_phone: '7867731999' });
    expect(await ids('client', '786 773')).toEqual([client]);
  });
});

describe('secrets', () => {
  const secrets = CLIENT_FIELDS.filter(({ kind }) => kind === 'secret');

  it('never find their client, in full, in part, or by the digits that the mask shows', async () => {
    const id = await buildClient(t.current, { client_last_name: 'Hiddenson', primary_phone: '2125550100' });
    const digit = fc.constantFrom('3', '4', '6', '7', '8', '9');
    const numbers = fc.array(digit, { minLength: 9, maxLength: 9 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...secrets), numbers, async ({ name }, value) => {
        const other = await buildClient(t.current, { client_last_name: 'Hiddenson' });
        await sql(`update clients set "${name}" = $2, "${name}_last4" = $3 where id = $1`, [
          ...[other, value, value.slice(-4)],
        ]);
        for (const q of [
          value,
          value.slice(-4),
          `${value.slice(0, 3)}-${value.slice(3, 5)}-${value.slice(5)}`,
        ])
          expect([name, q, (await ids('client', q)).filter((one) => one === other || one === id)]).toEqual([
            ...[name, q, []],
          ]);
      }),
      { numRuns: 40 },
    );
  });

  it('nor do notes, health or addresses of a client, answers of a form, or notes of a form or session', async () => {
    const id = await buildClient(t.current, {
      ...{
        notes: '<p>Pangolin</p>',
        name_of_rx1: 'Pangolin',
        address: 'Pangolin Street',
        company: 'Pangolin',
      },
    });
    const session = await buildSession(t.current, { client_id: id, notes: 'pangolin' });
    await buildSubmission(t.current, { session, notes: 'pangolin', form_data: 'pangolin' });
    await buildTemplate(t.current, { notes: 'pangolin' });
    await sql(`update documents set notes = 'pangolin'`);
    expect((await find('pangolin')).flatMap(({ rows }) => rows)).toEqual([]);
  });
});

describe('access to kinds of results', () => {
  it('finds templates and visitors’ forms only for those who may open the forms area', async () => {
    const template = await buildTemplate(t.current, { form_name_agent: 'Kestrel consent' });
    const visitors = await buildSubmission(t.current, { title: 'Kestrel consent', first_name: 'Vic' });
    const submission = await buildSubmission(t.current, {
      ...{ title: 'Kestrel consent', client_id: await buildClient(t.current) },
    });
    expect(await ids('template', 'kestrel')).toEqual([template.id]);
    expect(await ids('submission', 'kestrel')).toEqual([submission.id, visitors.id]);
    expect(await ids('submission', 'kestrel', plain)).toEqual([submission.id]);
    expect((await find('kestrel', plain)).map(({ kind }) => kind)).toEqual(
      SEARCH_KINDS.filter((kind) => kind !== 'template'),
    );
    const things = `template.${template.id},submission.${visitors.id},submission.${submission.id}`;
    const named = async (agent: Agent) => (await agent.call(listRecents, { query: { things } })).body.rows;
    expect((await named(owner)).map(({ kind, id }) => [kind, id])).toEqual([
      ...[
        ['template', template.id],
        ['submission', visitors.id],
        ['submission', submission.id],
      ],
    ]);
    expect((await named(plain)).map(({ id }) => id)).toEqual([submission.id]);
  });
});

describe('special characters', () => {
  it('are taken literally: wildcards match themselves', async () => {
    const id = await buildClient(t.current, { client_first_name: '100%_\\', client_last_name: 'Literal' });
    expect(await ids('client', '100%_\\')).toEqual([id]);
    expect(await ids('client', '%_\\')).toEqual([]);
    for (const q of ['%%', '__', '\\\\', '%%%', '1_0', 'Lit%ral'])
      expect([q, await ids('client', q)]).toEqual([q, []]);
  });

  it('is two characters at least, of those that can be seen, and 200 at most', async () => {
    const statusOf = async (q: string) => (await owner.call(searchEverything, { query: { q } })).status;
    expect(await statusOf('a')).toBe(400);
    expect(await statusOf('  a ')).toBe(400);
    expect(await statusOf('a'.repeat(201))).toBe(400);
    expect((await find('\u200b\u200b')).flatMap(({ rows }) => rows)).toEqual([]);
    expect((await find('ж'.repeat(200))).flatMap(({ rows }) => rows)).toEqual([]);
  });

  it('gets a response whatever the text is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 2, maxLength: 40 }), async (q) => {
        const { status } = await plain.call(searchEverything, { query: { q } });
        expect([JSON.stringify(q), [200, 400].includes(status)]).toEqual([JSON.stringify(q), true]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('recents', () => {
  it('are named in their order; deleted ones are left out', async () => {
    const client = await buildClient(t.current, { client_first_name: 'Rae', client_last_name: 'Cent' });
    const session = await buildSession(t.current, { client_id: client, session_type: 'Recent talk' });
    const invoice = await buildInvoice(t.current, { customer_id: client });
    const things = `session.${session.id},client.999999,invoice.${invoice.id},client.${client}`;
    const { body } = await plain.call(listRecents, { query: { things } });
    expect(body.rows.map(({ kind, id, title }) => [kind, id, title])).toEqual([
      ['session', session.id, 'Recent talk'],
      ['invoice', invoice.id, 'Policy review'],
      ['client', client, 'Rae Cent'],
    ]);
  });

  it.each(['', 'client', 'client.0', 'client.-1', 'agent.1', 'client.1,', "client.1'"])(
    'rejects %j',
    async (things) => {
      expect((await plain.call(listRecents, { query: { things } })).status).toBe(400);
    },
  );
});
