import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { PAYMENT_METHODS, PAYMENT_STATES, TRANSACTION_KINDS } from '../rules.ts';
import { idSchema, textSchema, webAddressSchema } from '../schemas.ts';
import { expirationHoursSchema } from '../secure-links/endpoints.ts';
import { MAX_CLIENT_TITLE } from './client-title.ts';

/** A session: a named set of forms of one client (1§3). Status, totals and counts are derived from its forms. */
const sessionSchema = z.object({
  id: z.number(),
  client_id: z.number(),
  session_type: z.string(),
  /** What clients see instead of the name; '' shows "Your forms from {brokerage}" (decision 116). */
  client_title: z.string(),
  created_at: z.string(),
  forms_count: z.number(),
  client_last_viewed_at: z.string().nullable(),
  payment_received_at: z.array(z.string()),
  notes: z.string(),
  is_deleted: z.boolean(),
  has_passcode: z.boolean(),
  created_by: z.string().nullable(),
  client_first_name: z.string().nullable(),
  client_last_name: z.string().nullable(),
  /** Derived label and its sort key (1§4, decisions G11). */
  status: z.string(),
  priority: z.number(),
  /** Sums over the non-voided forms, in cents (decisions G6, G8). */
  subtotal_cents: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
  include_sales_tax: z.boolean(),
  all_forms_completed: z.boolean(),
  payment_card: z.enum(['hidden', 'Forms in Progress', 'Payment Pending', 'Payment Received']),
});
export type Session = z.output<typeof sessionSchema>;

/** What was paid on a session's own invoices and not refunded, and the part of the total that it settles, in cents (decisions O3). */
const balanceSchema = z.object({ paid_cents: z.number(), settled_cents: z.number() });

/** `balance` is null where no payment was recorded here. */
const listedSessionSchema = sessionSchema.extend({ balance: balanceSchema.nullable() });
export type ListedSession = z.output<typeof listedSessionSchema>;

export const SESSION_NOT_FOUND = 'Session not found or has been deleted.';

/** A blank passcode means none. Shorter ones that were set before continue to work until they are changed. */
export const MIN_PASSCODE_LENGTH = 4;
export const PASSCODE_TOO_SHORT = 'The passcode must be at least 4 characters.';
const clientTitleSchema = textSchema(MAX_CLIENT_TITLE).trim();
const passcodeSchema = textSchema(100).refine((text) => {
  const { length } = text.trim();
  return length === 0 || length >= MIN_PASSCODE_LENGTH;
}, PASSCODE_TOO_SHORT);

export const createSession = endpoint('POST /session', 'agent', {
  summary: 'Open a session for a client; the passcode is stored as a hash and never returned (decisions B18)',
  body: z.strictObject({
    client_id: idSchema,
    session_type: textSchema(200).trim().min(1, 'must not be blank'),
    client_title: clientTitleSchema.optional(),
    passcode: passcodeSchema.nullable().optional(),
    /** The bundles through which its forms were chosen: they are listed first next time. A bundle deleted in the meantime is ignored. */
    bundle_ids: z.array(idSchema).max(100).optional(),
  }),
  status: 201,
  audit: 'own',
  reply: success({ id: z.number(), session: sessionSchema, data: sessionSchema }),
});

export const listClientSessions = endpoint('GET /clients/:id/sessions', 'agent', {
  summary: 'List a client’s sessions by status priority, ties newest first; deleted ones are left out',
  audit: { action: 'opened', of: 'client' },
  reply: success({ data: z.array(listedSessionSchema), sessions: z.array(listedSessionSchema) }),
});

export const getSession = endpoint('GET /session/:id', 'agent', {
  summary: 'Get one session',
  audit: { action: 'opened', of: 'session' },
  reply: success({ data: sessionSchema, session: sessionSchema }),
});

export const getSessionStatus = endpoint('GET /session/:id/status', 'agent', {
  summary: 'Get the session’s derived status',
  audit: { action: 'opened', of: 'session' },
  reply: success({ status: z.string(), priority: z.number() }),
});

