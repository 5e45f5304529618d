import { badGateway, burstLimit, hourlyLimit } from '@ledgerline/fakes/docusign/limits';
import type { InjectedFailure } from '@ledgerline/fakes/provider-server';
import { describe, expect, it } from 'vitest';
import { type EnvelopeState, EsignError, type EsignPort, type EsignSigner } from '#platform/ports/esign.ts';
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

const CREATE = /\/envelopes$/;
const VIEW = /\/views\/recipient$/;
const ENVELOPE = /\/envelopes\/[^/]+$/;
const DOCUMENT = /\/documents\/combined$/;
const TEMPLATE = /\/templates\/[^/]+$/;
const TOKEN = /\/oauth\/token$/;
const USERINFO = /\/oauth\/userinfo$/;

const MAX_ATTEMPTS = 6;

/** Retries like a person who clicks again for as long as the service is reported as unavailable. */
async function untilAnswered<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EsignError) || error.kind !== 'unavailable' || attempt === MAX_ATTEMPTS)
        throw error;
      w.current.clock.advance(60_000);
    }
  }
}

/** A document from its creation to the last signature, whatever failures occur. */
async function signing(esign: EsignPort = w.current.esign): Promise<{ key: string; state: EnvelopeState }> {
  const { fake, clock } = w.current;
  const input = newInput(w.current);
  const { envelopeId } = await untilAnswered(() => esign.createEnvelope(input));
  for (const [signer, role] of [
    ['advisor', 'Advisor'],
    ['client', 'Client'],
  ] as [EsignSigner, string][]) {
    fake.open(await untilAnswered(() => esign.signingUrl({ envelopeId, signer, returnUrl: RETURN_URL })));
    fake.sign(envelopeId, role);
  }
  clock.advance(NEXT_POLL_MS);
  let state = await untilAnswered(() => esign.status(envelopeId));
  if (state.status !== 'completed') {
    clock.advance(NEXT_POLL_MS);
    state = await untilAnswered(() => esign.status(envelopeId));
  }
  const bytes = await untilAnswered(() => esign.document(envelopeId, 'combined'));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
  return { key: input.idempotencyKey, state };
}

async function expectOneEnvelope({ key, state }: Awaited<ReturnType<typeof signing>>): Promise<void> {
  expect(await envelopesOf(w.current, key)).toHaveLength(1);
  expect(state).toMatchObject(stateAtDocusign(w.current.fake, state.envelopeId));
  await expectStatesAgree(w.current);
}

/** A silent call is aborted once it has hit the failure and its effect, if any, has taken place. */
function injectFailure(method: string, path: RegExp, failure: InjectedFailure, times: number): void {
  const { fake, timing } = w.current;
  fake.http.failNext(method, path, failure, times);
  if (failure.kind !== 'silence') return;
  const before = fake.envelopes.length;
  const hasEffect = method === 'POST' && path === CREATE && failure.when === 'after';
  timing.abortWhen(() => fake.http.pendingFailures === 0 && (!hasEffect || fake.envelopes.length > before));
}

const inOneHour = () => new Date(w.current.clock.now().getTime() + 3_600_000);
const SILENT = {
  before: { kind: 'silence', when: 'before' },
  after: { kind: 'silence', when: 'after' },
} as const;
const CUT = { before: { kind: 'cut', when: 'before' }, after: { kind: 'cut', when: 'after' } } as const;

const EVERYWHERE: [string, () => InjectedFailure, number][] = [
  ['silence before the effect', () => SILENT.before, 1],
  ['a connection cut before the effect', () => CUT.before, 1],
  ['a connection cut in the middle of the response', () => CUT.after, 1],
  ['a 500', () => errorResponse(500, 'INTERNAL_SERVER_ERROR'), 1],
  ['a repeated 503', () => errorResponse(503, 'SERVICE_UNAVAILABLE'), 4],
  ['a front-end server without an error body', () => badGateway(), 2],
  ['429 with seconds to wait', () => errorResponse(429, '', { 'Retry-After': '2' }), 1],
  ['429 with an hour to wait', () => errorResponse(429, '', { 'Retry-After': '3600' }), 1],
  ['a burst limit as 400', () => burstLimit(400), 1],
  ['a burst limit as 429', () => burstLimit(429), 1],
  ['a burst limit in lower case', () => errorResponse(400, 'burst_apiinvocation_limit_exceeded'), 1],
  ['an hourly limit as 400', () => hourlyLimit(inOneHour(), 400), 1],
  ['an hourly limit as 429', () => hourlyLimit(inOneHour(), 429), 2],
  ['an hourly limit in lower case', () => errorResponse(429, 'hourly_apiinvocation_limit_exceeded'), 1],
  ['a revoked token', () => errorResponse(401, 'AUTHORIZATION_INVALID_TOKEN'), 1],
];

