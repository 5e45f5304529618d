/** What a sign-in at the identity provider is begun with; kept nowhere, derived anew when the browser comes back. */
export interface IdentityFlow {
  /** Our address that the provider sends the browser back to. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE: whoever has only seen the address cannot redeem the code in it. */
  verifier: string;
}

/** How a sign-in there is asked for. */
export interface SignInRequest extends IdentityFlow {
  /** Somebody who is signed in there is asked again. */
  isFresh: boolean;
  /** How long ago he may have signed in there. */
  maxAgeSeconds: number;
}

/** What the provider gave the browser to bring back. */
export interface IdentityAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** Whom the provider vouches for, after its answer was checked. */
export interface Identity {
  issuer: string;
  /** Names the account there for good; an address may change hands. */
  subject: string;
  email: string | null;
  /** Null where the provider says nothing of it. */
  isEmailVerified: boolean | null;
  /** When he signed in there; null where it is not said. */
  signedInAt: Date | null;
  /** When the provider issued its answer, by its own clock. */
  issuedAt: Date;
  /** How: the values of `amr` and `acr`. */
  methods: string[];
}

/** An OpenID provider with which agents sign in. Every call may throw `IdentityError`. */
export interface IdentityPort {
  readonly name: 'oidc';
  /** Where the browser goes. */
  start(request: SignInRequest): Promise<string>;
  /** Redeems what the browser brought back, and checks state, issuer, nonce, signature, audience and times of it. */
  finish(answer: IdentityAnswer, flow: IdentityFlow): Promise<Identity>;
  /** Asks anew whether it is an OpenID provider that can be used; says its issuer. */
  verify(): Promise<string>;
}

/**
 * `unavailable`: it does not answer, or takes our settings for wrong. `refused`: it let nobody through; `code` says why, a
 * word of the protocol. `untrusted`: its answer is not what it has to be, or was answered before. `clock`: its answer is
 * outside of its time, as it is where a clock is wrong.
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
