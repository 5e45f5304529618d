import { describe, expect, it } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import type { DatabasePool } from '#platform/database/database.ts';
import { type EsignPort, type EsignSigner, SIGNERS } from '#platform/ports/esign.ts';
import {
  envelopesOf,
  errorResponse,
  failureOf,
  NEXT_POLL_MS,
  newInput,
  RETURN_URL,
  useDocusign,
} from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';
import { expectStatesAgree, stateAtDocusign } from './testing/states-agree.ts';

const w = useDocusign();
endsClean(w);

const TOKEN = /\/oauth\/token$/;
const TEN_MINUTES = 10 * 60_000;
const ROLES = { advisor: 'Advisor', client: 'Client' } as const;

/** A database that becomes unreachable for the server from the first such statement on. */
function crashingAt(database: DatabasePool, statement: RegExp): DatabasePool {
  let hasCrashed = false;
  const check = (text: string) => {
    hasCrashed ||= statement.test(text);
    if (hasCrashed) throw new Error('the server died');
  };
  return {
    ...database,
    query: async (text, values) => {
      check(text);
      return database.query(text, values);
    },
    transaction: async (work) => {
      check('transaction');
      return database.transaction(work);
    },
  };
}

async function signAs(esign: EsignPort, envelopeId: string, signer: EsignSigner): Promise<void> {
  const { fake } = w.current;
  fake.open(await esign.signingUrl({ envelopeId, signer, returnUrl: RETURN_URL }));
  fake.sign(envelopeId, ROLES[signer]);
}

describe('a server that crashes', () => {
  it.each([
    ['before it sends the request', /set tried_at/, 0],
    ['after the response, before storing it', /set envelope_id/, 1],
    ['after the envelope is stored, before its state is', /^transaction$/, 1],
  ])('%s leaves a single envelope for the next server', async (_, statement, count) => {
    const { database, esign, another, clock } = w.current;
    const input = newInput(w.current);
    const crashing = another({ database: crashingAt(database, statement) });
    await expect(crashing.createEnvelope(input)).rejects.toThrow('the server died');
    expect(await envelopesOf(w.current, input.idempotencyKey)).toHaveLength(count);
    const [row] = await database.query<{ envelope_id: string | null }>(
      'select envelope_id from docusign_envelopes where idempotency_key = $1',
      [input.idempotencyKey],
    );
    // The crashed server still holds the lease; no other server sends a request meanwhile.
    if (row?.envelope_id === null) {
      expect((await failureOf(esign.createEnvelope(input))).kind).toBe('unavailable');
      expect(await envelopesOf(w.current, input.idempotencyKey)).toHaveLength(count);
    }
    clock.advance(5 * 60_000);
    const calls = Array.from({ length: 5 }, () => another().createEnvelope(input));
    const ids = new Set((await Promise.all(calls)).map(({ envelopeId }) => envelopeId));
    const envelopes = await envelopesOf(w.current, input.idempotencyKey);
    expect([...ids]).toEqual(envelopes.map(({ envelopeId }) => envelopeId));
    for (const signer of SIGNERS) await signAs(esign, envelopes[0]?.envelopeId ?? '', signer);
    await expectStatesAgree(w.current);
  });
});

describe('tokens', () => {
  it('are replaced when they expire or are revoked during a signing', async () => {
    const { fake, esign, clock } = w.current;
    const { envelopeId } = await esign.createEnvelope(newInput(w.current));
    for (const signer of SIGNERS) {
      clock.advance(61 * 60_000);
      await esign.status(envelopeId);
      fake.oauth.revokeTokens();
      await signAs(esign, envelopeId, signer);
    }
    fake.http.calls.length = 0;
    fake.oauth.revokeTokens();
    clock.advance(NEXT_POLL_MS);
    expect(await esign.status(envelopeId)).toMatchObject(stateAtDocusign(fake, envelopeId));
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    await expectStatesAgree(w.current);
  });

  it('are replaced once when revoked during several concurrent calls', async () => {
    const { fake, esign } = w.current;
    const inputs = [1, 2, 3, 4].map(() => newInput(w.current));
    fake.http.calls.length = 0;
    fake.oauth.revokeTokens();
    await Promise.all(inputs.map((input) => esign.createEnvelope(input)));
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    for (const { idempotencyKey } of inputs) {
      expect(await envelopesOf(w.current, idempotencyKey)).toHaveLength(1);
    }
    await expectStatesAgree(w.current);
  });

  it('that are never accepted fail the call after one retry', async () => {
    const { fake, esign } = w.current;
    fake.http.failNext('POST', /\/envelopes$/, errorResponse(401, 'USER_AUTHENTICATION_FAILED'), 2);
    fake.http.calls.length = 0;
    expect((await failureOf(esign.createEnvelope(newInput(w.current)))).kind).toBe('unavailable');
    expect(fake.http.callsTo('POST', /\/envelopes$/)).toHaveLength(2);
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    await expectStatesAgree(w.current);
  });

  it('are not requested repeatedly while consent is missing, and work once it is granted', async () => {
    const { fake, another } = w.current;
    const esign = another();
    const input = newInput(w.current);
    fake.oauth.rejectWith = 'consent_required';
    const failure = await failureOf(esign.createEnvelope(input));
    expect(failure.kind).toBe('unavailable');
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    const page = /https?:\S+/.exec(failure.message)?.[0] ?? '';
    const shown = await fetch(page);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Allow Access')]);
    await fetch(page, { method: 'POST', redirect: 'manual' });
    await esign.createEnvelope(input);
    expect(await envelopesOf(w.current, input.idempotencyKey)).toHaveLength(1);
    await expectStatesAgree(w.current);
  });

  it('fail with a clear message for an integration of the other environment', async () => {
    const { fake, another, config } = w.current;
    const misconfigured = another({
      config: { ...config, DOCUSIGN_INTEGRATION_KEY: 'of-the-other-environment' },
    });
    const failure = await failureOf(misconfigured.listTemplates());
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('INTEGRATION_KEY'),
    });
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
  });
});

describe('a wrong clock', () => {
  it.each([
    ['ahead', TEN_MINUTES],
    ['behind', -TEN_MINUTES],
  ])('by ten minutes, %s, changes nothing', async (_, skew) => {
    const { fake, another, clock } = w.current;
    const ours = fixedClock(new Date(clock.now().getTime() + skew));
    const esign = another({ clock: ours });
    const input = newInput(w.current);
    const startedAt = ours.now();
    const { envelopeId } = await esign.createEnvelope(input);
    for (const signer of SIGNERS) await signAs(esign, envelopeId, signer);
    for (const { body, headers } of fake.connect.drain()) {
      expect(esign.verifyWebhook(Buffer.from(body), headers)).not.toBeNull();
      await esign.readEvent(Buffer.from(body));
    }
    clock.advance(NEXT_POLL_MS);
    ours.advance(NEXT_POLL_MS);
    expect(await esign.status(envelopeId)).toMatchObject(stateAtDocusign(fake, envelopeId));
    const changed = await esign.changedSince(new Date(startedAt.getTime() - 30 * 60_000));
    expect(changed.map((each) => each.envelopeId)).toContain(envelopeId);
    const other = await esign.createEnvelope(newInput(w.current));
    await esign.void(other.envelopeId, 'Wrong form');
    expect((await esign.status(other.envelopeId)).status).toBe('voided');
    await expectStatesAgree(w.current);
  });
});
