import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EsignError } from '#platform/ports/esign.ts';
import type { EsignWorld } from './esign-world.ts';
import { describeSigning } from './signing-cases.ts';
import { expectPdf, expectRejected, type SuiteTools, suiteTools } from './suite-tools.ts';
import { describeTemplates } from './template-cases.ts';

/** The behavior of every e-signature provider behind the port. */
export function describeEsignPort(name: string, openWorld: () => Promise<EsignWorld>): void {
  let world: EsignWorld | undefined;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());
  const tools = suiteTools(() => {
    if (!world) throw new Error('the provider is not open yet');
    return world;
  });
  describeTemplates(name, tools);
  describeSigning(name, tools);
  describeUpdates(name, tools);

  it(`${name} reports no violations`, () => {
    expect(tools.w.violations()).toEqual([]);
  });
}

/** Documents, changes and events. */
function describeUpdates(name: string, t: SuiteTools): void {
  describe(`documents with ${name}`, () => {
    it('can be read before and after the signature, one by one and as one file', async () => {
      const envelopeId = await t.newEnvelope('clientOnly');
      const documents = await t.w.esign.documents(envelopeId);
      expect(documents.length).toBeGreaterThan(0);
      for (const { name: file } of documents) expect(file).toMatch(/^[^/\\]+\.pdf$/);
      const before = expectPdf(await t.w.esign.document(envelopeId, 'combined'));
      await t.w.sign(envelopeId, 'client');
      const after = expectPdf(await t.w.esign.document(envelopeId, 'combined'));
      expect(after.equals(before)).toBe(false);
      for (const { documentId } of documents) expectPdf(await t.w.esign.document(envelopeId, documentId));
      expect(await t.w.esign.documents(envelopeId)).toEqual(documents);
    });

    it('return not_found when they do not exist', async () => {
      const envelopeId = await t.newEnvelope('clientOnly');
      await expectRejected(t.w.esign.document(envelopeId, '77'), 'not_found');
      const unknown = randomUUID();
      await expectRejected(t.w.esign.status(unknown), 'not_found');
      await expectRejected(t.w.esign.documents(unknown), 'not_found');
      await expectRejected(t.w.esign.document(unknown, 'combined'), 'not_found');
    });
  });

  describe(`updates of ${name}`, () => {
    it('list the envelopes that changed since then, with their status', async () => {
      const [quiet, signed, voided] = [
        await t.newEnvelope('clientOnly'),
        await t.newEnvelope('clientOnly'),
        await t.newEnvelope('clientOnly'),
      ];
      t.w.later();
      const since = t.w.now();
      t.w.later();
      await t.w.sign(signed, 'client');
      await t.w.esign.void(voided, 'Wrong form');
      const fresh = await t.newEnvelope('clientOnly');
      for (const repeat of [1, 2]) {
        const changed = await t.w.esign.changedSince(since);
        const statuses = new Map(changed.map(({ envelopeId, status }) => [envelopeId, status]));
        expect([repeat, statuses.get(signed)]).toEqual([repeat, 'completed']);
        expect(statuses.get(voided)).toBe('voided');
        expect(statuses.get(fresh)).toBe('sent');
        expect(statuses.has(quiet)).toBe(false);
        expect(statuses.size).toBe(changed.length);
      }
      expect(await t.w.esign.changedSince(new Date(t.w.now().getTime() + 60_000))).toEqual([]);
    });

    it("report the advisor's signature, after which the document is still open", async () => {
      const envelopeId = await t.newEnvelope('both');
      t.w.later();
      const since = t.w.now();
      await t.w.sign(envelopeId, 'advisor');
      t.w.later();
      const changed = await t.w.esign.changedSince(since);
      const state = changed.find((each) => each.envelopeId === envelopeId);
      expect(state?.signers.map(({ status }) => status)).toEqual(['signed', 'waiting']);
    });

    it('are accepted from no one else', async () => {
      for (const { rawBody, headers } of t.w.forged) {
        expect(t.w.esign.verifyWebhook(rawBody, headers)).toBeNull();
      }
      for (const malformed of ['nonsense', '{"data":null}']) {
        const read = t.w.esign.readEvent(Buffer.from(malformed));
        expect(await read.catch(({ kind }: EsignError) => kind)).toBeOneOf([null, 'invalid']);
      }
    });
  });
}
