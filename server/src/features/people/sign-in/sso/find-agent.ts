import { holdAgentByEmail } from '#features/people/agents/look-up-agents.ts';
import { holdAgent } from '#features/people/agents/manage-agents.ts';
import { tellAgent } from '#features/people/second-factor/tell-agent.ts';
import { auditAct } from '#platform/audit/audit.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import type { Identity } from '#platform/ports/identity.ts';
import { removeLinks } from '../password-links/repository.ts';
import { refuseSso, type SsoRefused } from './refuse-sso.ts';
import * as repository from './repository.ts';
import { emailFault, isOfDomains } from './rules.ts';

type Ctx = Context<VisitorActor>;
type Agent = NonNullable<Awaited<ReturnType<typeof holdAgent>>>;

/**
 * The agent whose account at the provider it is, held until the transaction ends. Known by issuer and subject; the first
 * time by a confirmed address, which connects the two for good. No account is ever made for a stranger.
 */
export async function agentOfIdentity(ctx: Ctx, identity: Identity): Promise<Agent> {
  const { subject, email } = identity;
  const known = await repository.findIdentity(ctx.db, identity);
  if (!known) return connectedAgent(ctx, identity);
  const told = { entity_id: known.agent_id, subject, email };
  const { SSO_EMAIL_DOMAINS } = ctx.deps.config;
  if (email !== null && !isOfDomains(email, SSO_EMAIL_DOMAINS)) throw refuseSso(ctx, 'other_domain', told);
  const agent = await holdAgent(ctx.db, known.agent_id);
  if (!agent) throw refuseSso(ctx, 'unknown', { subject, email });
  await repository.noteIdentityUse(ctx.db, known.id, ctx.deps.clock.now());
  return agent;
}

async function connectedAgent(ctx: Ctx, identity: Identity): Promise<Agent> {
  const { subject, issuer, email } = identity;
  const { SSO_EMAIL_DOMAINS, SSO_TRUST_EMAIL } = ctx.deps.config;
  const fault = emailFault(identity, { domains: SSO_EMAIL_DOMAINS, trustsUnsaid: SSO_TRUST_EMAIL });
  if (fault) throw refuseSso(ctx, fault, { subject, email });
  const agent = email === null ? undefined : await holdAgentByEmail(ctx.db, email);
  if (!agent || email === null) throw refuseSso(ctx, 'unknown', { subject, email });
  const now = ctx.deps.clock.now();
  const row = { agent_id: agent.id, issuer, subject, email, connected_at: now, last_used_at: now };
  if (!(await repository.connectIdentity(ctx.db, row))) {
    const refused = await refusalOfConflict(ctx, agent, identity);
    if (refused) throw refused;
    return agent;
  }
  // Whoever was invited needs no password any more; its link ends with the use of the other way.
  await removeLinks(ctx.db, agent.id);
  await auditAct(ctx, 'sso_connected', 'agent', agent.id, { new_value: email });
  await tellAgent(ctx, agent.id, { what: 'sso_connected', name: ctx.deps.config.SSO_NAME, email });
  return agent;
}

/** Connected at the same moment it is as if it had been found; with another account there it is somebody else's. */
async function refusalOfConflict(ctx: Ctx, agent: Agent, identity: Identity): Promise<SsoRefused | null> {
  const known = await repository.findIdentity(ctx.db, identity);
  if (known?.agent_id === agent.id) return null;
  const { subject, email } = identity;
  return refuseSso(ctx, 'other_account', { entity_id: agent.id, subject, email });
}
