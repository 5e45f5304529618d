import { SSO_CLOCK_TOLERANCE_SECONDS } from '@ledgerline/contract/auth/sso/endpoints';
import type { ClientAuth, Configuration } from 'openid-client';
import type { Clock } from '#platform/clock.ts';
import { IdentityError } from '#platform/ports/identity.ts';
import { asIdentityError } from './oidc-errors.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The discovery document is refetched after this time; endpoints do not move before that. */
const MAX_AGE_MS = 3_600_000;
/** Concurrent sign-ins share one attempt while the provider is unreachable. */
const RETRY_AFTER_MS = 3000;
const TIMEOUT_SECONDS = 6;

interface Known {
  configuration: Configuration;
  at: number;
}

export interface Discovery {
  /** The configuration as last discovered; discovers it when there is none yet or when it is stale. */
  current(): Promise<Configuration>;
  /** Refetches the discovery document, whatever is cached; returns the issuer. */
  refresh(): Promise<string>;
}

/** Discovers the provider's configuration. A failure is cached only briefly, and the known configuration stays in use. */
export function openDiscovery(settings: OidcSettings, clock: Clock): Discovery {
  let known: Known | null = null;
  let pending: Promise<Known> | null = null;
  let failed: { error: IdentityError; at: number } | null = null;
  const load = () => {
    pending ??= discover(settings)
      .then((configuration) => {
        failed = null;
        known = { configuration, at: clock.now().getTime() };
        return known;
      })
      .catch((error: IdentityError) => {
        failed = { error, at: clock.now().getTime() };
        throw error;
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  return {
    async current() {
      const before = known;
      const since = (at: number) => Math.abs(clock.now().getTime() - at);
      if (before && since(before.at) < MAX_AGE_MS) return before.configuration;
      if (!before && failed && since(failed.at) < RETRY_AFTER_MS) throw failed.error;
      try {
        return (await load()).configuration;
      } catch (error) {
        if (before) return before.configuration;
        throw error;
      }
    },
    async refresh() {
      return (await load()).configuration.serverMetadata().issuer;
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    clockTolerance,
    discovery,
    enableNonRepudiationChecks,
  } = await import('openid-client');
  const [post, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
  // Only this machine is called without TLS: the setting accepts no other http address.
  const isLocal = new URL(issuer).protocol === 'http:';
  const metadata = { [clockTolerance]: SSO_CLOCK_TOLERANCE_SECONDS };
  try {
    const configuration = await discovery(new URL(issuer), clientId, metadata, authenticate, {
      timeout: TIMEOUT_SECONDS,
      execute: isLocal ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks],
    });
    assertUsable(configuration);
    return configuration;
  } catch (error) {
    const { message, cause } = await asIdentityError(error);
    throw new IdentityError('unavailable', `${issuer} is not a usable OpenID provider: ${message}`, {
      cause,
    });
  }
}

function assertUsable(configuration: Configuration): void {
  const server = configuration.serverMetadata();
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).find(
    (name) => !server[name],
  );
  if (missing) throw new IdentityError('unavailable', `its discovery document has no ${missing}`);
}
