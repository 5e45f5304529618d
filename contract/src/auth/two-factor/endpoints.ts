import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { idleMinutesAllowed, MAX_IDLE_MINUTES, MIN_IDLE_MINUTES, TWO_FACTOR_RULES } from '../../rules.ts';
import { textSchema } from '../../schemas.ts';
import { signedInReply } from '../endpoints.ts';
import {
  newPasskeySchema,
  passkeyCreationOptionsSchema,
  passkeyRequestOptionsSchema,
  passkeyResponseSchema,
} from '../passkeys.ts';

const ticketSchema = textSchema(2000).min(1);
const question = success({ data: z.object({ ticket: z.string(), question: passkeyRequestOptionsSchema }) });

/**
 * The details of `second_factor_needed`: a two-factor ticket that is valid for five minutes, and the available methods.
 */
export interface TwoFactorChallenge {
  ticket: string;
  /** A code from an authenticator app. */
  has_app: boolean;
  /** A passkey that was created for the requested host. */
  has_passkey: boolean;
  /** Owners allow agents to remember a device (decision 114). */
  can_remember: boolean;
}

/** Two-factor authentication of a sign-in: one of the methods, with the ticket from the password step. */
export const verifyTwoFactor = endpoint('POST /auth/second-step', 'public', {
  summary:
    'Complete two-factor authentication with the ticket of the password step and a code, a recovery code or a passkey',
  isSecret: true,
  body: z.strictObject({
    ticket: ticketSchema,
    /** From the authenticator app, or a recovery code. */
    code: textSchema(40).optional(),
    passkey: passkeyResponseSchema.optional(),
    /** Skips this step on this device for 30 days; ignored where owners forbid it. */
    remember_device: z.boolean().optional(),
  }),
  reply: signedInReply,
});

/** With a password ticket, a challenge for the passkeys of its agent; without one, for any passkey of the portal. */
export const startPasskeySignIn = endpoint('POST /auth/passkey', 'public', {
  summary: 'Get a challenge for signing in with a passkey',
  isSecret: true,
  body: z.strictObject({ ticket: ticketSchema.optional() }),
  reply: question,
  rateLimit: { max: 120, seconds: 900 },
});

/** A passkey with user verification counts as both factors. */
export const signInWithPasskey = endpoint('POST /auth/passkey/sign-in', 'public', {
  summary: 'Sign in with a passkey, without a password',
  isSecret: true,
  body: z.strictObject({ passkey: passkeyResponseSchema }),
  reply: signedInReply,
});

