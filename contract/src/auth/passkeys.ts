import { z } from 'zod';
import { textSchema } from '../schemas.ts';

/** Bytes in base64url, as WebAuthn encodes them in JSON. */
const bytesSchema = (max: number) => textSchema(max).regex(/^[\w-]+$/, 'must be base64url');
const transportsSchema = z.array(textSchema(40)).max(10);

/**
 * An authenticator's response to a challenge (WebAuthn level 3, AuthenticationResponseJSON, only the fields that are
 * checked).
 */
const passkeyAssertionSchema = z.object({
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

/** The response when a passkey is created (RegistrationResponseJSON). */
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

/** The request to the browser (PublicKeyCredentialRequestOptionsJSON); times in milliseconds. */
export const passkeyRequestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credentialSchema),
});

/** The request to create a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationOptionsSchema = z.object({
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

/** A passkey response with the signed ticket that identifies the challenge. */
export const passkeyResponseSchema = z.strictObject({
  ticket: textSchema(2000).min(1),
  answer: passkeyAssertionSchema,
});
export type PasskeyResponse = z.output<typeof passkeyResponseSchema>;
