import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import { createSubmission, getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventHandlers } from '#app';
import { TEMPLATE_SYNC_QUEUE } from '#features/forms/templates/sync/run-sync.ts';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import { createFieldCipher } from '#platform/secrets/field-cipher.ts';
import type { KeyRing } from '#platform/secrets/key-ring.ts';
import { reencryptAll } from '#platform/secrets/rotate-keys.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { MAX_ATTEMPTS, processEvent, replayParked, retryWaiting } from './receive-event.ts';

const t = useTestApp();
const MEBIBYTE = 1024 * 1024;
const OLD = { id: 'test', key: Buffer.alloc(32, 1) };

interface Row {
  id: number;
  status: string;
  error: string | null;
  raw: string | null;
}
const stored = () => t.current.deps.database.query<Row>('select * from provider_events order by id');
const work = (id: number) => processEvent(t.current.deps, eventHandlers, id);

/** An outside provider as the webhook endpoint sees it: a signed message says which envelope it is about. */
let states: Map<string, EnvelopeState>;
beforeAll(() => {
  const builtin = t.current.deps.esign;
  t.current.deps.esign = {
    ...builtin,
    name: 'docusign',
    hasOwnPage: false,
    verifyWebhook: (rawBody, headers) =>
      headers['x-signature'] === 'right'
        ? {
            eventId: `evt ${rawBody.toString('utf8', 0, 60)}`,
            type: 'envelope-completed',
            at: new Date(),
            body: rawBody,
          }
        : null,
    readEvent: async (rawBody) => {
      const { envelope } = JSON.parse(rawBody.toString('utf8'));
      return states.get(envelope) ?? null;
    },
    document: async () => Buffer.from('%PDF-1.4 signed %%EOF'),
  };
});
beforeEach(() => {
  states = new Map();
  const { send } = t.current.deps.jobs;
  vi.spyOn(t.current.deps.jobs, 'send').mockImplementation(async (db, queue, data) => {
    if (queue === TEMPLATE_SYNC_QUEUE) await send(db, queue, data);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.current.deps.database.query('delete from provider_events');
});

const post = (payload: Buffer | string, headers: Record<string, string> = { 'x-signature': 'right' }) =>
  t.current.app.inject({ method: 'POST', url: '/api/webhooks/esign', payload, headers });
const message = (envelope: string, fields: object = {}) => JSON.stringify({ envelope, ...fields });

/** A form with an envelope out for signature, and the state of the envelope when both have signed. */
async function formOut() {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const form = body.forms.find(({ form_name_agent }) => form_name_agent === 'Broker of Record Letter');
  const client_id = await buildClient(t.current);
  const created = await agent.call(createSubmission, { body: { client_id, form_id: form?.id ?? 0 } });
  const { envelopeId } = (await agent.call(openEnvelope, { params: { id: String(created.body.id) } })).body;
  const signedAt = new Date('2026-11-20T15:00:00Z');
  const state: EnvelopeState = {
    ...(await t.current.deps.esign.status(envelopeId)),
    status: 'completed',
    signers: [
      { role: 'advisor', status: 'signed', signedAt },
      { role: 'client', status: 'signed', signedAt },
    ],
    completedAt: signedAt,
  };
  const read = async () => (await agent.call(getSubmission, { params: { id: created.body.id } })).body.data;
  return { id: created.body.id, envelopeId, state, read };
}

async function received(envelope: string, fields: object = {}): Promise<Row> {
  expect((await post(message(envelope, fields))).statusCode).toBe(200);
  const row = (await stored()).at(-1);
  if (!row) throw new Error('the event was not stored');
  return row;
}

describe('the webhook endpoint of the e-signature provider', () => {
  it('stores a signed message once and encrypted, and responds immediately', async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => post(message('e1', { recipient: 'Ana Prueba' }))),
    );
    expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const rows = await stored();
    expect(rows).toMatchObject([{ status: 'new', port: 'esign', provider: 'docusign', square_account: '' }]);
    const base64 = Buffer.from(message('e1', { recipient: 'Ana Prueba' })).toString('base64');
    expect(rows[0]?.raw).toMatch(/^v1\.test\./);
    for (const plain of ['Ana Prueba', base64.slice(0, 20)]) expect(rows[0]?.raw).not.toContain(plain);
    expect(t.current.deps.jobs.send).toHaveBeenCalledOnce();
  });

  it('accepts a full message with its recipients, but at most 1 MB', async () => {
    const warn = vi.spyOn(t.current.deps.log, 'warn');
    const fits = message('e1', { tabs: 'x'.repeat(MEBIBYTE - 100) });
    expect((await post(fits)).statusCode).toBe(200);
    expect((await post(Buffer.alloc(MEBIBYTE + 1, 'y'))).statusCode).toBe(413);
    expect(await stored()).toHaveLength(1);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('yyyy');
    expect(warn).toHaveBeenCalledOnce();
  });

  it('rejects unsigned messages, and limits their log entries', async () => {
    const warn = vi.spyOn(t.current.deps.log, 'warn');
    t.current.clock.advance(60_000);
    for (let n = 0; n < 50; n += 1) {
      expect((await post(message('secret'), n % 2 ? { 'x-signature': 'wrong' } : {})).statusCode).toBe(401);
    }
    expect(warn).toHaveBeenCalledTimes(20);
    t.current.clock.advance(60_000);
    await post(message('secret'), {});
    expect(warn.mock.calls.map(([about]) => about)).toContainEqual({ count: 30 });
    expect(JSON.stringify(warn.mock.calls)).not.toContain('secret');
    expect(await stored()).toEqual([]);
  });
});

