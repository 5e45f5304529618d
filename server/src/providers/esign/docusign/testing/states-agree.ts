import type { FakeDocusign } from '@ledgerline/fakes/docusign/fake-docusign';
import { expect } from 'vitest';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import { type DocusignFixture, NEXT_POLL_MS } from './docusign-fixture.ts';

const ROLES: Readonly<Record<string, string>> = { Advisor: 'advisor', Client: 'client' };
const ENDS: Readonly<Record<string, string>> = { completed: 'signed', declined: 'declined' };

/** DocuSign's state of an envelope, in the port's terms. */
export function stateAtDocusign(fake: FakeDocusign, envelopeId: string) {
  const { status, recipients, completedDateTime, voidedDateTime } = fake.envelope(envelopeId);
  const at = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return {
    envelopeId,
    status,
    signers: recipients
      .toSorted((one, other) => one.routingOrder - other.routingOrder)
      .map((recipient) => ({
        role: ROLES[recipient.roleName],
        status: ENDS[recipient.status] ?? 'waiting',
        signedAt: at(recipient.signedDateTime),
      })),
    completedAt: at(completedDateTime),
    voidedAt: at(voidedDateTime),
  };
}

/** Asserts that every key has exactly one envelope at DocuSign, that DocuSign has no others, and that the states agree. */
export async function expectStatesAgree({ database, fake, esign, clock }: DocusignFixture): Promise<void> {
  const rows = await database.query<{ envelope_id: string; transaction_id: string }>(
    'select envelope_id, transaction_id from docusign_envelopes where envelope_id is not null order by id',
  );
  const pairs = (list: { id: string; transaction: string | null }[]) =>
    list.map(({ id, transaction }) => `${id} of ${transaction}`).sort();
  expect(pairs(rows.map((row) => ({ id: row.envelope_id, transaction: row.transaction_id })))).toEqual(
    pairs(fake.envelopes.map((each) => ({ id: each.envelopeId, transaction: each.transactionId }))),
  );
  clock.advance(NEXT_POLL_MS);
  for (const { envelope_id } of rows) {
    const reported: EnvelopeState = await esign.status(envelope_id);
    const expected = stateAtDocusign(fake, envelope_id);
    // Our own call records the voiding time from our clock; DocuSign's time arrives later.
    const { choices: _, asOf: __, voidedAt, ...rest } = reported;
    const { voidedAt: docusignVoidedAt, ...same } = expected;
    expect(rest).toEqual(same);
    expect(voidedAt === null).toBe(docusignVoidedAt === null);
  }
}
