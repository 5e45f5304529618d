import { type AgentContact, getAgentContact } from '@ledgerline/contract/agents/contact/endpoints';
import { type EmailState, getEmailState } from '@ledgerline/contract/agents/emails/endpoints';
import { type Agent, checkAgentEmail, getAgent, listAgents } from '@ledgerline/contract/agents/endpoints';
import { getSavedSignature } from '@ledgerline/contract/agents/saved-signature/endpoints';
import { getInvitation } from '@ledgerline/contract/auth/password-links/endpoints';
import { listRememberedDevices } from '@ledgerline/contract/auth/remembered-devices/endpoints';
import { listSignIns } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { getSignInPolicy, getTwoFactorMethods } from '@ledgerline/contract/auth/two-factor/endpoints';
import { getCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { screen } from '@testing-library/react';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';

export const grace: Agent = {
  id: 2,
  email: 'grace@example.com',
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  is_advisor: true,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  client_count: 0,
};

/** No email address change is pending. */
export const CONFIRMED: EmailState = {
  confirmed_at: '2026-11-01T15:00:00Z',
  link: null,
  can_email_links: true,
  can_confirm: true,
};

/** An agent who may edit all agents. */
export const OWNER = { id: 1, is_owner: true, has_all_staff_access: true };

/** Opens the page of an agent who owns no clients. */
export async function openAgent(
  agent: Agent,
  claims: Parameters<typeof signInAs>[0] = OWNER,
  contact: AgentContact = { phone: null, photo: null },
) {
  const server = fakeServer()
    .reply(getAgent, { success: true, data: agent })
    .reply(checkAgentEmail, { success: true, available: true })
    .reply(listClients, { success: true, data: [], total: 0, counts: NO_COUNTS })
    .reply(getCalendarFeed, { success: true, feed: null, has_calendar_names: false })
    .reply(getAgentContact, { success: true, data: contact })
    .reply(getSavedSignature, { success: true, data: { signature: null, is_offered: true } })
    .reply(getInvitation, { success: true, invitation: null })
    .reply(getEmailState, { success: true, data: CONFIRMED })
    .reply(getTwoFactorMethods, {
      success: true,
      data: { app: null, passkeys: [], recovery_codes_left: 0, is_required: false, passkey_error: null },
    })
    .reply(getSignInPolicy, {
      success: true,
      data: { second_factor: 'nobody', idle_minutes: 30, can_remember_devices: true, without: [] },
    })
    .reply(listRememberedDevices, { success: true, data: [], can_remember_devices: true })
    .reply(listSignIns, { success: true, data: [], total: 0 })
    .reply(listAgents, { success: true, data: [{ ...agent, invitation: null, security: null }] });
  signInAs(claims);
  const app = renderApp(`/crm/agents/${agent.id}`);
  await screen.findByLabelText(/First name/);
  return { server, ...app };
}
