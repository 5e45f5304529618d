import { ESIGN_SIGNERS } from '@ledgerline/contract/signing/endpoints';
import { z } from 'zod';
import type { SubmissionRow } from '#features/forms/submissions/signatures/record-signatures.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { EsignSigner } from '#platform/ports/esign.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { returnProblem } from './rules.ts';

const TOKEN_MS = 24 * 60 * 60_000;
const PAGES = { advisor: '/agent-signing-complete', client: '/signed' } as const;

const tokenSchema = z.object({ form: z.number(), signer: z.enum(ESIGN_SIGNERS) });

/**
 * Where a signer returns to (1§2). An outside provider needs the full address, and gets an unforgeable token of ours with
 * it; the built-in signing screen is a page of this portal.
 */
export function returnAddress(ctx: Context, row: SubmissionRow, signer: EsignSigner): string {
  const { esign, tokens, clock, log } = ctx.deps;
  const path = `${PAGES[signer]}?formId=${row.id}`;
  if (esign.hasOwnPage) return path;
  const until = new Date(clock.now().getTime() + TOKEN_MS);
  const state = tokens.signTicket('signing_return', { form: row.id, signer }, until);
  const address = absoluteUrl(ctx, `${path}&state=${state}`);
  const message = returnProblem(address);
  if (message === null) return address;
  log.error({ session_form: row.id, reason: message }, 'signing is not possible');
  throw ctx.actor.kind === 'agent'
    ? new AppError('wrong_state', { message })
    : new AppError('provider_unavailable');
}

/** The form and the signer of a return token; rejects forged and expired ones. */
export function readReturnToken({ deps }: Context, state: string): z.output<typeof tokenSchema> {
  const mark = tokenSchema.safeParse(deps.tokens.readTicket('signing_return', state, deps.clock.now()));
  if (!mark.success) throw new AppError('invalid_link');
  return mark.data;
}
