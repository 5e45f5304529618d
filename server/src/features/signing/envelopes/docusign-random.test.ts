import { voidEnvelope } from '@ledgerline/contract/signing/endpoints';
import { afterAll, describe, expect, it } from 'vitest';
import {
  advisorSigns,
  clientAddress,
  clientSigns,
  deliver,
  expectCleanFake,
  expectFiled,
  newForm,
  type OfficeForm,
  readForm,
  useDocusignOffice,
  work,
} from '#testing/docusign-office.ts';
import { signInAs } from '#testing/factories.ts';
import { type Random, seededRandom } from '#testing/random.ts';
import { reconcileEnvelopes } from './reconcile-envelopes.ts';

const w = useDocusignOffice();
afterAll(() => expectCleanFake(w.current));

const RUNS = Array.from({ length: 40 }, (_, seed) => seed + 1);
const MINUTE = 60_000;
type Message = Parameters<typeof deliver>[1] extends readonly (infer One)[] | undefined ? One : never;

/** Delivers a random selection of events, shuffled and repeated; the others arrive later, again, or never. */
async function deliverSome(random: Random, late: Message[]): Promise<void> {
  const { fake, t } = w.current;
  const waiting = [...late.splice(0), ...fake.connect.drain()];
  const shuffled = waiting
    .map((message) => ({ message, at: random.next() }))
    .sort((one, other) => one.at - other.at);
  for (const { message } of shuffled) {
    const roll = random.next();
    if (roll < 0.25) continue;
    if (roll < 0.5) late.push(message);
    t.clock.advance(random.between(0, 5_000));
    const times = roll < 0.7 ? 2 : 1;
    const answers = await deliver(
      w.current,
      Array.from({ length: times }, () => message),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    if (random.next() < 0.6) await work(w.current);
  }
  await work(w.current);
}

/** The hourly job; sometimes two servers run it concurrently. */
async function reconcile(random: Random): Promise<void> {
  const { t } = w.current;
  t.clock.advance(60 * MINUTE);
  const servers = random.next() < 0.3 ? [1, 2] : [1];
  await Promise.all(servers.map(() => reconcileEnvelopes(t.deps)));
  await work(w.current);
}

/** Until the product knows that it is the client's turn: by an event, or by the next reconciliation. */
async function waitForClient(random: Random, form: OfficeForm, late: Message[]): Promise<void> {
  await deliverSome(random, late);
  if ((await readForm(w.current, form)).has_advisor_signature) return;
  await reconcile(random);
  expect(await readForm(w.current, form)).toMatchObject({ next_signer_role: 'client' });
}

describe('a form at DocuSign, whatever happens to the events', () => {
  it.each(RUNS)("ends in DocuSign's state, with its document stored once (run %i)", async (seed) => {
    const random = seededRandom(seed);
    const { t, fake } = w.current;
    w.current.agent = await signInAs(t, { is_owner: true, is_advisor: true });
    const late: Message[] = [];
    const isAlone = random.next() < 0.4;
    const form = await newForm(w.current, isAlone ? 'HIPAA Authorization' : 'Advisory Agreement');
    if (!isAlone) {
      await advisorSigns(w.current, form);
      await waitForClient(random, form, late);
    }
    const { envelopeId } = fake.open((await clientAddress(w.current, form)) ?? '');
    const end = random.pick([
      'completed',
      'completed',
      'completed',
      'voided',
      'declined',
      'expired',
    ] as const);
    if (end === 'completed') await clientSigns(w.current, form);
    if (end === 'expired') fake.expire(envelopeId);
    if (end === 'declined') fake.decline(envelopeId, 'Client');
    if (end === 'voided') {
      const input = { params: { id: form.id }, body: { reason: 'Wrong form' } };
      expect((await w.current.agent.call(voidEnvelope, input)).status).toBe(200);
    }
    await deliverSome(random, late);
    if (random.next() < 0.5) await deliverSome(random, late);
    await reconcile(random);
    await deliverSome(random, late);
    const row = await readForm(w.current, form);
    if (end === 'completed') await expectFiled(w.current, form);
    else if (end === 'declined') expect(row.display_status).toBe('declined');
    else expect(row).toMatchObject({ display_status: 'Voided', is_voided: true });
    expect(row.envelope_id).toBe(envelopeId);
    expect(fake.envelope(envelopeId).status).toBe(end === 'expired' ? 'voided' : end);
  });

  it('leaves no unprocessable event behind, and no envelope without a form', async () => {
    const { t, fake } = w.current;
    const events = await t.deps.database.query<{ status: string }>(
      'select distinct status from provider_events',
    );
    expect(events).toEqual([{ status: 'processed' }]);
    const rows = await t.deps.database.query<{ envelope_id: string }>(
      'select envelope_id from session_forms where envelope_id is not null order by envelope_id',
    );
    const ours = rows.map(({ envelope_id }) => envelope_id);
    expect(ours).toEqual(fake.envelopes.map(({ envelopeId }) => envelopeId).sort());
    expect(ours).toHaveLength(RUNS.length);
  });
});
