import type { ProviderState } from '@ledgerline/contract/providers/endpoints';
import { ACCOUNTS } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import { providerLights, serverLight } from './status-lights.ts';
import { statusWith } from './testing/status.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const EARLIER = '2026-11-20T11:50:00.000Z';
const LATER = '2026-11-20T11:57:00.000Z';

function service(fields: Partial<ProviderState>): ProviderState {
  return {
    part: 'esign',
    name: 'docusign',
    last_success_at: EARLIER,
    last_error_at: null,
    last_error: null,
    events_waiting: 0,
    events_parked: 0,
    ...fields,
  };
}

describe('the light of the server', () => {
  it.each([
    [{}, 'green', 'CPU load 50%, memory 45.5% used.'],
    [{ overallHealth: 'warning', usage: '70.1%' }, 'yellow', 'Memory is running low: 70.1% is used.'],
    [{ usage: '70.0%' }, 'green', 'CPU load 50%, memory 70.0% used.'],
    [
      { overallHealth: 'warning', load: [4.1, 1, 1] },
      'yellow',
      'The server has more work than it can do at once. The portal may be slow.',
    ],
    [{ load: [4, 1, 1] }, 'green', 'CPU load 100%, memory 45.5% used.'],
    [
      { overallHealth: 'critical', disk: '95.0%' },
      'red',
      'The disk is almost full: 95.0% is used. Free up space.',
    ],
    [{ disk: '94.9%' }, 'green', 'CPU load 50%, memory 45.5% used.'],
    [{ overallHealth: 'odd' }, 'gray', 'CPU load 50%, memory 45.5% used.'],
  ])('of %j is %s', (changes, hue, sentence) => {
    expect(serverLight(statusWith(changes))).toEqual({ name: 'Server', hue, sentence });
  });
});

describe('the lights of the providers', () => {
  const payments = ACCOUNTS.map(({ part }) => service({ part, name: 'square' }));
  const lightOf = (name: string, services: ProviderState[]) =>
    providerLights(services, NOW).find((light) => light.name === name);

  it('are gray until their state is known', () => {
    expect(providerLights(null, NOW).map(({ name, hue }) => [name, hue])).toEqual([
      ['Email', 'gray'],
      ['E-signature', 'gray'],
      ['Payments', 'gray'],
    ]);
  });

  it.each([
    [{}, 'green', 'Working. Last used 10 minutes ago.'],
    [{ last_success_at: null }, 'gray', 'Not used yet.'],
    [
      { last_error_at: LATER },
      'red',
      'E-signature (DocuSign): the last call failed 3 minutes ago. See Providers.',
    ],
    [{ last_success_at: LATER, last_error_at: EARLIER }, 'green', 'Working. Last used 3 minutes ago.'],
    [{ events_parked: 1 }, 'yellow', '1 event could not be processed. See Providers.'],
    [{ events_parked: 1200 }, 'yellow', '1,200 events could not be processed. See Providers.'],
  ])('of an e-signature service with %j is %s', (fields, hue, sentence) => {
    expect(lightOf('E-signature', [service(fields)])).toEqual({ name: 'E-signature', hue, sentence });
  });

  it('is yellow for email without a mail server, however often the outbox folder worked', () => {
    const light = lightOf('Email', [service({ part: 'mail', name: 'outbox', last_success_at: LATER })]);
    expect(light).toMatchObject({
      hue: 'yellow',
      sentence: 'Email isn’t connected. No email leaves this installation.',
    });
  });

  it('is red for payments when one of the merchant accounts fails', () => {
    const failing = payments.map((one, index) => (index === 1 ? { ...one, last_error_at: LATER } : one));
    expect(lightOf('Payments', payments)?.hue).toBe('green');
    expect(lightOf('Payments', failing)?.hue).toBe('red');
  });
});
