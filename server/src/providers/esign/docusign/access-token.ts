import { createPrivateKey, sign } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { REQUEST_DEADLINE_MS, withDeadline } from '#platform/http/request-deadline.ts';
import { EsignError } from '#platform/ports/esign.ts';
import { ConnectionError, type HttpClient, type HttpResponse } from '../../http/client.ts';
import { jsonOf } from '../../http/json-text.ts';
import { type DocusignError, esignError, toDocusignError, UnreadableAnswer } from './errors.ts';
import { retryPolicy } from './retries.ts';
import type { DocusignSettings } from './settings.ts';
import { tokenSchema, userInfoSchema } from './wire.ts';

/** A token and the base URL at which it is valid. */
export interface Access {
  token: string;
  /** `https://na4.docusign.net/restapi`, without a trailing slash. */
  restUrl: string;
  accountName: string;
}

export interface AccessTokens {
  get(): Promise<Access>;
  /** Replaces a token that DocuSign rejected; concurrent callers share the new one. */
  renew(rejected: Access): Promise<Access>;
}

const SCOPE = 'signature impersonation';
const EARLY_MS = 5 * 60_000;
/** Subtracted from the issue time, so that DocuSign's clock may run slightly behind ours. */
const IAT_SLACK_S = 60;
const LIFETIME_SECONDS = 3600;
const MIN_CLOCK_CORRECTION_MS = 30_000;

interface Tools {
  http: HttpClient;
  settings: DocusignSettings;
  clock: Clock;
}

/** Tokens by JWT grant, cached until five minutes before they expire; this grant has no refresh tokens. */
export function createAccessTokens(tools: Tools): AccessTokens {
  let known: { access: Access; until: number } | null = null;
  let pending: Promise<Access> | null = null;
  let clockOffsetMs = 0;

  async function mint(): Promise<Access> {
    const { clock, settings } = tools;
    const requestedAt = clock.now().getTime();
    const { answer, offsetMs } = await requestToken(tools, clockOffsetMs);
    clockOffsetMs = offsetMs;
    const account = settings.restUrl === null ? await findAccount(tools, answer.access_token) : null;
    const access = {
      token: answer.access_token,
      restUrl: (settings.restUrl ?? `${account?.base_uri}/restapi`).replace(/\/+$/, ''),
      accountName: account?.account_name ?? '',
    };
    known = { access, until: requestedAt + answer.expires_in * 1000 - EARLY_MS };
    return access;
  }

  /** Uses its own deadline: a caller that joins must not go without a token because the first caller's deadline has passed. */
  function share(): Promise<Access> {
    pending ??= withDeadline(performance.now() + REQUEST_DEADLINE_MS, mint).finally(() => {
      pending = null;
    });
    return pending;
  }

  return {
    async get() {
      if (known && tools.clock.now().getTime() < known.until) return known.access;
      return share();
    },
    async renew(rejected) {
      if (known?.access.token === rejected.token) known = null;
      return this.get();
    },
  };
}

/** Retries once with DocuSign's time when the assertion is rejected and the clocks differ. */
async function requestToken(tools: Tools, offsetMs: number) {
  const first = await postAssertion(tools, offsetMs);
  if (first.status === 200) return { answer: read(first, tokenSchema, 'a token'), offsetMs };
  const error = toDocusignError(first);
  const corrected = error.code === 'invalid_grant' ? offsetBy(first, tools.clock.now()) : null;
  if (corrected === null || Math.abs(corrected - offsetMs) < MIN_CLOCK_CORRECTION_MS) {
    throw tokenError(tools.settings, error);
  }
  const second = await postAssertion(tools, corrected);
  if (second.status === 200) return { answer: read(second, tokenSchema, 'a token'), offsetMs: corrected };
  throw tokenError(tools.settings, toDocusignError(second));
}

function offsetBy({ headers }: HttpResponse, now: Date): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date - now.getTime();
}

async function postAssertion({ http, settings, clock }: Tools, offsetMs: number): Promise<HttpResponse> {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(settings, clock.now().getTime() + offsetMs),
  });
  return reached(
    http.send(
      {
        method: 'POST',
        url: new URL('/oauth/token', settings.oauthUrl),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: body.toString(),
      },
      retryPolicy('repeatable', 'interactive', () => clock.now()),
    ),
  );
}

/** RFC 7523, signed with RS256. */
function assertionOf(settings: DocusignSettings, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000) - IAT_SLACK_S;
  const claims = {
    iss: settings.integrationKey,
    sub: settings.userId,
    aud: settings.audience,
    iat,
    exp: iat + LIFETIME_SECONDS,
    scope: SCOPE,
  };
  const encoded = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  try {
    const key = createPrivateKey(settings.privateKey);
    return `${encoded}.${sign('sha256', Buffer.from(encoded), key).toString('base64url')}`;
  } catch (error) {
    const message = 'DOCUSIGN_PRIVATE_KEY is not a readable RSA private key.';
    throw new EsignError('unavailable', message, { cause: error });
  }
}

/** Where the owner grants the integration consent to act for the API user, once, in a browser. */
function consentUrl({ oauthUrl, integrationKey, consentRedirectUrl }: DocusignSettings): string {
  const url = new URL('/oauth/auth', oauthUrl);
  const query = {
    response_type: 'code',
    scope: SCOPE,
    client_id: integrationKey,
    redirect_uri: consentRedirectUrl ?? 'https://REDIRECT-URI-OF-THE-INTEGRATION-KEY',
  };
  // DocuSign decodes the space in the scope only as %20.
  url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
  return url.href;
}

function tokenError(settings: DocusignSettings, error: DocusignError): EsignError {
  const reasons: Readonly<Record<string, string>> = {
    consent_required: `DocuSign requires consent: sign in as the API user at ${consentUrl(settings)} and allow access.`,
    issuer_not_found:
      'DocuSign does not know DOCUSIGN_INTEGRATION_KEY at DOCUSIGN_OAUTH_URL: it belongs to the other environment.',
    invalid_grant:
      'DocuSign did not accept the sign-in: check DOCUSIGN_PRIVATE_KEY, DOCUSIGN_USER_ID, DOCUSIGN_JWT_AUDIENCE and this server’s clock.',
  };
  const reason = reasons[error.code];
  return reason ? new EsignError('unavailable', reason, { cause: error }) : esignError('unavailable', error);
}

async function findAccount({ http, settings, clock }: Tools, token: string) {
  const answer = await reached(
    http.send(
      {
        method: 'GET',
        url: new URL('/oauth/userinfo', settings.oauthUrl),
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      },
      retryPolicy('read', 'interactive', () => clock.now()),
    ),
  );
  if (answer.status !== 200) throw esignError('unavailable', toDocusignError(answer));
  const { accounts } = read(answer, userInfoSchema, 'a list of accounts');
  const wanted = settings.accountId.toLowerCase();
  const account = accounts.find(({ account_id }) => account_id.toLowerCase() === wanted);
  if (!account || !URL.canParse(account.base_uri)) {
    throw new EsignError('unavailable', 'The API user of DocuSign has no account DOCUSIGN_ACCOUNT_ID.');
  }
  return { ...account, base_uri: account.base_uri.replace(/\/+$/, '') };
}

function read<Schema extends z.ZodType>(
  { bytes }: HttpResponse,
  schema: Schema,
  what: string,
): z.output<Schema> {
  const answer = schema.safeParse(jsonOf(bytes));
  if (!answer.success) throw esignError('unavailable', new UnreadableAnswer(what, { cause: answer.error }));
  return answer.data;
}

async function reached(answer: Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ConnectionError ? esignError('unavailable', error) : error;
  }
}
