import type { AgentPrivileges } from '@ledgerline/contract/rules';

type Agent = { id: number } & Pick<AgentPrivileges, 'is_owner'>;

/** Whose view it is. */
interface Owned {
  private_to: number | null;
  agent_id: number | null;
}

/** Owners decide whether other agents may share views. */
export const canShareViews = ({ is_owner }: Agent, canAgentsShare: boolean): boolean =>
  is_owner || canAgentsShare;

/** Shared views are visible to all agents, others only to the agent to whom they belong. */
export const canView = (agent: Agent, { private_to }: Owned): boolean =>
  private_to === null || private_to === agent.id;

/** A view is changed by the agent to whom it belongs; owners also change shared ones. */
export const canChange = (agent: Agent, view: Owned): boolean =>
  canView(agent, view) && (view.agent_id === agent.id || agent.is_owner);
