import type { Endpoint } from '@ledgerline/contract/endpoint';
import { hasAccess } from '@ledgerline/contract/rules';
import type { FastifyRequest } from 'fastify';
import { assertRecentlyReauthenticated } from '../auth/reauthentication.ts';
import type { Actor, AgentActor, ClientActor, Deps } from '../context.ts';
import { AppError } from '../errors.ts';
import { withinASecond } from './request-deadline.ts';

/** Authenticates the actor of a call, or rejects it; `refused` is called for a known agent without permission. */
export type Authenticate = (
  endpoint: EndpointAccess,
  request: FastifyRequest,
  onRejected?: (agent: AgentActor) => Promise<void>,
) => Promise<Actor>;

/** The access rules of an endpoint. */
type EndpointAccess = Pick<Endpoint, 'access'> &
  Partial<Pick<Endpoint, 'needsReauthentication' | 'worksWithoutTwoFactor' | 'worksLocked'>>;

/** A valid sign-in of an agent. */
export interface LiveSignIn {
  actor: AgentActor;
  /** The brokerage requires two-factor authentication, and the agent has not set it up (decision 057). */
  lacksTwoFactor: boolean;
  /** The screen was idle for too long: the agent has to re-authenticate (decision 060). */
  isLocked: boolean;
}

/** How the features that own sign-ins and links look up the actor of a token. */
export interface ActorSources {
  /** `isScreen`: a page of the portal sends the request, perhaps automatically. */
  agent(deps: Deps, token: string, isScreen: boolean): Promise<LiveSignIn | null>;
  client(deps: Deps, token: string, request: FastifyRequest): Promise<ClientActor | null>;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

/** The agent of a sign-in, if it is valid for this endpoint. */
function agentOf(
  deps: Deps,
  endpoint: EndpointAccess,
  { actor, lacksTwoFactor, isLocked }: LiveSignIn,
): Actor {
  if (isLocked && !endpoint.worksLocked) {
    if (endpoint.access === 'optional_agent') return { kind: 'visitor' };
    throw new AppError('locked');
  }
  if (lacksTwoFactor && !endpoint.worksWithoutTwoFactor) {
    if (endpoint.access === 'optional_agent') return { kind: 'visitor' };
    throw new AppError('second_factor_missing');
  }
  if (!hasAccess(actor, endpoint.access)) throw new AppError('not_allowed');
  if (endpoint.needsReauthentication === true) assertRecentlyReauthenticated(deps, actor);
  return actor;
}

/** One decision table for every endpoint; no decision depends on the path. */
export function createAuthenticate(deps: Deps, sources: ActorSources): Authenticate {
  const visitor: Actor = { kind: 'visitor' };
  return async (endpoint, request, onRejected) => {
    const { access } = endpoint;
    if (access === 'public') return visitor;
    const token = bearerToken(request);
    if (access === 'signing_token') {
      const isValid = token !== null && deps.tokens.readTicket('signing', token, deps.clock.now()) !== null;
      if (!isValid) throw new AppError('invalid_link');
      return { kind: 'signer', ticket: token };
    }
    if (access === 'form_token') {
      const client = token ? await sources.client(deps, token, request) : null;
      if (!client) throw new AppError('invalid_link');
      return client;
    }
    const lookup = token ? sources.agent(deps, token, request.headers['x-screen'] !== undefined) : null;
    // Callers that need no sign-in get a response soon, even while the lookup is not possible.
    const signIn = await (access === 'optional_agent' && lookup ? withinASecond(lookup) : lookup);
    if (signIn) {
      if (!hasAccess(signIn.actor, access)) await onRejected?.(signIn.actor);
      return agentOf(deps, endpoint, signIn);
    }
    if (access === 'optional_agent') return visitor;
    const client = access === 'agent_or_client' && token ? await sources.client(deps, token, request) : null;
    if (!client) throw new AppError('not_signed_in');
    return client;
  };
}
