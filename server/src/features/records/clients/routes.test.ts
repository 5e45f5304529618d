import * as endpoints from '@ledgerline/contract/clients/endpoints';
import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientField } from '@ledgerline/contract/clients/fields/field';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { deleteClient } from './service.ts';

const t = useTestApp();
const fields: readonly ClientField[] = CLIENT_FIELDS;

const secretNumber = (kind: ClientField['identifier']) =>
  kind === 'card' ? '4111 1111 1111 1111' : '063100277';

/** A value of each kind as typed, and as it is read back. */
function sample(
  { name, kind, isNumber, identifier }: ClientField,
  n: number,
  agentId: number,
): [string | number, string | number] {
  if (kind === 'agent') return [String(agentId), agentId];
  if (name === 'status') return ['lead', 'lead'];
  if (name === 'cvc' || name === 'mp_pass') return ['1234567', '••••'];
  if (kind === 'secret')
    return name.endsWith('ssn')
      ? ['900-12-3456', '•••-••-3456']
      : [isNumber ? secretNumber(identifier) : 'X063100277', identifier === 'card' ? '••••1111' : '••••0277'];
  if (isNumber) return [` 12-${1_000_000 + n} `, `12-${1_000_000 + n}`];
  if (kind === 'date') return ['2/28/2021', '2021-02-28'];
  if (kind === 'money') return [`$1,0${10 + (n % 80)}.5`, Number(`10${10 + (n % 80)}.5`)];
  if (kind === 'percent') return ['12.5%', 12.5];
  if (kind === 'email') return [`a${n}@example.org`, `a${n}@example.org`];
  if (kind === 'phone') return ['+1 (555) 555-0123', '+1 (555) 555-0123'];
  if (kind === 'url') return ['https://example.org/x.pdf', 'https://example.org/x.pdf'];
  return kind === 'richtext' ? [`<p><b>n${n}</b></p>`, `<p><b>n${n}</b></p>`] : [` t${n} `, `t${n}`];
}

describe('creating a client', () => {
  it('returns the new id and stores every field of the catalog', async () => {
    const agent = await signInAs(t.current);
    const samples = fields.map((field, n) => [field.name, ...sample(field, n, agent.agent.id)] as const);
    const { status, body } = await agent.call(endpoints.createClient, {
      body: Object.fromEntries(samples.map(([name, typed]) => [name, typed])),
    });
    expect([status, body.id]).toEqual([201, body.data.id]);
    const { body: read } = await agent.call(endpoints.getClient, { params: { id: body.id } });
    expect(read.data).toMatchObject(Object.fromEntries(samples.map(([name, , stored]) => [name, stored])));
    expect(read.data).toEqual(body.data);
  });

  it('accepts a nearly empty one with status new', async () => {
    const agent = await signInAs(t.current);
    const { status, body } = await agent.call(endpoints.createClient, { body: {} });
    expect([status, body.data.status, body.data.client_first_name, body.data.dob]).toEqual([
      201,
      'new',
      null,
      null,
    ]);
  });

  it('names the field of each invalid value and creates nothing', async () => {
    const agent = await signInAs(t.current);
    const { status, error } = await agent.call(endpoints.createClient, {
      body: { client_last_name: 'Nowhere', primary_email: 'abc', dob: 'soon' },
    });
    expect(status).toBe(400);
    expect(error.details?.fields?.map(({ path }) => path)).toEqual(['dob', 'primary_email']);
    const { body } = await agent.call(endpoints.listClients, { query: { q: 'Nowhere' } });
    expect(body.total).toBe(0);
  });
});

