import * as contacts from '@ledgerline/contract/agents/contact/endpoints';
import * as emails from '@ledgerline/contract/agents/emails/endpoints';
import * as endpoints from '@ledgerline/contract/agents/endpoints';
import * as saved from '@ledgerline/contract/agents/saved-signature/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { getAgentContact, updateAgentContact } from './contact/service.ts';
import {
  cancelEmailChange,
  confirmEmailAsOwner,
  getEmailState,
  sendEmailLink,
} from './emails/change-email.ts';
import { checkEmailLink, confirmEmailByLink } from './emails/confirm-email.ts';
import { getAgent, listAgentNames, listAgents, type NeededAbove } from './find-agents.ts';
import * as agents from './manage-agents.ts';
import * as signature from './saved-signature/service.ts';

/**
 * `countClients`, `ownedClients` and `openTasks` query the module for clients and tasks; `endSignIns` and
 * `invite` call the auth feature.
 */
export const agentRoutes = ({
  countClients,
  endSignIns,
  invite,
  listInvitations,
  moveInvitation,
  ownedClients,
  openTasks,
}: NeededAbove): Route[] => [
  route(endpoints.listAgents, (ctx) => listAgents(ctx, { countClients, listInvitations })),
  route(endpoints.listAgentNames, (ctx) => listAgentNames(ctx)),
  route(endpoints.checkAgentEmail, (ctx, { query }) => agents.checkAgentEmail(ctx, query)),
  route(endpoints.getAgent, (ctx, { params }) => getAgent(ctx, params.id, countClients)),
  route(endpoints.createAgent, (ctx, { body }) => agents.createAgent(ctx, body, { countClients, invite })),
  route(endpoints.updateAgent, (ctx, { params, body }) =>
    agents.updateAgent(ctx, params.id, body, { countClients, moveInvitation }),
  ),
  route(emails.getEmailState, (ctx, { params }) => getEmailState(ctx, params.id)),
  route(emails.sendEmailLink, (ctx, { params }) => sendEmailLink(ctx, params.id)),
  route(emails.cancelEmailChange, (ctx, { params }) => cancelEmailChange(ctx, params.id)),
  route(emails.confirmEmailAsOwner, (ctx, { params }) => confirmEmailAsOwner(ctx, params.id)),
  route(emails.checkEmailLink, (ctx, { body }) => checkEmailLink(ctx, body)),
  route(emails.confirmEmailByLink, (ctx, { body }) => confirmEmailByLink(ctx, body)),
  route(saved.getSavedSignature, (ctx) => signature.getSavedSignature(ctx)),
  route(saved.saveSavedSignature, (ctx, { body }) => signature.saveSavedSignature(ctx, body)),
  route(saved.removeSavedSignature, (ctx) => signature.removeSavedSignature(ctx)),
  route(contacts.getAgentContact, (ctx) => getAgentContact(ctx)),
  route(contacts.updateAgentContact, (ctx, { body }) => updateAgentContact(ctx, body)),
  route(endpoints.changeAgentPassword, (ctx, { params, body }) =>
    agents.changeAgentPassword(ctx, params.id, body, endSignIns),
  ),
  route(endpoints.deleteAgent, (ctx, { params, query }) =>
    agents.deleteAgent(ctx, params.id, query.clients_to, { ownedClients, openTasks }),
  ),
];
