import { describe, expect, it } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import type { DatabasePool } from '#platform/database/database.ts';
import { type EsignPort, type EsignSigner, SIGNERS } from '#platform/ports/esign.ts';
import { bookedState, expectBooksAgree } from './testing/books-agree.ts';
import {
  envelopesOf,
  errorResponse,
  failureOf,
  NEXT_LOOK_MS,
  newInput,
  RETURN_URL,
  useDocusign,
} from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';

const w = useDocusign();
endsClean(w);

const TOKEN = /\/oauth\/token$/;
const TEN_MINUTES = 10 * 60_000;
const ROLES = { advisor: 'Advisor', client: 'Client' } as const;

/** A database that the server does not reach any more from the first such statement on. */
function dyingAt(database: DatabasePool, statement: RegExp): DatabasePool {
  let isDead = false;
  const check = (text: string) => {
    isDead ||= statement.test(text);
    if (isDead) throw new Error('the server died');
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

describe('a server that dies', () => {
  it.each([
    ['before it asks DocuSign', /set tried_at/, 0],
    ['with the answer in hand, before it is stored', /set envelope_id/, 1],
    ['after the envelope is stored, before its state is', /^transaction$/, 1],
  ])('%s leaves one envelope to the next', async (_, statement, count) => {
    const { database, esign, another, clock } = w.current;
    const input = newInput(w.current);
    const dying = another({ database: dyingAt(database, statement) });
    await expect(dying.createEnvelope(input)).rejects.toThrow('the server died');
    expect(await envelopesOf(w.current, input.idempotencyKey)).toHaveLength(count);
    const [row] = await database.query<{ envelope_id: string | null }>(
      'select envelope_id from docusign_envelopes where idempotency_key = $1',
      [input.idempotencyKey],
    );
    // The dead one still holds the right to ask; nobody asks beside it.
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
    await expectBooksAgree(w.current);
  });
});

describe('tokens', () => {
  it('are made anew once they end or are revoked, in the middle of a signing', async () => {
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
    clock.advance(NEXT_LOOK_MS);
    expect(await esign.status(envelopeId)).toMatchObject(bookedState(fake, envelopeId));
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    await expectBooksAgree(w.current);
  });

  it('revoked under several calls at once are replaced once', async () => {
    const { fake, esign } = w.current;
    const inputs = [1, 2, 3, 4].map(() => newInput(w.current));
    fake.http.calls.length = 0;
    fake.oauth.revokeTokens();
    await Promise.all(inputs.map((input) => esign.createEnvelope(input)));
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    for (const { idempotencyKey } of inputs) {
      expect(await envelopesOf(w.current, idempotencyKey)).toHaveLength(1);
    }
    await expectBooksAgree(w.current);
  });

  it('that are never accepted end the call after one more try', async () => {
    const { fake, esign } = w.current;
    fake.http.trouble('POST', /\/envelopes$/, errorResponse(401, 'USER_AUTHENTICATION_FAILED'), 2);
    fake.http.calls.length = 0;
    expect((await failureOf(esign.createEnvelope(newInput(w.current)))).kind).toBe('unavailable');
    expect(fake.http.callsTo('POST', /\/envelopes$/)).toHaveLength(2);
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    await expectBooksAgree(w.current);
  });

  it('are not asked for again and again while consent is missing, and work once it is given', async () => {
    const { fake, another } = w.current;
    const esign = another();
    const input = newInput(w.current);
    fake.oauth.rejectWith = 'consent_required';
    const failure = await failureOf(esign.createEnvelope(input));
    expect(failure.kind).toBe('unavailable');
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
    const page = /https?:\S+/.exec(failure.message)?.[0] ?? '';
    const shown = await fetch(page);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Allow access')]);
    await fetch(page, { method: 'POST', redirect: 'manual' });
    await esign.createEnvelope(input);
    expect(await envelopesOf(w.current, input.idempotencyKey)).toHaveLength(1);
    await expectBooksAgree(w.current);
  });

  it('are refused with a clear word for an integration of the other environment', async () => {
    const { fake, another, config } = w.current;
    const strange = another({ config: { ...config, DOCUSIGN_INTEGRATION_KEY: 'of-the-other-environment' } });
    const failure = await failureOf(strange.listTemplates());
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('INTEGRATION_KEY'),
    });
    expect(fake.http.callsTo('POST', TOKEN)).toHaveLength(1);
  });
});

describe('a clock that is wrong', () => {
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
    clock.advance(NEXT_LOOK_MS);
    ours.advance(NEXT_LOOK_MS);
    expect(await esign.status(envelopeId)).toMatchObject(bookedState(fake, envelopeId));
    const changed = await esign.changedSince(new Date(startedAt.getTime() - 30 * 60_000));
    expect(changed.map((each) => each.envelopeId)).toContain(envelopeId);
    const other = await esign.createEnvelope(newInput(w.current));
    await esign.void(other.envelopeId, 'Wrong form');
    expect((await esign.status(other.envelopeId)).status).toBe('voided');
    await expectBooksAgree(w.current);
  });
});
