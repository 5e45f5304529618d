import { type AgentPrivileges, hasAccess } from '@ledgerline/contract/rules';
import { SEARCH_KINDS, type SearchKind } from '@ledgerline/contract/search/kinds';

/** The forms area, with templates and visitors' forms, is for owners and developers (0§6). */
export function canOpenForms(actor: AgentPrivileges): boolean {
  return hasAccess(actor, 'owner_or_developer');
}

/** What an agent may find: only what the agent's own screens show. */
export function kindsFor(actor: AgentPrivileges): SearchKind[] {
  return SEARCH_KINDS.filter((kind) => kind !== 'template' || canOpenForms(actor));
}
