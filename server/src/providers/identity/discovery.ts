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

/** What the provider says of itself is asked anew after this long; until then endpoints do not move. */
const GOOD_FOR_MS = 3_600_000;
/** Those who press the button while it does not answer share one attempt. */
const AGAIN_AFTER_MS = 3000;
const TIMEOUT_SECONDS = 6;

interface Known {
  configuration: Configuration;
  at: number;
}

export interface Discovery {
  /** The configuration as last discovered; discovers it where there is none yet, or where it has become old. */
  current(): Promise<Configuration>;
  /** Discovers it anew, whatever is known; says the issuer. */
  refresh(): Promise<string>;
}

/** Asks the provider how it is used. Failing is not remembered for longer than a moment; what is known is kept meanwhile. */
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
      if (before && since(before.at) < GOOD_FOR_MS) return before.configuration;
      if (!before && failed && since(failed.at) < AGAIN_AFTER_MS) throw failed.error;
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
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (ways.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
  // Only this machine is asked without TLS: the setting takes no other such address.
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
    throw new IdentityError('unavailable', `${issuer} is no OpenID provider that can be used: ${message}`, {
      cause,
    });
  }
}

function assertUsable(configuration: Configuration): void {
  const server = configuration.serverMetadata();
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).find(
    (name) => !server[name],
  );
  if (missing) throw new IdentityError('unavailable', `its discovery document names no ${missing}`);
}
