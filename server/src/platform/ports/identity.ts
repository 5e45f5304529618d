/** The parameters that a sign-in at the identity provider starts with; not stored, but derived again when the browser returns. */
export interface IdentityFlow {
  /** Our address to which the provider redirects the browser. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE: someone who has only seen the address cannot redeem its code. */
  verifier: string;
}

/** The parameters of a sign-in request. */
export interface SignInRequest extends IdentityFlow {
  /** Requires an already signed-in user to sign in again. */
  isFresh: boolean;
  /** The maximum age of the user's sign-in at the provider. */
  maxAgeSeconds: number;
}

/** The parameters with which the provider redirected the browser. */
export interface IdentityAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** The authenticated identity, after the provider's response was verified. */
export interface Identity {
  issuer: string;
  /** Identifies the account there permanently; an email address may change hands. */
  subject: string;
  email: string | null;
  /** Null if the provider does not say. */
  isEmailVerified: boolean | null;
  /** When the user signed in there; null if unknown. */
  signedInAt: Date | null;
  /** When the provider issued its response, by its own clock. */
  issuedAt: Date;
  /** The authentication methods: the values of `amr` and `acr`. */
  methods: string[];
}

/** An OpenID provider with which agents sign in. Every call may throw `IdentityError`. */
export interface IdentityPort {
  readonly name: 'oidc';
  /** The address to send the browser to. */
  start(request: SignInRequest): Promise<string>;
  /** Redeems the redirect parameters, and verifies state, issuer, nonce, signature, audience and times of the response. */
  finish(answer: IdentityAnswer, flow: IdentityFlow): Promise<Identity>;
  /** Checks again whether it is a usable OpenID provider; returns its issuer. */
  verify(): Promise<string>;
}

/**
 * `unavailable`: it does not respond, or rejects our settings. `refused`: it rejected the sign-in; `code` is the protocol's
 * reason. `untrusted`: its response is invalid or was used before. `clock`: its response is outside its validity period, as with
 * a wrong clock.
 */
export type IdentityErrorKind = 'unavailable' | 'refused' | 'untrusted' | 'clock';

export class IdentityError extends Error {
  readonly kind: IdentityErrorKind;
  readonly code: string | null;
  constructor(
    kind: IdentityErrorKind,
    message: string,
    { code, ...options }: ErrorOptions & { code?: string } = {},
  ) {
    super(message, options);
    this.name = 'IdentityError';
    this.kind = kind;
    this.code = code ?? null;
  }
}
