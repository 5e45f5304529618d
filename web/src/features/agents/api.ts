import * as contacts from '@ledgerline/contract/agents/contact/endpoints';
import * as emails from '@ledgerline/contract/agents/emails/endpoints';
import * as endpoints from '@ledgerline/contract/agents/endpoints';
import * as signature from '@ledgerline/contract/agents/saved-signature/endpoints';
import * as links from '@ledgerline/contract/auth/password-links/endpoints';
import * as signIns from '@ledgerline/contract/auth/sign-ins/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { AgentChoice } from '../../domain/agents/agent-select.tsx';
import { api, invalidate, useWrite } from '../../lib/api.ts';
import { ignoreNotFound } from '../../lib/api-error.ts';

const agentKeys = {
  all: ['agents'] as const,
  list: ['agents', 'list'] as const,
  agent: (id: number) => ['agent', id] as const,
  /** Refetches when clients change. */
  owned: (id: number) => ['clients', 'owned', id] as const,
  invitation: (id: number) => ['agent', id, 'invitation'] as const,
  email: (id: number) => ['agent', id, 'email'] as const,
  signIns: (id: number) => ['sign-ins', id] as const,
  emailCheck: (email: string, id: number | undefined) => ['agents', 'email', email, id] as const,
};

const CONTACT = ['agent-contact'] as const;
const SIGNATURE = ['saved-signature'] as const;

/** Refetched on every display, because agents sign in meanwhile. */
export function useAgents() {
  return useQuery({
    queryKey: agentKeys.list,
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(endpoints.listAgents, { signal })).data,
  });
}

export function useAgent(id: number) {
  return useQuery({
    queryKey: agentKeys.agent(id),
    queryFn: async ({ signal }) => (await api(endpoints.getAgent, { params: { id }, signal })).data,
  });
}

/** Checks whether an email address is available for an agent. Runs only on request and never returns a cached result. */
export function useEmailAvailable(email: string, input: { excludeId: number | undefined; enabled: boolean }) {
  return useQuery({
    queryKey: agentKeys.emailCheck(email, input.excludeId),
    queryFn: async ({ signal }) => {
      const query = { email, ...(input.excludeId ? { excludeId: input.excludeId } : {}) };
      return (await api(endpoints.checkAgentEmail, { query, signal })).available;
    },
    enabled: input.enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Number of clients an agent owns. Never cached, because they must be reassigned before the agent is deleted. */
export function useOwnedClients(id: number) {
  return useQuery({
    queryKey: agentKeys.owned(id),
    queryFn: async ({ signal }) => {
      const query = { page: 1, page_size: 1, owner: id };
      return (await api(listClients, { query, signal })).counts.all;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export function useCreateAgent() {
  return useWrite(
    (body: BodyInput<typeof endpoints.createAgent>) => api(endpoints.createAgent, { body }),
    invalidate(agentKeys.all),
  );
}

export function useUpdateAgent(id: number) {
  return useWrite(
    (body: BodyInput<typeof endpoints.updateAgent>) => api(endpoints.updateAgent, { params: { id }, body }),
    (client, { data }) => {
      client.setQueryData(agentKeys.agent(id), data);
      void client.invalidateQueries({ queryKey: agentKeys.email(id) });
      void client.invalidateQueries({ queryKey: agentKeys.invitation(id) });
      return client.invalidateQueries({ queryKey: agentKeys.all });
    },
  );
}

export function useChangeAgentPassword(id: number) {
  return useWrite(
    (body: BodyInput<typeof endpoints.changeAgentPassword>) =>
      api(endpoints.changeAgentPassword, { params: { id }, body }),
    invalidate(agentKeys.signIns(id)),
  );
}

export function useDeleteAgent(id: number) {
  return useWrite(
    (clients_to: AgentChoice | undefined) =>
      api(endpoints.deleteAgent, { params: { id }, query: clients_to ? { clients_to } : {} }),
    // The clients have a new owner, and histories name a deleted agent.
    invalidate(agentKeys.all, ['clients'], ['client']),
  );
}

/** An agent's active sign-ins. Refetched on every display because their last use changes. */
export function useSignIns(id: number) {
  return useQuery({
    queryKey: agentKeys.signIns(id),
    queryFn: ({ signal }) => api(signIns.listSignIns, { params: { id }, signal }),
    staleTime: 0,
  });
}

export function useEndSignIn(id: number) {
  return useWrite(
    (signInId: number) => ignoreNotFound(api(signIns.endSignIn, { params: { id, signInId } })),
    invalidate(agentKeys.signIns(id)),
  );
}

/** All except this browser's. */
export function useEndOtherSignIns(id: number) {
  return useWrite(() => api(signIns.endOtherSignIns, { params: { id } }), invalidate(agentKeys.signIns(id)));
}

/** For an agent who has not set a password yet. */
export function useInvitation(id: number) {
  return useQuery({
    queryKey: agentKeys.invitation(id),
    queryFn: async ({ signal }) => (await api(links.getInvitation, { params: { id }, signal })).invitation,
  });
}

export function useSendInvitation(id: number) {
  return useWrite(
    () => api(links.sendInvitation, { params: { id } }),
    invalidate(agentKeys.invitation(id), agentKeys.all),
  );
}

export function useWithdrawInvitation(id: number) {
  return useWrite(
    () => api(links.withdrawInvitation, { params: { id } }),
    invalidate(agentKeys.invitation(id), agentKeys.all),
  );
}

/** Whether the email address is confirmed, and the change pending confirmation. */
export function useEmailState(id: number) {
  return useQuery({
    queryKey: agentKeys.email(id),
    queryFn: async ({ signal }) => (await api(emails.getEmailState, { params: { id }, signal })).data,
  });
}

export function useSendEmailLink(id: number) {
  return useWrite(() => api(emails.sendEmailLink, { params: { id } }), invalidate(agentKeys.email(id)));
}

export function useCancelEmailChange(id: number) {
  return useWrite(() => api(emails.cancelEmailChange, { params: { id } }), invalidate(agentKeys.email(id)));
}

export function useConfirmEmail(id: number) {
  return useWrite(
    () => api(emails.confirmEmailAsOwner, { params: { id } }),
    invalidate(agentKeys.agent(id), agentKeys.all),
  );
}

/** Only its agent reads it, so it is not kept in the cache longer than the page shows it. */
export function useSavedSignature() {
  return useQuery({
    queryKey: SIGNATURE,
    queryFn: async ({ signal }) => (await api(signature.getSavedSignature, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useSaveSignature() {
  return useWrite(
    (body: BodyInput<typeof signature.saveSavedSignature>) => api(signature.saveSavedSignature, { body }),
    invalidate(SIGNATURE),
  );
}

export function useRemoveSignature() {
  return useWrite(() => api(signature.removeSavedSignature), invalidate(SIGNATURE));
}

/** The caller's own contact details for clients. */
export function useAgentContact() {
  return useQuery({
    queryKey: CONTACT,
    queryFn: async ({ signal }) => (await api(contacts.getAgentContact, { signal })).data,
    staleTime: 0,
  });
}

export function useUpdateAgentContact() {
  return useWrite(
    async (body: contacts.AgentContactBody) => (await api(contacts.updateAgentContact, { body })).data,
    (client, contact) => {
      client.setQueryData(CONTACT, contact);
    },
  );
}
