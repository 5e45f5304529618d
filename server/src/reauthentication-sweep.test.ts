import type { Endpoint } from '@ledgerline/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type NamedEndpoint } from '#platform/http/endpoint-names.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

const DELETES =
  /^(delete|remove|end|revoke|revert|void|cancel|withdraw|unlink|stop|purge|clear|reset|disable|refund|merge|replay)/;
const EXPORTS = /^(export|download)/;
/** Writes that change who can sign in, who can see what, or who is notified. */
const WEAKENS =
  /(Password|Passkey|App|TwoFactor|RecoveryCodes|SignInPolicy|Identity|Agent|Team|NeedToKnow|AlertSettings|NotificationChoices|GlobalSettings|CalendarFeed|Invitation|Email\w*)$/;
/** Steps of signing in and of re-authentication itself, and writes that match by name only. */
const OPEN_TO_ALL = [
  'startPasskeySignIn',
  'startPasskeyReauthentication',
  'signInWithPasskey',
  'reauthenticate',
];

const isWrite = ({ method }: Endpoint) => method !== 'GET';
/** Called by a signed-in agent; holders of links and visitors have no way to re-authenticate. */
const isAgents = ({ access }: Endpoint) =>
  !['public', 'optional_agent', 'form_token', 'signing_token'].includes(access);
const isSensitive = (endpoint: NamedEndpoint): boolean => {
  const { name, method, transport } = endpoint;
  if (!isAgents(endpoint) || OPEN_TO_ALL.includes(name)) return false;
  if (method === 'DELETE' || transport === 'stream' || EXPORTS.test(name)) return true;
  return isWrite(endpoint) && (DELETES.test(name) || WEAKENS.test(name));
};
const named = (endpoints: readonly NamedEndpoint[]) =>
  endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

describe('every endpoint that deletes, exports or weakens security', () => {
  it.each(named(ENDPOINTS.filter(isSensitive)))(
    '%s declares when it needs re-authentication',
    (_, endpoint) => {
      expect(endpoint.needsReauthentication).not.toBe(false);
    },
  );

  it('is found by its method, transport or name', () => {
    const names = ENDPOINTS.filter(isSensitive).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'removeSubmissionDocument',
        'endSignIn',
        'endOtherSignIns',
        'createCalendarFeed',
        'updateNotificationChoices',
        'revertImport',
        'deleteClient',
        'exportLedger',
        'refundPayment',
        'voidInvoice',
        'voidEnvelope',
        'cancelRecurringPayment',
      ]),
    );
  });

  it('gives a reason or a condition where re-authentication is not required', () => {
    for (const { name, needsReauthentication } of ENDPOINTS) {
      if (needsReauthentication === true || needsReauthentication === false) continue;
      const text =
        'never' in needsReauthentication ? needsReauthentication.never : needsReauthentication.when;
      expect([name, text.split(' ').length > 2]).toEqual([name, true]);
    }
  });
});

describe('a stale sign-in', () => {
  const stale = ENDPOINTS.filter(
    ({ needsReauthentication, access }) => needsReauthentication === true && access === 'agent',
  );

  it.each(named(stale))('is rejected by %s before anything else', async (_, endpoint) => {
    const { token } = await signInAs(t.current);
    t.current.clock.advance(20 * 60_000);
    const { statusCode, body } = await t.current.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:\w+/g, '987654321')}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(endpoint.method === 'GET' || endpoint.transport === 'multipart' ? {} : { payload: '{}' }),
    });
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'proof_needed']);
  });
});
