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

describe('the status', () => {
  it.each([
    ['goes on', [reading('sent', 0), reading('delivered', 1)], 'delivered'],
    [
      'does not go back when an older event comes late',
      [reading('delivered', 1), reading('sent', 0)],
      'delivered',
    ],
    ['stays where it ended', [reading('completed', 1), reading('delivered', 2)], 'completed'],
    ['stays voided', [reading('voided', 1), reading('completed', 2)], 'voided'],
    ['ends whatever the times say', [reading('delivered', 2), reading('completed', 1)], 'completed'],
    ['may go back to sent after a correction', [reading('correct', 1), reading('sent', 2)], 'sent'],
    [
      'keeps words that nobody knows',
      [reading('sent', 0), reading('authoritativecopy', 1)],
      'authoritativecopy',
    ],
    [
      'goes by the steps where nobody says when',
      [reading('delivered', 5, { changedAt: null }), reading('sent', 6, { changedAt: null })],
      'delivered',
    ],
    ['stays as it is where an answer does not say', [reading('sent', 0), reading('', 1)], 'sent'],
  ])('%s', (_, readings, status) => {
    expect(known(...readings)?.status).toBe(status);
  });
});

describe('what else is known', () => {
  it('keeps signatures that an older answer lacks, and the time of the newest', () => {
    const state = known(
      reading('sent', 5, { signers: [signer('signed', 4)] }),
      reading('sent', 3, { signers: [signer('waiting')] }),
    );
    expect(state).toMatchObject({ signers: [{ status: 'signed', signedAt: at(4) }], asOf: at(5) });
  });

  it('learns when somebody signed, and under which name', () => {
    const state = known(
      reading('sent', 1, { signers: [{ ...signer('signed'), signedAt: null }] }),
      reading('sent', 2, { signers: [signer('signed', 1, 'Ana N.')] }),
    );
    expect(state?.signers).toEqual([{ ...signer('signed', 1, 'Ana N.') }]);
  });

  it('keeps the choices of the finished document', () => {
    const choices = { checkboxTabs: { plan: true }, listTabs: {} };
    const state = known(
      reading('sent', 0, { choices: { checkboxTabs: { plan: false }, listTabs: {} } }),
      reading('completed', 2, { choices }),
      reading('completed', 3, { choices: { checkboxTabs: {}, listTabs: {} } }),
    );
    expect(state).toMatchObject({ choices, areChoicesFinal: true, completedAt: at(2) });
  });

  it('comes out of JSON as it went in', () => {
    const state = known(reading('voided', 1, { signers: [signer('signed', 1)], voidedAt: at(1) }));
    expect(knownStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });
});

describe('a reading', () => {
  const settings = { roles: { advisor: 'Advisor', client: 'Client' } };
  const read = (signers: object[] | null) =>
    readingOf(
      settings as never,
      envelopeSchema.parse({ status: 'Sent', recipients: signers && { signers } }),
      at(0),
    );

  it('knows signers by our mark, else by their role, in the order of signing', () => {
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
    'takes %s for waiting',
    (status) => {
      expect(read([{ roleName: 'Client', status }]).signers?.[0]?.status).toBe('waiting');
    },
  );

  it('says nothing of signers and choices where there are none', () => {
    expect(read(null)).toMatchObject({ signers: null, choices: null });
  });
});