describe('processing an envelope event', () => {
  it('stores the signatures and has the finished document fetched, once however often it is reported', async () => {
    const { id, envelopeId, state, read } = await formOut();
    states.set(envelopeId, state);
    const first = await received(envelopeId, { n: 1 });
    const second = await received(envelopeId, { n: 2 });
    vi.mocked(t.current.deps.jobs.send).mockClear();
    await Promise.all([first, second, first].map((row) => work(row.id)));
    expect(await read()).toMatchObject({ has_advisor_signature: true, has_client_signature: true });
    expect(t.current.deps.jobs.send).toHaveBeenCalledWith(expect.anything(), 'esign-sync', { id });
    expect(await stored()).toMatchObject([
      { status: 'processed', raw: null },
      { status: 'processed', raw: null },
    ]);
  });

  it('never moves backwards when an older message arrives late', async () => {
    const { envelopeId, state, read } = await formOut();
    states.set(envelopeId, state);
    await work((await received(envelopeId, { n: 1 })).id);
    states.set(envelopeId, {
      ...state,
      status: 'sent',
      signers: state.signers.map((signer) => ({ ...signer, status: 'waiting', signedAt: null })),
    });
    const late = await received(envelopeId, { n: 2 });
    await work(late.id);
    expect(await read()).toMatchObject({ has_advisor_signature: true, envelope_status: 'completed' });
  });

  it('marks an envelope that is not ours as ignored', async () => {
    await work((await received('not ours')).id);
    expect(await stored()).toMatchObject([{ status: 'processed', note: 'ignored', raw: null }]);
  });

  it('parks a malformed message with the reason, and processes it when it is replayed', async () => {
    const { envelopeId, state, read } = await formOut();
    expect((await post('{"envelope": ')).statusCode).toBe(200);
    const [row] = await stored();
    for (let n = 1; n < MAX_ATTEMPTS; n += 1) {
      await expect(work(row?.id ?? 0)).rejects.toThrow(SyntaxError);
    }
    await work(row?.id ?? 0);
    expect(await stored()).toMatchObject([{ status: 'parked', error: expect.stringContaining('JSON') }]);
    await retryWaiting(t.current.deps, eventHandlers);
    expect(await stored()).toMatchObject([{ status: 'parked' }]);

    vi.spyOn(t.current.deps.esign, 'readEvent').mockResolvedValue({ ...state, envelopeId });
    expect(await replayParked(t.current.systemContext(), row?.id)).toBe(1);
    await work(row?.id ?? 0);
    expect(await stored()).toMatchObject([{ status: 'processed', error: null }]);
    expect(await read()).toMatchObject({ has_client_signature: true });
  });

  it('retries a message that arrived before its form was linked to the envelope', async () => {
    const { id, envelopeId, state, read } = await formOut();
    states.set(envelopeId, state);
    const { database } = t.current.deps;
    await database.query('update session_forms set envelope_id = null where id = $1', [id]);
    const row = await received(envelopeId);
    for (let n = 1; n < MAX_ATTEMPTS; n += 1)
      await expect(work(row.id)).rejects.toThrow('no form here has envelope');
    await work(row.id);
    await retryWaiting(t.current.deps, eventHandlers);
    expect(await stored()).toMatchObject([{ status: 'parked' }]);
    await database.query('update session_forms set envelope_id = $2 where id = $1', [id, envelopeId]);
    await retryWaiting(t.current.deps, eventHandlers);
    await work(row.id);
    expect(await read()).toMatchObject({ has_client_signature: true });
  });

  it('decrypts waiting events after a key rotation', async () => {
    const row = await received('not ours');
    const ring: KeyRing = {
      fieldKeys: [{ id: 'k9', key: Buffer.alloc(32, 9) }, OLD],
      tokenSecret: Buffer.alloc(48, 7),
    };
    expect(await reencryptAll(t.current.deps.database, ring)).toBeGreaterThan(0);
    expect((await stored())[0]?.raw).toMatch(/^v1\.k9\./);
    const cipher = createFieldCipher({ ...ring, fieldKeys: ring.fieldKeys.slice(0, 1) });
    await processEvent({ ...t.current.deps, cipher }, eventHandlers, row.id);
    expect(await stored()).toMatchObject([{ status: 'processed' }]);
  });
});