const passkeySchema = z.object({
  id: z.number(),
  name: z.string(),
  /** The host for which it was created and on which it works. */
  host: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

const twoFactorMethodsSchema = z.object({
  app: z.object({ created_at: z.string(), last_used_at: z.string().nullable() }).nullable(),
  passkeys: z.array(passkeySchema),
  recovery_codes_left: z.number(),
  /** The brokerage requires two-factor authentication for this agent. */
  is_required: z.boolean(),
  /** Why no passkey can be created on the requested host; null where one can. */
  passkey_error: z.string().nullable(),
});
export type TwoFactorMethods = z.output<typeof twoFactorMethodsSchema>;

/** Recovery codes, shown only once: set when this was the first two-factor method. */
const newCodes = { recovery_codes: z.array(z.string()).nullable() };

export const getTwoFactorMethods = endpoint('GET /auth/factors', 'agent', {
  summary: 'Get the two-factor methods of the caller',
  audit: 'none',
  worksWithoutTwoFactor: true,
  reply: success({ data: twoFactorMethodsSchema }),
});

export const startApp = endpoint('POST /auth/factors/app', 'agent', {
  summary: 'Get a secret for an authenticator app; the app becomes active when a code from it is verified',
  worksWithoutTwoFactor: true,
  needsReauthentication: true,
  isSecret: true,
  reply: success({
    data: z.object({
      /** Base32, for typing it into the app. */
      secret: z.string(),
      /** otpauth:// URI, for a QR code. */
      key_uri: z.string(),
    }),
  }),
});

export const confirmApp = endpoint('POST /auth/factors/app/confirm', 'agent', {
  summary: 'Activate the authenticator app by verifying one of its codes',
  worksWithoutTwoFactor: true,
  needsReauthentication: true,
  isSecret: true,
  body: z.strictObject({ code: textSchema(40).min(1) }),
  reply: success({ data: z.object(newCodes) }),
  rateLimit: { max: 30, seconds: 900 },
});

export const removeApp = endpoint('DELETE /auth/factors/app', 'agent', {
  summary: 'Remove the caller’s authenticator app',
  needsReauthentication: true,
  reply: doneReply,
});

export const startPasskey = endpoint('POST /auth/factors/passkeys/start', 'agent', {
  summary: 'Get what the browser needs to create a passkey',
  worksWithoutTwoFactor: true,
  needsReauthentication: true,
  isSecret: true,
  reply: success({ data: z.object({ ticket: z.string(), order: passkeyCreationOptionsSchema }) }),
});

const passkeyNameSchema = textSchema(60).trim().min(1, 'must not be blank');

export const addPasskey = endpoint('POST /auth/factors/passkeys', 'agent', {
  summary: 'Store a passkey that the browser created',
  status: 201,
  worksWithoutTwoFactor: true,
  needsReauthentication: true,
  isSecret: true,
  body: z.strictObject({ name: passkeyNameSchema, ticket: ticketSchema, answer: newPasskeySchema }),
  reply: success({ data: z.object({ passkey: passkeySchema, ...newCodes }) }),
});

export const removePasskey = endpoint('DELETE /auth/factors/passkeys/:id', 'agent', {
  summary: 'Remove a passkey of the caller',
  needsReauthentication: true,
  reply: doneReply,
});

export const renewRecoveryCodes = endpoint('POST /auth/factors/recovery-codes', 'agent', {
  summary: 'Generate ten new recovery codes; the previous ones stop working',
  needsReauthentication: true,
  isSecret: true,
  reply: success({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
});

/** For an agent who lost access to their two-factor methods: the password is then enough until they set up new ones. */
export const removeTwoFactor = endpoint('DELETE /agents/:id/factors', 'owner', {
  summary: 'Remove two-factor authentication from an agent; notifies them by email and ends their sign-ins',
  needsReauthentication: true,
  reply: doneReply,
});

/** Omitted fields stay unchanged, so that a form that was left open does not undo another owner's changes. */
const signInPolicySchema = z.strictObject({
  second_factor: z.enum(TWO_FACTOR_RULES).optional(),
  /** Idle minutes after which a screen is locked; 0 for never. */
  idle_minutes: z
    .number()
    .refine(
      idleMinutesAllowed,
      `must be from ${MIN_IDLE_MINUTES} to ${MAX_IDLE_MINUTES} minutes, or 0 for never`,
    )
    .meta({ type: 'integer', minimum: 0, maximum: MAX_IDLE_MINUTES })
    .optional(),
  /** Whether agents may skip two-factor authentication on a device for 30 days. */
  can_remember_devices: z.boolean().optional(),
});
export type SignInPolicy = z.output<typeof signInPolicySchema>;

/** Lists agents without two-factor authentication by name, so that owners know whom a policy would block. */
export const getSignInPolicy = endpoint('GET /auth/rules', 'owner', {
  summary: 'Get the sign-in policy, and the agents who have not set up two-factor authentication',
  audit: 'none',
  reply: success({
    data: signInPolicySchema.extend({
      second_factor: z.enum(TWO_FACTOR_RULES),
      idle_minutes: z.number(),
      can_remember_devices: z.boolean(),
      without: z.array(z.object({ id: z.number(), name: z.string(), has_rights: z.boolean() })),
    }),
  }),
});

export const updateSignInPolicy = endpoint('PUT /auth/rules', 'owner', {
  summary: 'Change the sign-in policy',
  needsReauthentication: true,
  body: signInPolicySchema,
  reply: doneReply,
});
