import { z } from 'zod';
import { textSchema } from '../schemas.ts';

/** Bytes in the alphabet of base64url, as WebAuthn writes them in JSON. */
const bytesSchema = (max: number) => textSchema(max).regex(/^[\w-]+$/, 'must be base64url');
const transportsSchema = z.array(textSchema(40)).max(10);

/** What a browser's authenticator answers to a challenge (WebAuthn level 3, AuthenticationResponseJSON, as far as it is looked at). */
const passkeyAnswerSchema = z.object({
  id: bytesSchema(1400),
  rawId: bytesSchema(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytesSchema(4000),
    authenticatorData: bytesSchema(4000),
    signature: bytesSchema(8000),
    userHandle: bytesSchema(200).optional(),
  }),
});

/** What it answers when a passkey is made (RegistrationResponseJSON). */
export const newPasskeySchema = z.object({
  id: bytesSchema(1400),
  rawId: bytesSchema(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytesSchema(4000),
    attestationObject: bytesSchema(40_000),
    transports: transportsSchema.optional(),
  }),
});

const credentialSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What the browser is asked (PublicKeyCredentialRequestOptionsJSON); times in milliseconds. */
export const passkeyQuestionSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credentialSchema),
});

/** What the browser is asked to make (PublicKeyCredentialCreationOptionsJSON). */
export const passkeyOrderSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** A passkey's answer with the signed ticket that names the challenge. */
export const passkeyResponseSchema = z.strictObject({
  ticket: textSchema(2000).min(1),
  answer: passkeyAnswerSchema,
});
export type PasskeyResponse = z.output<typeof passkeyResponseSchema>;
