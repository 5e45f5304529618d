import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ONLY_SENT_OR_DELIVERED } from '#platform/ports/esign.ts';
import { expectRejected, type SuiteTools } from './suite-tools.ts';

const RETURN_URL = 'https://portal.example.test/signed?formId=4';

/** What signers and agents do with an envelope. */
export function describeSigning(name: string, t: SuiteTools): void {
  describe(`signing with ${name}`, () => {
    it('goes from the advisor to the client, and every step is reported', async () => {
      const { checkbox, otherCheckbox, list, item } = t.w.options;
      const envelopeId = await t.newEnvelope('both');
      await expectRejected(t.w.sign(envelopeId, 'client'), 'wrong_state', 'The advisor has to sign first.');
      const startedAt = t.w.now();
      await t.w.sign(envelopeId, 'advisor');
      const half = await t.statusLater(envelopeId);
      expect(['sent', 'delivered']).toContain(half.status);
      expect(half.signers.map(({ role, status }) => [role, status])).toEqual([
        ['advisor', 'signed'],
        ['client', 'waiting'],
      ]);
      expect(half.signers[0]?.signedAt?.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
      await t.w.sign(envelopeId, 'client', {
        checkboxTabs: { [checkbox]: true },
        listTabs: { [list]: item },
      });
      const completed = await t.statusLater(envelopeId);
      expect(completed.status).toBe('completed');
      expect(completed.signers.map(({ status }) => status)).toEqual(['signed', 'signed']);
      expect(completed.choices.checkboxTabs).toMatchObject({ [checkbox]: true, [otherCheckbox]: false });
      expect(completed.choices.listTabs[list]).toBe(item);
      expect(completed.completedAt).toEqual(completed.signers[1]?.signedAt);
      expect(await t.statusLater(envelopeId)).toEqual({ ...completed, asOf: expect.any(Date) });
    });

    it('marks an opened envelope as delivered', async () => {
      const envelopeId = await t.newEnvelope('clientOnly');
      expect((await t.statusLater(envelopeId)).status).toBe('sent');
      await t.w.open(envelopeId, 'client');
      expect((await t.statusLater(envelopeId)).status).toBe('delivered');
      await t.w.open(envelopeId, 'client');
      expect((await t.statusLater(envelopeId)).status).toBe('delivered');
    });

    it('ends for all when one declines', async () => {
      const envelopeId = await t.newEnvelope('both');
      await t.w.decline(envelopeId, 'advisor');
      const state = await t.statusLater(envelopeId);
      expect(state).toMatchObject({ status: 'declined', completedAt: null, voidedAt: null });
      expect(state.signers.map(({ status }) => status)).toEqual(['declined', 'waiting']);
      await expectRejected(
        t.w.sign(envelopeId, 'client'),
        'wrong_state',
        'This document was declined and can no longer be signed.',
      );
    });

    it('is only for signers of existing envelopes', async () => {
      const envelopeId = await t.newEnvelope('clientOnly');
      const input = { envelopeId, signer: 'advisor' as const, returnUrl: RETURN_URL };
      await expectRejected(
        t.w.esign.signingUrl(input),
        'not_found',
        'The advisor does not sign this document.',
      );
      const unknown = { ...input, envelopeId: randomUUID(), signer: 'client' as const };
      await expectRejected(t.w.esign.signingUrl(unknown), 'not_found');
    });
  });

  describe(`voiding with ${name}`, () => {
    it.each(['sent', 'delivered'])('ends an envelope that is %s', async (status) => {
      const envelopeId = await t.newEnvelope('clientOnly');
      if (status === 'delivered') await t.w.open(envelopeId, 'client');
      expect((await t.statusLater(envelopeId)).status).toBe(status);
      const startedAt = t.w.now();
      await t.w.esign.void(envelopeId, 'Wrong form');
      const state = await t.w.esign.status(envelopeId);
      expect(state).toMatchObject({ status: 'voided', completedAt: null });
      expect(state.voidedAt?.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
      expect(state.voidedAt?.getTime()).toBeLessThanOrEqual(t.w.now().getTime());
      await expectRejected(
        t.w.sign(envelopeId, 'client'),
        'wrong_state',
        'This document was voided and can no longer be signed.',
      );
    });

    it('twice leaves it voided, whether or not the second call is rejected', async () => {
      const envelopeId = await t.newEnvelope('both');
      await t.w.sign(envelopeId, 'advisor');
      await t.w.esign.void(envelopeId, 'Wrong form');
      const { voidedAt } = await t.w.esign.status(envelopeId);
      t.w.later();
      const second = await t.w.esign.void(envelopeId, 'Again').catch((error: unknown) => error);
      if (second !== undefined) {
        expect(second).toMatchObject({ kind: 'wrong_state', message: ONLY_SENT_OR_DELIVERED });
      }
      expect(await t.w.esign.status(envelopeId)).toMatchObject({ status: 'voided', voidedAt });
    });

    it('is rejected once it is completed or declined', async () => {
      const [completed, declined] = [await t.newEnvelope('clientOnly'), await t.newEnvelope('clientOnly')];
      await t.w.sign(completed, 'client');
      await t.w.decline(declined, 'client');
      for (const envelopeId of [completed, declined]) {
        await expectRejected(t.w.esign.void(envelopeId, 'Late'), 'wrong_state', ONLY_SENT_OR_DELIVERED);
      }
      expect((await t.statusLater(completed)).status).toBe('completed');
      expect((await t.statusLater(declined)).status).toBe('declined');
      await expectRejected(t.w.esign.void(randomUUID(), 'Unknown'), 'not_found');
    });
  });
}