const paymentDataSchema = z.object({
  transactions: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(TRANSACTION_KINDS),
      payment_method: z.enum(PAYMENT_METHODS),
      card_brand: z.string().nullable(),
      card_last4: z.string().nullable(),
      /** Cents (decisions K25). */
      amount: z.number(),
      payment_status: z.string(),
      created_at: z.string(),
    }),
  ),
  recurringPayment: z.object({ frequency: z.string(), next_payment_date: z.string().nullable() }).nullable(),
  invoices: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      external_ref: z.string().nullable(),
      status: z.string(),
      payment_state: z.enum(PAYMENT_STATES),
      total_cents: z.number(),
      /** For a later period, created by the scheduler: it bills none of the session's own forms. */
      is_made_by_schedule: z.boolean(),
    }),
  ),
  ...balanceSchema.shape,
});
export type SessionPaymentData = z.output<typeof paymentDataSchema>;

export const getSessionPaymentData = endpoint('GET /session/:id/payment-data', 'agent', {
  summary: 'Get the session’s transactions, recurring payment and invoices (decisions A25)',
  audit: { action: 'opened', of: 'session' },
  reply: success({ ...paymentDataSchema.shape, data: paymentDataSchema }),
});

export const getSessionDetails = endpoint('GET /session/:id/details', 'agent_or_client', {
  summary:
    'Get a session, the public fields of its forms and the client’s name (decisions A11); a link opens only its own',
  audit: { action: 'opened', of: 'session' },
  reply: success({
    data: z.object({
      id: z.number(),
      /** The session's name; for a client, the title that clients see. */
      session_type: z.string(),
      client_name: z.string(),
      status: z.string(),
      forms: z.array(
        z.object({
          id: z.number(),
          title: z.string(),
          type: z.string(),
          status: z.string(),
          is_voided: z.boolean(),
        }),
      ),
    }),
  }),
});

/** Only these; any other key is ignored (decisions G18). */
export const updateSession = endpoint('PUT /session/:id', 'agent', {
  summary: 'Save the agent notes or the title for the client',
  body: z.object({
    notes: textSchema(100_000).nullable().optional(),
    client_title: clientTitleSchema.optional(),
  }),
  audit: { action: 'opened', of: 'session' },
  reply: success({ data: sessionSchema, session: sessionSchema }),
});

/** null or blank removes the passcode. The link stays; every browser is prompted again, and attempts are counted from zero. */
export const changeSessionPasscode = endpoint('PUT /session/:id/passcode', 'agent', {
  summary: 'Change or remove the passcode of a session',
  body: z.strictObject({ passcode: passcodeSchema.nullable() }),
  audit: 'own',
  reply: success({ data: sessionSchema, session: sessionSchema }),
});

/** `deleteForms` in the body or the query; false by default (decisions A10). */
export const deleteSession = endpoint('DELETE /session/:id', 'agent', {
  summary:
    'Delete a session; its forms stay with the client unless deleteForms is set, which is rejected while one of them is completed or signed (decisions O5)',
  needsReauthentication: true,
  query: z.object({ deleteForms: z.enum(['true', 'false']).optional() }),
  body: z.strictObject({ deleteForms: z.boolean().optional() }),
  reply: doneReply,
});

/**
 * The session's secure link (1§7). With `forceRegenerate` false an active one is returned and an expired one replaced (decisions I1);
 * `extend` true extends the expiry of the URL already sent (decisions I2).
 */
export const generateSessionToken = endpoint('POST /session/:id/generate-token', 'agent', {
  summary: 'Get, create, extend or replace the secure link of a session',
  isSecret: true,
  body: z.strictObject({
    accessType: z.literal('client_access').default('client_access'),
    expirationHours: expirationHoursSchema.optional(),
    forceRegenerate: z.boolean().default(false),
    extend: z.boolean().default(false),
  }),
  audit: 'own',
  reply: success({
    token: z.string(),
    expiresAt: z.string(),
    url: webAddressSchema,
    expiresSoon: z.boolean(),
    message: z.string(),
  }),
});
