import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { agentIdOf, type Context } from './context.ts';
import { announce } from './live.ts';

/** Tells screens what this call has done, in the name of the agent and the tab that asked for it. */
export function announceAct(ctx: Context, act: Omit<LiveEvent, 'agent_id' | 'tab'>): Promise<void> {
  return announce(ctx.db, { ...act, agent_id: agentIdOf(ctx), tab: ctx.tab });
}
