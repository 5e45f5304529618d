import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { privilegeFields } from '@ledgerline/contract/agents/endpoints';
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { encryptBytes, openBytes } from '../secrets/encrypted-text.ts';

/** The claims of an agent token (0§6); `sid` is the sign-in row that can revoke it. */
const agentClaimsSchema = z.object({
  id: z.number(),
  sid: z.number(),
  exp: z.number(),
  ...privilegeFields,
});
type AgentClaims = z.output<typeof agentClaimsSchema>;

/**
 * A secure link's token contains its row's key and nothing else; expiry and scope are stored in the row (decisions I3). It is
 * short, so that a QR code of 200 px holds it with modules a camera can distinguish: prefix, key, 128 bits of HMAC.
 */
const LINK_MARK = 'l';
const LINK_MAC_BYTES = 16;

/** The link token format of the first released version: a JWT with the same key (decision 018). Read, never issued. */
const firstLinkSchema = z.object({ lid: z.string() });

/**
 * Everything derived from the installation's secret. Each use has its own key, so that one kind of token is never accepted as
 * another.
 */
export interface TokenSigner {
  signAgent(claims: Omit<AgentClaims, 'exp'>, expiresAt: Date): string;
  /** The claims, or null for a token that is forged, damaged or expired. */
  readAgent(token: string, now: Date): AgentClaims | null;
  signLink(linkKey: string): string;
  /** The link's key, or null for a token that is forged or damaged. */
  readLink(token: string): string | null;
  /** A short-lived ticket: its bearer may perform the one action it authorizes until `expiresAt`. */
  signTicket(purpose: TicketPurpose, claims: Record<string, unknown>, expiresAt: Date): string;
  /** The claims, or null for a ticket that is forged, damaged, expired or for another purpose. */
  readTicket(purpose: TicketPurpose, token: string, now: Date): Record<string, unknown> | null;
  /** A keyed hash that distinguishes texts: without the key, a short secret in one cannot be guessed from it. */
  fingerprint(text: string): string;
  /** Encrypts a text for temporary storage; `about` is authenticated with it, and decryption needs the same value. */
  encrypt(text: string, about: string): string;
  /** The text, or null if the secret is different or the text was changed. */
  open(encrypted: string, about: string): string | null;
}

/**
 * The purposes of tickets: reading one stored file, signing as one signer of one envelope, returning from an external signing
 * page, recognizing a browser that an agent signed in with or in which a session's passcode was entered, completing two-factor
 * authentication, answering one passkey challenge, returning from the identity provider, and re-authenticating a sign-in through
 * it.
 */
type TicketPurpose =
  | 'file'
  | 'signing'
  | 'signing_return'
  | 'device'
  | 'passcode'
  | 'second_step'
  | 'passkey'
  | 'sso'
  | 'sso_proof';
const ticketSchema = z.looseObject({ exp: z.number() });

function keyFor(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));
}

/** Agents' tokens and tickets are JWTs with HS256; all tokens have three dot-separated parts as 0§4 requires. */
export function createTokenSigner(secret: Buffer): TokenSigner {
  const agentKey = keyFor(secret, 'ledgerline agent token');
  // Node prepares a key passed as bytes again for every HMAC, which takes longer than the HMAC.
  const linkBytes = keyFor(secret, 'ledgerline link token');
  const linkKey = createSecretKey(linkBytes);
  const verifyFirstLink = createVerifier({ key: linkBytes, algorithms: ['HS256'] });
  const signAgent = createSigner({ key: agentKey, algorithm: 'HS256' });
  const verifyAgent = createVerifier({
    key: agentKey,
    algorithms: ['HS256'],
    ignoreExpiration: true,
    cache: 1000,
  });
  const tickets = allTickets(secret);
  return {
    signAgent: (claims, expiresAt) => signAgent({ ...claims, exp: Math.floor(expiresAt.getTime() / 1000) }),
    readAgent(token, now) {
      const claims = agentClaimsSchema.safeParse(attempt(() => verifyAgent(token)));
      return claims.success && claims.data.exp * 1000 > now.getTime() ? claims.data : null;
    },
    signLink: (key) => `${LINK_MARK}.${key}.${linkMac(linkKey, key).toString('base64url')}`,
    readLink(token) {
      const [mark, key, mac, ...rest] = token.split('.');
      if (mark !== LINK_MARK)
        return firstLinkSchema.safeParse(attempt(() => verifyFirstLink(token))).data?.lid ?? null;
      if (!key || !mac || rest.length > 0) return null;
      const provided = Buffer.from(mac, 'base64url');
      const expected = linkMac(linkKey, key);
      // Compares the text as well: base64 has several encodings of the same bytes.
      const isSame = provided.length === expected.length && timingSafeEqual(provided, expected);
      return isSame && mac === expected.toString('base64url') ? key : null;
    },
    signTicket: (purpose, claims, expiresAt) =>
      tickets[purpose].sign({ ...claims, exp: Math.floor(expiresAt.getTime() / 1000) }),
    readTicket(purpose, token, now) {
      const claims = ticketSchema.safeParse(attempt(() => tickets[purpose].verify(token)));
      return claims.success && claims.data.exp * 1000 > now.getTime() ? claims.data : null;
    },
    ...callTools(secret),
  };
}

function callTools(secret: Buffer): Pick<TokenSigner, 'fingerprint' | 'encrypt' | 'open'> {
  const fingerprintKey = createSecretKey(keyFor(secret, 'ledgerline fingerprint'));
  const key = createSecretKey(keyFor(secret, 'ledgerline kept answer'));
  return {
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
    encrypt: (text, about) => encryptBytes(key, text, aadOf(about)),
    open(encrypted, about) {
      try {
        return openBytes(key, encrypted, aadOf(about)).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

const aadOf = (about: string) => ({ table: 'idempotency_keys', row: 0, field: about });

function linkMac(secret: KeyObject, key: string): Buffer {
  return createHmac('sha256', secret).update(`${LINK_MARK}.${key}`).digest().subarray(0, LINK_MAC_BYTES);
}

function allTickets(secret: Buffer): Record<TicketPurpose, ReturnType<typeof ticketTools>> {
  return {
    file: ticketTools(secret, 'file'),
    signing: ticketTools(secret, 'signing'),
    signing_return: ticketTools(secret, 'signing_return'),
    device: ticketTools(secret, 'device'),
    passcode: ticketTools(secret, 'passcode'),
    second_step: ticketTools(secret, 'second_step'),
    passkey: ticketTools(secret, 'passkey'),
    sso: ticketTools(secret, 'sso'),
    sso_proof: ticketTools(secret, 'sso_proof'),
  };
}

function ticketTools(secret: Buffer, purpose: TicketPurpose) {
  const key = keyFor(secret, `ledgerline ${purpose} ticket`);
  return {
    sign: createSigner({ key, algorithm: 'HS256', noTimestamp: true }),
    verify: createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true }),
  };
}

/** The library throws on every invalid token; an invalid token is an expected outcome here. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
