import { z } from 'zod';
import type { AuditPolicy } from './audit-policy.ts';
import { idParams } from './schemas.ts';

/**
 * Who may call an endpoint, checked before any handler runs: `public` anyone; `optional_agent` anyone, with an agent
 * token read when sent; `agent` any signed-in agent; `agent_manager` owner, developer or all-staff access (decisions
 * B3); `owner_or_developer` (decisions B7); `developer`; `owner`; `form_token` a visitor with a form or session token;
 * `agent_or_client` either (decisions B16); `signing_token` the signer named by a ticket of the built-in e-signature
 * provider.
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
 * Whether re-authentication is needed: a sign-in or `reauthenticate` within the last REAUTHENTICATION_MINUTES (decision 058).
 * `true`: always, checked before the handler. `when`: in these cases, checked by the operation. `never`: why an
 * endpoint that deletes, exports or weakens security does not need it; a sweep test requires one of the three.
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
  method: Method;
  /** The specification's path under /api, with `:id` parameters. */
  path: string;
  /** Additional full paths with the same response. */
  aliases?: readonly string[];
  access: Allowed;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  /** Status of a successful response, 200 by default. */
  status: number;
  /** See `NeedsReauthentication`; false by default. */
  needsReauthentication: NeedsReauthentication | false;
  /** Also available to an agent who must set up two-factor authentication first (decision 057). */
  worksWithoutTwoFactor: boolean;
  /** Also available to a locked sign-in (decision 060). */
  worksLocked: boolean;
  /** Responses of hot endpoints are not validated against their schema in production. */
  isHot: boolean;
  /**
   * The response holds a secret, a token or a form's answers: it is never stored for an Idempotency-Key, so a repeated
   * request runs again.
   */
  isSecret: boolean;
  /**
   * Body fields that do not change what a call does: with or without them it is the same request for an
   * Idempotency-Key.
   */
  unkeyed?: readonly string[];
  /** `json` bodies are validated; `multipart` and `stream` endpoints handle the raw request or reply. */
  transport: 'json' | 'multipart' | 'stream';
  /** Largest body in bytes, 1 MiB by default. */
  bodyLimit: number;
  /**
   * At most `max` calls per `seconds`, counted per actor or address in the database. With `maxPerNetwork`, a visitor's
   * calls are counted per address, link and device, and all calls of one address together up to that limit, since many
   * people may share it.
   */
  rateLimit?: CallLimit;
  /**
   * What the audit log records when an agent reads this (decision 063); required for every endpoint that returns client
   * data.
   */
  audit?: AuditPolicy;
}

export const noInput = z.object({});
const MEBIBYTE = 1024 * 1024;

interface EndpointInput<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> {
  summary: string;
  aliases?: readonly string[];
  /** A row id where the path has `:id`, empty by default. */
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

/**
 * Declares one endpoint: path, access and schemas together. Server routes and browser calls are built from this object.
 * Its name is that of its export, the verb and noun of the use case: `export const createInvoice = endpoint(…)`.
 */
export function endpoint<
  const A extends Access,
  R extends Shape,
  const Route extends `${Method} /${string}`,
  P extends Shape = UsualParams[Route extends `${string}/:id${'' | `/${string}`}` ? 'ofRow' : 'none'],
  Q extends Shape = typeof noInput,
  B extends Shape = typeof noInput,
>(route: Route, access: A, input: EndpointInput<P, Q, B, R>): Endpoint<P, Q, B, R, A> {
  const method = METHODS.find((each) => route.startsWith(`${each} `)) ?? 'GET';
  const path = route.slice(method.length + 1);
  const params = /\/:id(\/|$)/.test(path) ? idParams : noInput;
  return {
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

/** `{success: true, ...shape}`, the envelope of every successful JSON response (decisions A3). */
export function success<S extends z.ZodRawShape>(shape: S) {
  return z.object({ success: z.literal(true), ...shape });
}

/** `{success: true, message}` for operations that return no data. */
export const doneReply = success({ message: z.string().optional() });
