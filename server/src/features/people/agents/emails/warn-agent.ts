import { addressProblem } from '#features/email-templates/address-problems.ts';
import type { Context } from '#platform/context.ts';
import { type NewEmail, queueEmail } from '#platform/email/queue.ts';
import { absoluteUrl } from '#platform/public-address.ts';

/** What an email about a change to an agent's account reports; `path` is the page on which the agent reacts to it. */
export function changeOf(ctx: Context, { path, ...change }: { username: string; by: string; path: string }) {
  const { clock, config } = ctx.deps;
  return {
    ...change,
    brokerage: config.BRAND,
    address: ctx.address,
    at: clock.now(),
    timeZone: config.TIME_ZONE,
    url: absoluteUrl(ctx, path),
  };
}

/** Queues the email, unless its address cannot receive one. */
export async function warnAgent(
  ctx: Context,
  warning: Pick<NewEmail, 'kind' | 'to' | 'subject' | 'text' | 'html'>,
): Promise<void> {
  if (addressProblem(warning.to) === null) await queueEmail(ctx, { ...warning, language: 'en' });
}
