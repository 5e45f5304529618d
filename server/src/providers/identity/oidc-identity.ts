import type { Deps } from '#platform/context.ts';
import type {
  Identity,
  IdentityAnswer,
  IdentityFlow,
  IdentityPort,
  SignInRequest,
} from '#platform/ports/identity.ts';
import { IdentityError } from '#platform/ports/identity.ts';
import { openDiscovery } from './discovery.ts';
import { identityOf } from './identity-of.ts';
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
