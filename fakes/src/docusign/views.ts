import { randomBytes } from 'node:crypto';
import type { Express, Request } from 'express';
import { z } from 'zod';
import { ApiError, answer, badBody, badParameter } from './answers.ts';
import type { Books, FakeEnvelope, FakeRecipient, FakeView } from './books.ts';
import { isSafe } from './create-envelope.ts';
import { currentTurn, OPEN } from './envelope-life.ts';
import { wantedEnvelope } from './envelope-routes.ts';

const LIFETIME_MS = 5 * 60_000;
const MAX_RETURN_URL = 470;

const viewSchema = z.looseObject({
  returnUrl: z.string(),
  authenticationMethod: z.string(),
  email: z.string().default(''),
  userName: z.string().default(''),
  clientUserId: z.string().default(''),
  recipientId: z.string().optional(),
});
type ViewRequest = z.infer<typeof viewSchema>;

/** `POST …/views/recipient`: creates the signing URL of an embedded signer. */
export function viewRoutes(app: Express, books: Books, ownUrl: () => string): void {
  app.post(
    '/restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/views/recipient',
    answer((request) => {
      const view = createView(books, request);
      books.save();
      return { status: 201, json: { url: `${ownUrl()}/Signing/MTRedeem/v1/${view.token}?slt=fake` } };
    }),
  );
}

function createView(books: Books, request: Request): FakeView {
  const parsed = viewSchema.safeParse(request.body);
  if (!parsed.success) throw badBody("'returnUrl' and 'authenticationMethod' are required.");
  const { returnUrl } = parsed.data;
  if (!URL.canParse(returnUrl) || !isSafe(new URL(returnUrl)) || returnUrl.length > MAX_RETURN_URL) {
    throw badParameter("'returnUrl' must be an https URL of at most 470 characters.");
  }
  const envelope = wantedEnvelope(books, request);
  const recipient = wantedRecipient(envelope, parsed.data);
  const view: FakeView = {
    token: randomBytes(24).toString('hex'),
    envelopeId: envelope.envelopeId,
    recipientId: recipient.recipientId,
    returnUrl,
    expiresAt: books.now().getTime() + LIFETIME_MS,
    isUsed: false,
  };
  books.state.views.push(view);
  return view;
}

function wantedRecipient(envelope: FakeEnvelope, wanted: ViewRequest): FakeRecipient {
  if (!OPEN.includes(envelope.status)) {
    throw new ApiError(
      'ENVELOPE_INVALID_STATUS',
      `Invalid envelope status. Envelope status must be 'Sent' or 'Delivered', but is '${envelope.status}'.`,
    );
  }
  const recipient = envelope.recipients.find(
    ({ clientUserId, email, name, recipientId }) =>
      clientUserId !== null &&
      clientUserId === wanted.clientUserId &&
      email === wanted.email &&
      name === wanted.userName &&
      (wanted.recipientId === undefined || wanted.recipientId === recipientId),
  );
  if (!recipient) {
    throw new ApiError(
      'UNKNOWN_ENVELOPE_RECIPIENT',
      'The recipient you have identified is not a valid recipient of the specified envelope.',
    );
  }
  if (recipient.status !== 'completed' && recipient.routingOrder !== currentTurn(envelope)) {
    throw new ApiError(
      'RECIPIENT_NOT_IN_SEQUENCE',
      'The token for an out of sequence recipient cannot be generated.',
    );
  }
  return recipient;
}

/** Redeems a signing URL; null if it was used before, has expired or is unknown. */
export function redeem(books: Books, token: string): FakeView | null {
  const view = books.state.views.find((each) => each.token === token);
  if (!view || view.isUsed || view.expiresAt <= books.now().getTime()) return null;
  view.isUsed = true;
  books.save();
  return view;
}
