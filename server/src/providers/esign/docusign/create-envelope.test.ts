import { expect, it } from 'vitest';
import { envelopesOf, errorResponse, failureOf, newInput, useDocusign } from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';

const w = useDocusign();
endsClean(w);

const CREATE = /\/envelopes$/;
const FIVE_MINUTES = 5 * 60_000;

it('a server whose lease expires during sign-in sends no request when another server sent one meanwhile', async () => {
  const { fake, another, clock, timing } = w.current;
  const input = newInput(w.current);
  let signIns = 0;
  const slow = another({
    fetch: async (address, init) => {
      const isSecond = String(address).endsWith('/oauth/token') && ++signIns === 2;
      if (isSecond) {
        clock.advance(FIVE_MINUTES);
        await another().createEnvelope(input);
      }
      return timing.fetch(address, init);
    },
  });
  fake.http.failNext('POST', CREATE, errorResponse(401, 'AUTHORIZATION_INVALID_TOKEN'));
  expect(await failureOf(slow.createEnvelope(input))).toMatchObject({ kind: 'unavailable' });
  expect(signIns).toBe(2);
  const envelopes = await envelopesOf(w.current, input.idempotencyKey);
  expect(envelopes).toHaveLength(1);
  expect((await slow.createEnvelope(input)).envelopeId).toBe(envelopes[0]?.envelopeId);
});