describe('changing a client', () => {
  it('changes the submitted fields and leaves the others', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, {
      bank_name: 'Old Bank',
      occupation: 'Baker',
      ssn: '900-11-2222',
    });
    const before = (await agent.call(endpoints.getClient, { params: { id } })).body.data;
    t.current.clock.advance(1000);
    const { body } = await agent.call(endpoints.updateClient, {
      params: { id },
      body: { bank_name: 'New Bank' },
    });
    expect(body.data).toEqual({ id, bank_name: 'New Bank', updated_at: expect.any(String) });
    expect(body.data.updated_at).not.toBe(before.updated_at);
    const { body: after } = await agent.call(endpoints.getClient, { params: { id } });
    expect(after.data).toEqual({ ...before, ...body.data });
  });

  it('is the same under both names of email and phone', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const { body } = await agent.call(endpoints.updateClient, {
      params: { id },
      body: { client_email: 'a@example.org', client_phone: '555 0100' },
    });
    expect(body.data).toMatchObject({
      client_email: 'a@example.org',
      primary_email: 'a@example.org',
      client_phone: '555 0100',
      primary_phone: '555 0100',
    });
  });

  it('empties a date with null and with the empty text', async () => {
    const agent = await signInAs(t.current);
    for (const empty of [null, '']) {
      const id = await buildClient(t.current, { spouse_dob: '1990-05-31' });
      const { body } = await agent.call(endpoints.updateClient, {
        params: { id },
        body: { spouse_dob: empty },
      });
      expect(body.data.spouse_dob).toBe(null);
    }
  });

  it('leaves secrets alone when the whole record is sent back with its masks', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, {
      ssn: '900-11-2222',
      cvc: '123',
      mp_pass: 'hunter2!',
      agi: 1.1,
    });
    const { body: read } = await agent.call(endpoints.getClient, { params: { id } });
    const { status } = await agent.call(endpoints.updateClient, { params: { id }, body: read.data as never });
    expect(status).toBe(200);
    for (const [field, value] of [
      ['ssn', '900-11-2222'],
      ['cvc', '123'],
      ['mp_pass', 'hunter2!'],
    ] as const) {
      const { body } = await agent.call(endpoints.revealClientField, { params: { id }, body: { field } });
      expect(body.value).toBe(value);
    }
    const { body: history } = await agent.call(endpoints.listClientHistory, { params: { id } });
    expect(history.data.filter(({ action }) => action === 'updated')).toEqual([]);
  });

  it('removes scripts from a note', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const { body } = await agent.call(endpoints.updateClient, {
      params: { id },
      body: { notes: '<p onclick="x()">Hi <img src=x onerror=alert(1)><script>alert(1)</script></p>' },
    });
    expect(body.data.notes).toBe('<p>Hi </p>');
  });

  it('to inactive keeps all other values', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Baker' });
    const { body } = await agent.call(endpoints.updateClient, {
      params: { id },
      body: { status: 'inactive' },
    });
    expect(body.data).toMatchObject({ status: 'inactive' });
    const { body: read } = await agent.call(endpoints.getClient, { params: { id } });
    expect(read.data).toMatchObject({ status: 'inactive', occupation: 'Baker' });
  });

  it('returns 404 for an unknown id', async () => {
    const agent = await signInAs(t.current);
    for (const endpoint of [endpoints.updateClient, endpoints.getClient, endpoints.deleteClient]) {
      const { status, error } = await agent.call(endpoint, { params: { id: 999999 }, body: {} as never });
      expect([status, error.message]).toEqual([404, 'Client not found.']);
    }
  });

  it('distinguishes amounts to the cent', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const set = (agi: string | number) =>
      agent.call(endpoints.updateClient, { params: { id }, body: { agi } });
    for (const amount of [0.1, 0.29, 1.1, 4.35, 1234567.89, 99999999999.99]) {
      expect((await set(amount)).body.data.agi).toBe(amount);
    }
    for (const amount of ['1.234', '1e9', '--1', 1e21, 1e12]) expect((await set(amount)).status).toBe(400);
  });
});

describe('deleting a client', () => {
  it('removes it from reading and from the list', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { client_last_name: 'Leaving' });
    expect((await agent.call(endpoints.getRelatedData, { params: { id } })).body.data).toMatchObject({
      sessions: 0,
      documents: 0,
      forms: 0,
      hasRelated: false,
    });
    expect((await agent.call(endpoints.deleteClient, { params: { id } })).status).toBe(200);
    expect((await agent.call(endpoints.getClient, { params: { id } })).status).toBe(404);
    expect((await agent.call(endpoints.listClients, { query: { q: 'Leaving' } })).body.total).toBe(0);
  });

  it('is rejected while it has related data, and names it', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const actor = { kind: 'agent', name: 'A', signInId: 1, ...agent.agent } as const;
    const none = { sessions: 0, documents: 0, forms: 0, invoices: 0, policies: 0 };
    const related = [{ sessions: 1, documents: 2, forms: 3 }, { invoices: 1 }, { policies: 1 }];
    for (const counts of related.map((some) => ({ ...none, ...some }))) {
      const rejected = t.current.deps.database.transaction((db) =>
        deleteClient({ ...t.current.systemContext(), actor, db }, id, async () => () => counts),
      );
      await expect(rejected).rejects.toMatchObject({ code: 'has_related_data', details: counts });
    }
    expect((await agent.call(endpoints.getClient, { params: { id } })).status).toBe(200);
  });
});

