import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { FakeTemplate } from './books.ts';
import { FakeDocusign } from './fake-docusign.ts';
import { type RawAnswer, RawDocusign } from './raw-docusign.ts';

export const ADVISOR = {
  roleName: 'Advisor',
  name: 'Ada Advisor',
  email: 'ada@example.test',
  clientUserId: 'a-1',
};
export const CLIENT = {
  roleName: 'Client',
  name: 'Carl Client',
  email: 'carl@example.test',
  clientUserId: 'c-1',
};
export const RETURN_URL = 'https://portal.example.test/signed?state=x';
export const HOUR = 3_600_000;

/** A clock that only advances on request. */
function manualClock(start: string) {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms;
    },
  };
}

/** A fake for one test file. Each test starts an hour later with a new token; the file fails on any contract violation. */
export function useRawDocusign() {
  const clock = manualClock('2026-03-02T15:00:00Z');
  const fake = new FakeDocusign({ now: clock.now });
  const advisory = fake.templates.find(({ name }) => name === 'Advisory Agreement') as FakeTemplate;
  const account = { clock, fake, advisory, raw: undefined as unknown as RawDocusign };
  beforeAll(async () => {
    await fake.start();
    account.raw = new RawDocusign(fake);
  });
  beforeEach(async () => {
    clock.advance(HOUR);
    await account.raw.signIn(clock.now());
  });
  afterAll(async () => {
    await fake.stop();
    expect(fake.http.violations).toEqual([]);
  });
  const definition = (more: object = {}) => ({
    templateId: advisory.templateId,
    status: 'sent',
    templateRoles: [ADVISOR, CLIENT],
    ...more,
  });
  /** An envelope of the advisory agreement, sent to both signers. */
  const sent = async (more: object = {}): Promise<string> => {
    const answer = await account.raw.call('POST', '/envelopes', definition(more));
    expect(answer.status).toBe(201);
    return String(answer.at('envelopeId'));
  };
  const view = (envelopeId: string, who: typeof CLIENT, overrides: object = {}): Promise<RawAnswer> => {
    const { email, name: userName, clientUserId } = who;
    const person = { email, userName, clientUserId };
    const body = { returnUrl: RETURN_URL, authenticationMethod: 'none', ...person, ...overrides };
    return account.raw.call('POST', `/envelopes/${envelopeId}/views/recipient`, body);
  };
  return Object.assign(account, { definition, sent, view });
}
