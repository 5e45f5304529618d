import { describe, expect, it } from 'vitest';
import { type KnownState, knownStateSchema, merge, type Reading, readingOf } from './known-state.ts';
import { envelopeSchema } from './wire.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 15, minute));
const signer = (status: 'waiting' | 'signed' | 'declined', minute = 0, name = 'Ana') => ({
  role: 'client' as const,
  status,
  signedAt: status === 'signed' ? at(minute) : null,
  name,
  email: 'ana@example.test',
});
const reading = (status: string, minute: number, more: Partial<Reading> = {}): Reading => ({
  status,
  signers: null,
  choices: null,
  completedAt: null,
  voidedAt: null,
  changedAt: at(minute),
  asOf: at(minute),
  ...more,
});
const known = (...readings: Reading[]) => readings.reduce<KnownState | null>(merge, null);

describe('status', () => {
  it.each([
    ['moves forward', [reading('sent', 0), reading('delivered', 1)], 'delivered'],
    [
      'does not move back when an older event arrives late',
      [reading('delivered', 1), reading('sent', 0)],
      'delivered',
    ],
    ['stays in its end state', [reading('completed', 1), reading('delivered', 2)], 'completed'],
    ['stays voided', [reading('voided', 1), reading('completed', 2)], 'voided'],
    [
      'moves to an end state whatever the timestamps are',
      [reading('delivered', 2), reading('completed', 1)],
      'completed',
    ],
    ['may return to sent after a correction', [reading('correct', 1), reading('sent', 2)], 'sent'],
    ['retains unknown values', [reading('sent', 0), reading('authoritativecopy', 1)], 'authoritativecopy'],
    [
      'follows the order of steps when timestamps are missing',
      [reading('delivered', 5, { changedAt: null }), reading('sent', 6, { changedAt: null })],
      'delivered',
    ],
    ['stays unchanged when a response has none', [reading('sent', 0), reading('', 1)], 'sent'],
  ])('%s', (_, readings, status) => {
    expect(known(...readings)?.status).toBe(status);
  });
});

describe('merged state', () => {
  it('retains signatures that an older response lacks, and the latest time', () => {
    const state = known(
      reading('sent', 5, { signers: [signer('signed', 4)] }),
      reading('sent', 3, { signers: [signer('waiting')] }),
    );
    expect(state).toMatchObject({ signers: [{ status: 'signed', signedAt: at(4) }], asOf: at(5) });
  });

  it('updates the time and name of a signature', () => {
    const state = known(
      reading('sent', 1, { signers: [{ ...signer('signed'), signedAt: null }] }),
      reading('sent', 2, { signers: [signer('signed', 1, 'Ana N.')] }),
    );
    expect(state?.signers).toEqual([{ ...signer('signed', 1, 'Ana N.') }]);
  });

  it('retains the choices of the finished document', () => {
    const choices = { checkboxTabs: { plan: true }, listTabs: {} };
    const state = known(
      reading('sent', 0, { choices: { checkboxTabs: { plan: false }, listTabs: {} } }),
      reading('completed', 2, { choices }),
      reading('completed', 3, { choices: { checkboxTabs: {}, listTabs: {} } }),
    );
    expect(state).toMatchObject({ choices, areChoicesFinal: true, completedAt: at(2) });
  });

  it('survives a JSON round trip', () => {
    const state = known(reading('voided', 1, { signers: [signer('signed', 1)], voidedAt: at(1) }));
    expect(knownStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });
});

describe('reading', () => {
  const settings = { roles: { advisor: 'Advisor', client: 'Client' } };
  const read = (signers: object[] | null) =>
    readingOf(
      settings as never,
      envelopeSchema.parse({ status: 'Sent', recipients: signers && { signers } }),
      at(0),
    );

  it('identifies signers by our marker, then by role, in signing order', () => {
    const { signers, status } = read([
      { clientUserId: 'client-1', roleName: 'Customer', routingOrder: 2, status: 'sent' },
      {
        roleName: 'ADVISOR',
        routingOrder: '1',
        status: 'completed',
        signedDateTime: '2026-11-20T14:00:00.1230000Z',
      },
      { roleName: 'Witness', routingOrder: '3' },
    ]);
    expect(status).toBe('sent');
    expect(signers?.map(({ role, status }) => [role, status])).toEqual([
      ['advisor', 'signed'],
      ['client', 'waiting'],
    ]);
    expect(signers?.[0]?.signedAt).toEqual(new Date('2026-11-20T14:00:00.123Z'));
  });

  it.each(['created', 'sent', 'delivered', 'autoresponded', 'faxpending', null])(
    'maps %s to waiting',
    (status) => {
      expect(read([{ roleName: 'Client', status }]).signers?.[0]?.status).toBe('waiting');
    },
  );

  it('has no signers and choices when the response has none', () => {
    expect(read(null)).toMatchObject({ signers: null, choices: null });
  });
});
