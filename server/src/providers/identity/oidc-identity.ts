import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { z } from 'zod';
import type { Deps } from '#platform/context.ts';
import {
  type Identity,
  type IdentityAnswer,
  IdentityError,
  type IdentityFlow,
  type IdentityPort,
  type SignInRequest,
} from '#platform/ports/identity.ts';
import { openDiscovery } from './discovery.ts';
import { asIdentityError } from './oidc-errors.ts';

/** Loaded with the first sign-in that needs it. */
const openidClient = () => import('openid-client');

type Parts = Pick<Deps, 'config' | 'clock'>;

/**
 * An OpenID provider by authorization code with PKCE (S256). Signatures of ID tokens are verified although they come over TLS,
 * and the provider's own messages are never shown. Null when no provider is configured.
 */
export function createOidcIdentity({ config, clock }: Parts): IdentityPort | null {
  const { SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET } = config;
  if (!SSO_ISSUER || !SSO_CLIENT_ID || !SSO_CLIENT_SECRET) return null;
  const settings = { issuer: SSO_ISSUER, clientId: SSO_CLIENT_ID, clientSecret: SSO_CLIENT_SECRET };
  const discovery = openDiscovery(settings, clock);
  return {
    name: 'oidc',
    async start(request) {
      const { buildAuthorizationUrl } = await openidClient();
      return buildAuthorizationUrl(await discovery.current(), await parametersOf(request)).href;
    },
    async finish(answer, flow) {
      const configuration = await discovery.current();
      const { authorizationCodeGrant } = await openidClient();
      try {
        const tokens = await authorizationCodeGrant(configuration, returnedTo(flow, answer), {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          idTokenExpected: true,
        });
        return ofThisIssuer(configuration.serverMetadata().issuer, await identityOf(configuration, tokens));
      } catch (error) {
        throw await asIdentityError(error);
      }
    },
    verify: () => discovery.refresh(),
  };
}

async function parametersOf(request: SignInRequest): Promise<Record<string, string>> {
  const { calculatePKCECodeChallenge } = await openidClient();
  return {
    redirect_uri: request.redirectUri,
    scope: 'openid email',
    state: request.state,
    nonce: request.nonce,
    code_challenge: await calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    // Makes the provider return when the agent last signed in there.
    max_age: String(request.isFresh ? 0 : request.maxAgeSeconds),
    ...(request.isFresh ? { prompt: 'login' } : {}),
  };
}

/** The URL with which the browser returned. */
function returnedTo({ redirectUri }: IdentityFlow, { state, code, iss, error }: IdentityAnswer): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ state, code, iss, error }))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** The library accepts any tenant of a multi-tenant provider; here exactly one issuer is allowed. */
function ofThisIssuer(issuer: string, identity: Identity): Identity {
  if (identity.issuer === issuer) return identity;
  throw new IdentityError('untrusted', 'The ID token is from another issuer.');
}

/** Some providers encode a boolean as a string. */
const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

const emailClaims = z.looseObject({
  email: z.string().max(320).optional().catch(undefined),
  email_verified: truth.optional().catch(undefined),
});
const claimsSchema = emailClaims.extend({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  iat: z.number(),
  auth_time: z.number().optional().catch(undefined),
  amr: z.array(z.string()).catch([]),
  acr: z.string().optional().catch(undefined),
});

/** The identity from verified tokens. When the ID token has no address, the provider's userinfo endpoint is queried. */
async function identityOf(
  configuration: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Identity> {
  const read = claimsSchema.safeParse(tokens.claims());
  if (!read.success) throw new IdentityError('untrusted', 'The ID token lacks required claims.');
  const claims = read.data;
  const { email, email_verified } = claims.email
    ? claims
    : await fetchClaims(configuration, tokens, claims.sub);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email?.trim() || null,
    isEmailVerified: email_verified ?? null,
    signedInAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
    issuedAt: new Date(claims.iat * 1000),
    methods: [...claims.amr, ...(claims.acr === undefined ? [] : [claims.acr])],
  };
}

async function fetchClaims(
  configuration: Configuration,
  tokens: TokenEndpointResponse,
  subject: string,
): Promise<z.output<typeof emailClaims>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  const { fetchUserInfo } = await import('openid-client');
  return emailClaims.parse(await fetchUserInfo(configuration, tokens.access_token, subject));
}