describe('creates one envelope despite', () => {
  it.each([...EVERYWHERE, ['silence after the effect', () => SILENT.after, 1] as const])(
    '%s',
    async (_, failure, times) => {
      injectFailure('POST', CREATE, failure(), times);
      await expectOneEnvelope(await signing());
    },
  );

  it.each([
    ['is cut', CUT.before, 3],
    ['is rejected for a while', errorResponse(503, 'SERVICE_UNAVAILABLE'), 9],
    ['hits a limit', burstLimit(), 2],
  ] as [string, InjectedFailure, number][])(
    'a lost response, after which the search %s',
    async (_, failure, times) => {
      const { fake } = w.current;
      fake.http.failNext('POST', CREATE, CUT.after);
      fake.http.failNext('GET', CREATE, failure, times);
      await expectOneEnvelope(await signing());
    },
  );

  it('two lost responses', async () => {
    w.current.fake.http.failNext('POST', CREATE, CUT.before);
    w.current.fake.http.failNext('POST', CREATE, CUT.after);
    await expectOneEnvelope(await signing());
  });

  it('a forgotten transaction ID, found by the custom field', async () => {
    const { fake, esign, clock } = w.current;
    const input = newInput(w.current);
    fake.http.failNext('POST', CREATE, CUT.after);
    fake.http.failNext('GET', CREATE, CUT.before, 3);
    expect((await failureOf(esign.createEnvelope(input))).kind).toBe('unavailable');
    clock.advance(8 * 86_400_000);
    const created = await esign.createEnvelope(input);
    expect(await envelopesOf(w.current, input.idempotencyKey)).toMatchObject([
      { envelopeId: created.envelopeId },
    ]);
    await expectStatesAgree(w.current);
  });
});

describe('completes a signing despite', () => {
  const failuresNamed = (names: string[]) =>
    EVERYWHERE.filter(([name]) => names.some((each) => name.startsWith(each)));

  it.each(EVERYWHERE)('a signing URL request with %s', async (_, failure, times) => {
    injectFailure('POST', VIEW, failure(), times);
    await expectOneEnvelope(await signing());
  });

  it.each(failuresNamed(['a 503', 'a burst limit as 400', 'a connection cut in', 'a token']))(
    'a template request with %s',
    async (_, failure, times) => {
      injectFailure('GET', TEMPLATE, failure(), times);
      await expectOneEnvelope(await signing());
    },
  );

  it.each(failuresNamed(['silence', 'a connection cut', 'a 503', 'an hourly limit as 400', 'a token']))(
    'a status request with %s',
    async (_, failure, times) => {
      injectFailure('GET', ENVELOPE, failure(), times);
      const signed = await signing();
      // After the broken response DocuSign was queried again, which it counts as one poll too many.
      w.current.fake.polling.violations.length = 0;
      await expectOneEnvelope(signed);
    },
  );

  it.each(
    failuresNamed(['silence', 'a connection cut', 'a 503', 'a front-end', '429 with seconds', 'a token']),
  )('a download of the finished document with %s', async (_, failure, times) => {
    injectFailure('GET', DOCUMENT, failure(), times);
    await expectOneEnvelope(await signing());
  });

  it.each(failuresNamed(['silence', 'a connection cut', 'a 500', 'a front-end']))(
    'a sign-in with %s',
    async (_, failure, times) => {
      w.current.fake.oauth.revokeTokens();
      injectFailure('POST', TOKEN, failure(), times);
      await expectOneEnvelope(await signing(w.current.another()));
      injectFailure('GET', USERINFO, failure(), times);
      await expectOneEnvelope(await signing(w.current.another()));
    },
  );
});

it('returns the stored state when polling is limited', async () => {
  const { fake, esign, clock } = w.current;
  const { envelopeId } = await esign.createEnvelope(newInput(w.current));
  for (const [status, code] of [
    [400, 'HOURLY_ENVELOPE_POLLING_LIMIT_EXCEEDED'],
    [429, 'burst_envelope_polling_limit_exceeded'],
  ] as [number, string][]) {
    clock.advance(NEXT_POLL_MS);
    fake.http.failNext('GET', ENVELOPE, errorResponse(status, code));
    expect((await esign.status(envelopeId)).status).toBe('sent');
  }
  await expectStatesAgree(w.current);
});
