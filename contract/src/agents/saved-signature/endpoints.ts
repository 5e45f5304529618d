import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { savedSignatureSchema, signatureSchema } from '../../signing/signature.ts';

const MEBIBYTE = 1024 * 1024;

/** Only the agent reads and changes their own signature, and only an advisor has one (decision 113). */
export const getSavedSignature = endpoint('GET /auth/signature', 'agent', {
  summary: 'Get the signature that an advisor saved to sign with',
  audit: 'none',
  isSecret: true,
  reply: success({
    data: z.object({
      signature: savedSignatureSchema.nullable(),
      /** Documents are signed on the portal's own page, which offers it; other providers do not. */
      is_offered: z.boolean(),
    }),
  }),
});

export const saveSavedSignature = endpoint('PUT /auth/signature', 'agent', {
  summary: 'Save the caller’s signature, or replace it; notifies them by email',
  needsReauthentication: true,
  isSecret: true,
  bodyLimit: MEBIBYTE,
  body: signatureSchema,
  reply: doneReply,
  rateLimit: { max: 20, seconds: 900 },
});

export const removeSavedSignature = endpoint('DELETE /auth/signature', 'agent', {
  summary: 'Remove the caller’s saved signature; notifies them by email',
  needsReauthentication: true,
  reply: doneReply,
});