describe('revealing a secret', () => {
  it('returns one value, logs the viewer, and rejects fields that are not secret', async () => {
    const agent = await signInAs(t.current, { first_name: 'Rita', last_name: 'Revealer' });
    const id = await buildClient(t.current, { ssn: '900-11-2222' });
    const { body } = await agent.call(endpoints.revealClientField, {
      params: { id },
      body: { field: 'ssn' },
    });
    expect(body).toEqual({ success: true, field: 'ssn', value: '900-11-2222' });
    const { body: history } = await agent.call(endpoints.listClientHistory, { params: { id } });
    expect(history.data[0]).toMatchObject({
      action: 'revealed',
      field: 'ssn',
      actor: 'Rita Revealer',
      to: null,
    });
    const plain = await agent.call(endpoints.revealClientField, { params: { id }, body: { field: 'dob' } });
    expect([plain.status, plain.error.message]).toEqual([400, 'field is not a secret field']);
    const unknown = await agent.call(endpoints.revealClientField, {
      params: { id },
      body: { field: 'password_hash' as never },
    });
    expect([unknown.status, unknown.error.message]).toEqual([400, 'field must be a client field']);
  });

  it('is limited to 30 a minute for each agent', async () => {
    const agent = await signInAs(t.current);
    const other = await signInAs(t.current);
    const id = await buildClient(t.current, { ssn: '900-11-2222' });
    const reveal = (by: typeof agent) =>
      by.call(endpoints.revealClientField, { params: { id }, body: { field: 'ssn' } });
    for (let n = 0; n < 30; n++) expect((await reveal(agent)).status).toBe(200);
    const rejected = await reveal(agent);
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '60']);
    expect((await reveal(other)).status).toBe(200);
    t.current.clock.advance(61_000);
    expect((await reveal(agent)).status).toBe(200);
  });

  it('leaves no plain text in the database, not even for a retry with an Idempotency-Key', async () => {
    const agent = await signInAs(t.current);
    const secret = 'swordfish-4711-xyz';
    const id = await buildClient(t.current, { dl_or_ppnumber: secret });
    await agent.call(endpoints.updateClient, { params: { id }, body: { dl_or_ppnumber: `${secret}2` } });
    await agent.call(endpoints.revealClientField, {
      params: { id },
      body: { field: 'dl_or_ppnumber' },
      headers: { 'idempotency-key': 'reveal-once' },
    });
    for (const table of ['clients', 'audit_events', 'idempotency_keys']) {
      const [row] = await t.current.deps.database.query<{ n: number }>(
        `select count(*) as n from ${table} as r where r::text like $1`,
        ['%swordfish%'],
      );
      expect([table, row?.n]).toEqual([table, 0]);
    }
  });
});

describe('rich text far beyond its limit', () => {
  it('is rejected without the cost of sanitizing it', async () => {
    const agent = await signInAs(t.current);
    const params = { id: await buildClient(t.current) };
    const before = performance.now();
    const { status, error } = await agent.call(endpoints.updateClient, {
      params,
      body: { notes: '<ul>'.repeat(200_000) },
    });
    expect([status, error.details?.fields?.[0]]).toEqual([
      400,
      { path: 'notes', message: 'must be at most 100000 characters' },
    ]);
    // Sanitizing it would take more than a minute.
    expect(performance.now() - before).toBeLessThan(30_000);
  });

  it('is rejected even if it would be short without its whitespace and tags', async () => {
    const agent = await signInAs(t.current);
    const params = { id: await buildClient(t.current) };
    const notes = `<script>alert(1)</script>${' '.repeat(100_000)}`;
    expect((await agent.call(endpoints.updateClient, { params, body: { notes } })).status).toBe(400);
  });
});
