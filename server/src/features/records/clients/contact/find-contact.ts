import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import type { Brand } from '@ledgerline/contract/settings/endpoints';
import type { EmailStyle } from '#features/email-templates/email-layout.ts';
import { findAgentContact } from '#features/people/agents/contact/service.ts';
import { emailStyle } from '#features/settings/brand/email-style.ts';
import { readBrand } from '#features/settings/brand/service.ts';
import type { Context } from '#platform/context.ts';
import type { NewEmail } from '#platform/email/queue.ts';
import { findOwner } from '../owners/queries.ts';
import { clientContact } from './rules.ts';

/** The client, null for a form that visitors fill in, and the agent who sent the link or the invoice. */
interface Whose {
  client_id: number | null;
  sender: number | null;
}

/**
 * Whom a client calls with questions (decision 109): the client's owner, otherwise the sender, otherwise the brokerage; for
 * visitors who are not clients the brokerage. The caller has checked the link.
 */
export async function findClientContact(ctx: Pick<Context, 'db'>, whose: Whose): Promise<ClientContact> {
  return contactWith(ctx, whose, await readBrand(ctx));
}

async function contactWith(
  ctx: Pick<Context, 'db'>,
  { client_id, sender }: Whose,
  brand: Brand,
): Promise<ClientContact> {
  const id = client_id === null ? null : ((await findOwner(ctx.db, client_id))?.owner ?? sender);
  const agent = id === null ? null : await findAgentContact(ctx.db, id);
  return clientContact(agent, brand.phone);
}

/** The brand for an email to a client, with the phone number of their agent. */
export async function clientEmailStyle(
  ctx: Pick<Context, 'db'>,
  whose: Whose,
): Promise<{ style: EmailStyle; attachments: NonNullable<NewEmail['attachments']> }> {
  const brand = await readBrand(ctx);
  const { style, attachments } = await emailStyle(ctx, brand);
  const contact = await contactWith(ctx, whose, brand);
  const agent = contact?.is_own_phone ? (contact.agent_name ?? '') : '';
  return { style: { ...style, agent, phone: contact?.phone ?? '' }, attachments };
}
