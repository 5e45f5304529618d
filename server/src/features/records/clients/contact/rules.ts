import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import type { AgentContact } from '@ledgerline/contract/agents/contact/endpoints';

/**
 * Whom a client calls: their agent if the agent has a phone number or a photo for clients, otherwise the brokerage. An agent
 * without a number of their own is reached at the brokerage's.
 */
export function clientContact(
  agent: (AgentContact & { name: string }) | null,
  brokeragePhone: string | null,
): ClientContact {
  const phone = agent?.phone ?? brokeragePhone ?? '';
  if (agent && (agent.phone !== null || agent.photo !== null)) {
    return { agent_name: agent.name, phone, is_own_phone: agent.phone !== null, photo: agent.photo };
  }
  return phone === '' ? null : { agent_name: null, phone, is_own_phone: false, photo: null };
}
