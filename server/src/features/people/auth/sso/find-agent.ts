import { lockAgentByEmail } from '#features/people/agents/find-agents.ts';
import { lockAgent } from '#features/people/agents/manage-agents.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import type { Identity } from '#platform/ports/identity.ts';
import type { VerifiedIdentity } from './link-identity.ts';
import { rejectSso } from './reject-sso.ts';
import * as repository from './repository.ts';
import { emailProblem, isOfDomains } from './rules.ts';

type Ctx = Context<VisitorActor>;
type Agent = NonNullable<Awaited<ReturnType<typeof lockAgent>>>;

interface Found {
  agent: Agent;
  /** How the agent was found; `completeIdentity` stores it once the sign-in is complete. */
  verifiedIdentity: VerifiedIdentity;
}

/**
 * The agent of an account at the provider, locked until the transaction ends: found by issuer and subject,
 * the first time by a confirmed address. Nothing is written yet, as two-factor authentication may still be
 * pending. Never creates an account for an unknown person.
 */
export async function agentOfIdentity(ctx: Ctx, identity: Identity): Promise<Found> {
  const { subject, email } = identity;
  const known = await repository.findIdentity(ctx.db, identity);
  if (!known) return agentOfEmail(ctx, identity);
  const details = { entity_id: known.agent_id, subject, email };
  const { SSO_EMAIL_DOMAINS } = ctx.deps.config;
  if (email !== null && !isOfDomains(email, SSO_EMAIL_DOMAINS)) throw rejectSso(ctx, 'other_domain', details);
  const agent = await lockAgent(ctx.db, known.agent_id);
  if (!agent) throw rejectSso(ctx, 'unknown', { subject, email });
  return { agent, verifiedIdentity: await verifiedIdentityOf(ctx, identity, agent, known.id) };
}

async function agentOfEmail(ctx: Ctx, identity: Identity): Promise<Found> {
  const { subject, email } = identity;
  const { SSO_EMAIL_DOMAINS, SSO_TRUST_EMAIL } = ctx.deps.config;
  const problem = emailProblem(identity, { domains: SSO_EMAIL_DOMAINS, trustsUnverified: SSO_TRUST_EMAIL });
  if (problem) throw rejectSso(ctx, problem, { subject, email });
  const agent = email === null ? undefined : await lockAgentByEmail(ctx.db, email);
  if (!agent) throw rejectSso(ctx, 'unknown', { subject, email });
  if (agent.email_confirmed_at === null)
    throw rejectSso(ctx, 'unconfirmed', { entity_id: agent.id, subject, email });
  const theirs = await repository.identityOfAgent(ctx.db, agent.id, identity.issuer);
  if (theirs && theirs.subject !== subject)
    throw rejectSso(ctx, 'other_account', { entity_id: agent.id, subject, email });
  return { agent, verifiedIdentity: await verifiedIdentityOf(ctx, identity, agent, theirs?.id ?? null) };
}

async function verifiedIdentityOf(
  ctx: Ctx,
  { issuer, subject, email }: Identity,
  { id }: Agent,
  connection: number | null,
): Promise<VerifiedIdentity> {
  return { issuer, subject, email, connection, last_sign_in: await repository.lastSsoSignIn(ctx.db, id) };
}
