import { z } from 'zod';
import type { CreateEnvelope, EsignSigner } from '#platform/ports/esign.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { type FieldValues, startingValues } from './field-owners.ts';
import type { VisibleSignature } from './render.ts';
import type { EnvelopeRecord, SignerRecord } from './repository.ts';
import { signingDate } from './signing-date.ts';
import type { TemplateField } from './template-facts.ts';

const textsSchema = z.record(z.string(), z.string());
const knownSchema = z.object({
  texts: textsSchema,
  choices: z
    .object({
      checkboxTabs: z.record(z.string(), z.boolean()),
      listTabs: z.record(z.string(), z.string()),
    })
    .optional(),
});
/** Envelopes of earlier versions store the texts alone. */
const prefillSchema = z.union([knownSchema, textsSchema.transform((texts) => ({ texts }))]);
const valuesSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));

const PREFILL = { table: 'esign_envelopes', field: 'prefill' };
const VALUES = { table: 'esign_signers', field: 'field_values' };
const DRAFT = { table: 'esign_signers', field: 'draft_values' };
const IMAGE = { table: 'esign_signers', field: 'signature_image' };

/** What is known before anyone signs: texts by field name, and preselected options. */
export function encryptPrefill(
  cipher: FieldCipher,
  row: number,
  { prefill, choices }: Pick<CreateEnvelope, 'prefill' | 'choices'>,
): string {
  return cipher.encrypt(JSON.stringify({ texts: prefill, choices }), { ...PREFILL, row });
}

/** A signer's answers and signature picture, as stored in the columns. */
export function encryptAnswers(cipher: FieldCipher, row: number, values: FieldValues, image: Buffer) {
  return {
    field_values: cipher.encrypt(JSON.stringify(values), { ...VALUES, row }),
    signature_image: cipher.encrypt(image.toString('base64'), { ...IMAGE, row }),
  };
}

/** A signer's unfinished entries, as stored in the column. */
export function encryptDraft(cipher: FieldCipher, row: number, draft: FieldValues): string {
  return cipher.encrypt(JSON.stringify(draft), { ...DRAFT, row });
}

/** What this signer has entered and not signed yet. */
export function decryptDraft(
  cipher: FieldCipher,
  { id, draft_values }: Pick<SignerRecord, 'id' | 'draft_values'>,
): FieldValues {
  return draft_values === null
    ? {}
    : valuesSchema.parse(JSON.parse(cipher.decrypt(draft_values, { ...DRAFT, row: id })));
}

/** Everything entered so far: the prefilled values, then each signer's answers in signing order. */
export function openValues(
  cipher: FieldCipher,
  fields: readonly TemplateField[],
  envelope: EnvelopeRecord,
  signers: readonly SignerRecord[],
): FieldValues {
  const known: z.output<typeof knownSchema> = envelope.prefill
    ? prefillSchema.parse(JSON.parse(cipher.decrypt(envelope.prefill, { ...PREFILL, row: envelope.id })))
    : { texts: {} };
  const answers = signers.map(({ id, field_values }) =>
    field_values ? valuesSchema.parse(JSON.parse(cipher.decrypt(field_values, { ...VALUES, row: id }))) : {},
  );
  return Object.assign(startingValues(fields, known.texts, known.choices), ...answers);
}

export function openSignatures(
  cipher: FieldCipher,
  signers: readonly SignerRecord[],
  timeZone: string,
): Partial<Record<EsignSigner, VisibleSignature>> {
  const signatures: Partial<Record<EsignSigner, VisibleSignature>> = {};
  for (const { id, role, signature_image, signed_at, typed_name, name } of signers) {
    if (!signature_image || !signed_at) continue;
    const image = Buffer.from(cipher.decrypt(signature_image, { ...IMAGE, row: id }), 'base64');
    signatures[role] = { image, name: typed_name ?? name, date: signingDate(signed_at, timeZone) };
  }
  return signatures;
}
