import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CreateEnvelope, EnvelopeState, EsignErrorKind } from '#platform/ports/esign.ts';
import type { EsignWorld } from './esign-world.ts';

/** Shared tools of the cases; the world is open once they run. */
export interface SuiteTools {
  readonly w: EsignWorld;
  inputFor(templateId: string, change?: Partial<CreateEnvelope>): CreateEnvelope;
  newEnvelope(kind: 'both' | 'clientOnly'): Promise<string>;
  /** The status, requested late enough that the provider may be polled. */
  statusLater(envelopeId: string): Promise<EnvelopeState>;
}

export function suiteTools(world: () => EsignWorld): SuiteTools {
  const inputFor: SuiteTools['inputFor'] = (templateId, change = {}) => ({
    templateId,
    idempotencyKey: randomUUID(),
    subject: 'A document to sign',
    people: world().people,
    prefill: { client_first_name: 'Ñandú', no_such_field: 'x' },
    ...change,
  });
  return {
    get w() {
      return world();
    },
    inputFor,
    async newEnvelope(kind) {
      const { esign, templates } = world();
      return (await esign.createEnvelope(inputFor(templates[kind]))).envelopeId;
    },
    statusLater(envelopeId) {
      world().later();
      return world().esign.status(envelopeId);
    },
  };
}

export async function expectRejected(
  call: Promise<unknown>,
  kind: EsignErrorKind,
  message?: string,
): Promise<void> {
  const expected = { name: 'EsignError', kind, ...(message ? { message } : {}) };
  await expect(call).rejects.toMatchObject(expected);
}

export function expectPdf(bytes: Buffer): Buffer {
  expect(bytes.subarray(0, 1024).includes('%PDF-')).toBe(true);
  return bytes;
}
