import { z } from 'zod';
import type { AuditPolicy } from './audit-policy.ts';
import { idParams } from './schemas.ts';

/**
 * Who may call an endpoint, checked before any handler runs:
 * `public` anyone; `optional_agent` anyone, an agent token is read when sent; `agent` any signed-in agent;
 * `agent_manager` owner, developer or all-staff access (decisions B3); `owner_or_developer` (decisions B7); `developer`; `owner`;
 * `form_token` a visitor holding a form or session token; `agent_or_client` either (decisions B16); `signing_token` the signer whom
 * a ticket of the built-in e-signature names.
 */
export type Access =
  | 'public'
  | 'optional_agent'
  | 'agent'
  | 'agent_manager'
  | 'owner_or_developer'
  | 'developer'
  | 'owner'
  | 'form_token'
  | 'agent_or_client'
  | 'signing_token';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

type Shape = z.ZodType;

/**
 * Whether re-authentication is needed: the sign-in has to be proved within the last PROOF_MINUTES, by signing in or with
 * `reauthenticate` (decision 058). `true`: always, checked before the handler. `when`: in these cases, which the operation checks.
 * `never`: why an endpoint that deletes, exports or weakens security does without; a sweep test requires one of the three.
 */
type NeedsReauthentication = true | { when: string } | { never: string };

interface CallLimit {
  max: number;
  seconds: number;
  maxPerNetwork?: number;
}

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Allowed extends Access = Access,
> {
  /** The verb-noun that names the whole slice: `createInvoice`. */
  name: string;
  method: Method;
  /** The specification's path under /api, with `:id` parameters. */
  path: string;
  /** Whole addresses that answer the same way. */
  aliases?: readonly string[];
  access: Allowed;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  /** Status of a successful answer, 200 unless said. */
  status: number;
  /** See `NeedsReauthentication`; false where nothing is declared. */
  needsReauthentication: NeedsReauthentication | false;
  /** Answers also an agent who has to set up a second step before anything else (decision 057). */
  worksWithoutTwoFactor: boolean;
  /** Answers also a sign-in that is locked (decision 060). */
  worksLocked: boolean;
  /** Hot answers are not checked by their schema in production. */
  isHot: boolean;
  /** The answer holds a secret, a token or a form's answers: never stored for an Idempotency-Key, so a repeat runs again. */
  isSecret: boolean;
  /** Fields of the body that say how a call is meant, not what it does: with and without them it is one call for an Idempotency-Key. */
  unkeyed?: readonly string[];
  /** `json` bodies are validated; `multipart` and `stream` endpoints handle the raw request or reply. */
  transport: 'json' | 'multipart' | 'stream';
  /** Largest body in bytes, 1 MiB unless said. */
  bodyLimit: number;
  /**
   * At most `max` calls per `seconds`, counted per actor or address in the database. With `maxPerNetwork` a visitor's calls
   * are counted per address, link and device, and those of one address together up to that many: many people may share it.
   */
  rateLimit?: CallLimit;
  /** What the audit trail keeps of an agent who reads this (decision 063); demanded of whatever gives something of a client. */
  audit?: AuditPolicy;
}

export const noInput = z.object({});
const MEBIBYTE = 1024 * 1024;

interface EndpointInput<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> {
  summary: string;
  aliases?: readonly string[];
  /** The id of a row where the path names `:id`, nothing else unless said. */
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  status?: number;
  needsReauthentication?: NeedsReauthentication;
  worksWithoutTwoFactor?: boolean;
  worksLocked?: boolean;
  isHot?: boolean;
  isSecret?: boolean;
  unkeyed?: readonly (keyof z.output<B> & string)[];
  transport?: 'json' | 'multipart' | 'stream';
  bodyLimit?: number;
  rateLimit?: CallLimit;
  audit?: AuditPolicy;
}

interface UsualParams {
  ofRow: typeof idParams;
  none: typeof noInput;
}

/** Declares one endpoint: place, access and shapes together. Server routes and browser calls are made from this object. */
export function endpoint<
  const A extends Access,
  R extends Shape,
  const Route extends `${Method} /${string}`,
  P extends Shape = UsualParams[Route extends `${string}/:id${'' | `/${string}`}` ? 'ofRow' : 'none'],
  Q extends Shape = typeof noInput,
  B extends Shape = typeof noInput,
>(name: string, route: Route, access: A, input: EndpointInput<P, Q, B, R>): Endpoint<P, Q, B, R, A> {
  const method = METHODS.find((each) => route.startsWith(`${each} `)) ?? 'GET';
  const path = route.slice(method.length + 1);
  const params = /\/:id(\/|$)/.test(path) ? idParams : noInput;
  return {
    name,
    method,
    path,
    access,
    status: 200,
    needsReauthentication: false,
    worksWithoutTwoFactor: false,
    worksLocked: false,
    isHot: false,
    isSecret: false,
    transport: 'json',
    bodyLimit: MEBIBYTE,
    ...input,
    params: input.params ?? (params as unknown as P),
    query: input.query ?? (noInput as unknown as Q),
    body: input.body ?? (noInput as unknown as B),
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type BodyInput<E extends Endpoint> = z.input<E['body']>;
export type QueryInput<E extends Endpoint> = z.input<E['query']>;
export type ParamsInput<E extends Endpoint> = z.input<E['params']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** `{success: true, ...shape}`, the envelope of every successful JSON answer (decisions A3). */
export function answer<S extends z.ZodRawShape>(shape: S) {
  return z.object({ success: z.literal(true), ...shape });
}

/** `{success: true, message}` for acts that give nothing back. */
export const doneAnswer = answer({ message: z.string().optional() });
