import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { z } from 'zod';
import { type Identity, IdentityError } from '#platform/ports/identity.ts';

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
export async function identityOf(
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
