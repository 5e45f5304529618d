import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { DatabasePool } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { EsignError, type EsignSigner } from '#platform/ports/esign.ts';

export interface DocusignOptions {
  config: Config;
  database: DatabasePool;
  clock: Clock;
  log: Log;
  /** Replaced in tests, which do not really wait. */
  wait?: (ms: number) => Promise<unknown>;
  fetch?: typeof fetch;
}

/** The required settings; `readConfig` has verified them. */
export interface DocusignSettings {
  oauthUrl: string;
  audience: string;
  /** Overrides the base URL that DocuSign returns for the account. */
  restUrl: string | null;
  integrationKey: string;
  userId: string;
  accountId: string;
  privateKey: string;
  connectSecrets: readonly string[];
  consentRedirectUrl: string | null;
  roles: Readonly<Record<EsignSigner, string>>;
  publicUrl: string;
}

export function settingsOf(config: Config): DocusignSettings {
  const required = (
    name:
      | 'DOCUSIGN_INTEGRATION_KEY'
      | 'DOCUSIGN_USER_ID'
      | 'DOCUSIGN_ACCOUNT_ID'
      | 'DOCUSIGN_PRIVATE_KEY'
      | 'PUBLIC_URL',
  ) => {
    const value = config[name];
    if (value === undefined)
      throw new EsignError('unavailable', `${name} is not set, and DocuSign needs it.`);
    return value;
  };
  return {
    oauthUrl: config.DOCUSIGN_OAUTH_URL,
    audience: config.DOCUSIGN_JWT_AUDIENCE,
    restUrl: config.DOCUSIGN_BASE_URL ?? null,
    integrationKey: required('DOCUSIGN_INTEGRATION_KEY'),
    userId: required('DOCUSIGN_USER_ID'),
    accountId: required('DOCUSIGN_ACCOUNT_ID'),
    privateKey: required('DOCUSIGN_PRIVATE_KEY'),
    connectSecrets: config.DOCUSIGN_CONNECT_SECRETS,
    consentRedirectUrl: config.DOCUSIGN_CONSENT_REDIRECT_URL ?? null,
    roles: { advisor: config.DOCUSIGN_ADVISOR_ROLE, client: config.DOCUSIGN_CLIENT_ROLE },
    publicUrl: required('PUBLIC_URL'),
  };
}

/** Which signer a template role of the account is; null for any other role. */
export function signerOfRole(roles: DocusignSettings['roles'], roleName: string): EsignSigner | null {
  const isRole = (role: EsignSigner) => roles[role].trim().toLowerCase() === roleName.trim().toLowerCase();
  if (isRole('advisor')) return 'advisor';
  return isRole('client') ? 'client' : null;
}
