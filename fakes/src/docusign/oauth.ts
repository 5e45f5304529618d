import { randomBytes, verify } from 'node:crypto';
import type { Express, Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Books } from './books.ts';

const HOUR = 3600;
const CLOCK_LEEWAY = 300;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const headerSchema = z.object({ alg: z.literal('RS256') });
const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  iat: z.number().int(),
  exp: z.number().int(),
  scope: z.string(),
});

export type OauthError = 'consent_required' | 'issuer_not_found' | 'invalid_grant';

class GrantError extends Error {
  readonly code: OauthError;
  constructor(code: OauthError, description: string) {
    super(description);
    this.code = code;
  }
}

/** DocuSign's account server: JWT grant, tokens that expire, userinfo, and the page for the one-time consent. */
export class Oauth {
  /** The audience of assertions: a bare host, which differs from the URL of the fake. */
  readonly audience = 'account-d.docusign.com';
  /** If set, every token request is rejected with this error. */
  rejectWith: OauthError | null = null;
  /** Reasons for rejected assertions, for debugging. */
  readonly rejections: string[] = [];
  readonly #tokens = new Map<string, number>();
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  revokeTokens(): void {
    for (const token of this.#tokens.keys()) this.#tokens.set(token, 0);
  }

  routes(app: Express, ownUrl: () => string): void {
    app.post('/oauth/token', this.#grant);
    app.get('/oauth/userinfo', this.requireToken, (_request, response) => {
      const { userId, accountId } = this.#books.state.identity;
      const elsewhere = {
        account_id: '00000000-0000-4000-8000-000000000000',
        account_name: 'Another account',
      };
      response.json({
        sub: userId,
        name: 'Ledgerline Integration',
        given_name: 'Ledgerline',
        family_name: 'Integration',
        email: 'integration@example.test',
        accounts: [
          { ...elsewhere, is_default: true, base_uri: 'http://127.0.0.1:9' },
          { account_id: accountId, account_name: 'Brokerage', is_default: false, base_uri: ownUrl() },
        ],
      });
    });
    app.get('/oauth/auth', this.#consentPage);
    app.post('/oauth/auth', this.#consent);
  }

  /** Responds with DocuSign's 401 error to calls without a valid token. */
  requireToken: RequestHandler = (request, response, next) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const expiresAt = token === undefined ? undefined : this.#tokens.get(token);
    if (expiresAt === undefined) {
      const message = 'One or both of Username and Password are invalid.';
      response.status(401).json({ errorCode: 'USER_AUTHENTICATION_FAILED', message });
    } else if (expiresAt <= this.#books.now().getTime()) {
      const message = 'The access token provided is expired, revoked or malformed.';
      response.status(401).json({ errorCode: 'AUTHORIZATION_INVALID_TOKEN', message });
    } else next();
  };

  #grant: RequestHandler = (request, response) => {
    try {
      this.#check(request);
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      this.rejections.push(`${error.code}: ${error.message}`);
      response.status(400).json({ error: error.code, error_description: error.message });
      return;
    }
    const token = `fake.${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(token, this.#books.now().getTime() + HOUR * 1000);
    response.json({ access_token: token, token_type: 'Bearer', expires_in: HOUR });
  };

  #check(request: Request): void {
    const form = z.object({ grant_type: z.string(), assertion: z.string() }).safeParse(request.body);
    if (!request.is('application/x-www-form-urlencoded') || !form.success) throw invalid('not_a_form');
    if (form.data.grant_type !== GRANT) throw invalid('unsupported_grant_type');
    const [head = '', body = '', signature = '', ...rest] = form.data.assertion.split('.');
    const header = headerSchema.safeParse(part(head));
    const claims = claimsSchema.safeParse(part(body));
    if (!header.success || !claims.success || rest.length > 0) throw invalid('malformed_assertion');
    const { integrationKey, publicKey } = this.#books.state.identity;
    if (claims.data.iss !== integrationKey) {
      throw new GrantError('issuer_not_found', 'no integration has this key');
    }
    const signed = Buffer.from(`${head}.${body}`);
    if (!verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))) {
      throw invalid('no_valid_keys_or_signatures');
    }
    this.#checkClaims(claims.data);
    if (this.rejectWith) throw new GrantError(this.rejectWith, this.rejectWith);
  }

  #checkClaims({ sub, aud, iat, exp, scope }: z.infer<typeof claimsSchema>): void {
    const now = this.#books.now().getTime() / 1000;
    if (sub !== this.#books.state.identity.userId) throw invalid('user_not_found');
    if (aud !== this.audience) throw invalid('invalid_audience');
    if (exp <= now) throw invalid('expired_assertion');
    if (iat > now + CLOCK_LEEWAY) throw invalid('assertion_from_the_future');
    if (exp - iat > HOUR || exp <= iat) throw invalid('lifetime_out_of_range');
    const scopes = scope.split(' ');
    if (!scopes.includes('signature') || !scopes.includes('impersonation')) throw invalid('invalid_scope');
  }

  #consentPage: RequestHandler = (request, response) => {
    const { response_type, scope, client_id, redirect_uri } = request.query;
    const isValid =
      response_type === 'code' &&
      scope === 'signature impersonation' &&
      client_id === this.#books.state.identity.integrationKey &&
      typeof redirect_uri === 'string' &&
      URL.canParse(redirect_uri);
    if (!isValid) {
      response.status(400).type('text/plain').send('The consent URL is invalid.');
      return;
    }
    const target = encodeURIComponent(redirect_uri);
    response.type('html').send(`<!doctype html><html lang="en"><title>Fake DocuSign: consent</title>
<h1>Fake DocuSign</h1><p>Ledgerline requests the scopes <b>signature</b> and <b>impersonation</b>.</p>
<form method="post" action="/oauth/auth?redirect_uri=${target}"><button>Allow Access</button></form></html>`);
  };

  #consent: RequestHandler = (request, response) => {
    if (this.rejectWith === 'consent_required') this.rejectWith = null;
    const target = new URL(String(request.query.redirect_uri));
    target.searchParams.set('code', randomBytes(16).toString('hex'));
    response.redirect(303, target.href);
  };
}

function invalid(description: string): GrantError {
  return new GrantError('invalid_grant', description);
}

function part(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
