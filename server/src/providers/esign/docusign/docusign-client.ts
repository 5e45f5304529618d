import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { ConnectionError, type HttpCall, type HttpClient, type HttpResponse } from '../../http/client.ts';
import { jsonOf } from '../../http/json-text.ts';
import type { Access, AccessTokens } from './access-token.ts';
import { esignError, kindOf, toDocusignError, UnreadableAnswer } from './errors.ts';
import { type Repetition, type RetryMode, retryPolicy } from './retries.ts';
import type { DocusignSettings } from './settings.ts';

export interface DocusignClient {
  read<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    how?: { query?: Readonly<Record<string, string>>; retryMode?: RetryMode },
  ): Promise<z.output<Schema>>;
  readPdf(
    path: string,
    how?: { query?: Readonly<Record<string, string>>; retryMode?: RetryMode },
  ): Promise<Buffer>;
  send<Schema extends z.ZodType>(call: SentCall, schema: Schema): Promise<z.output<Schema>>;
}

interface SentCall {
  method: 'POST' | 'PUT';
  path: string;
  body: unknown;
  /** Whether the request may be repeated when its outcome is unknown. */
  repetition: Exclude<Repetition, 'read'>;
  /** Runs right before the request is sent, once a token is available; throwing cancels the request. */
  beforeRequest?: () => Promise<void>;
}

interface Tools {
  http: HttpClient;
  settings: DocusignSettings;
  access: AccessTokens;
  clock: Clock;
  log: Log;
}

interface Call {
  method: HttpCall['method'];
  path: string;
  accept: string;
  query?: Readonly<Record<string, string>> | undefined;
  body?: string;
  repetition: Repetition;
  retryMode: RetryMode;
  timeoutMs: number;
  beforeRequest?: (() => Promise<void>) | undefined;
}

const TIMEOUT_MS = 20_000;
/** DocuSign generates documents on request and envelopes on creation, which takes longer. */
const SLOW_TIMEOUT_MS = 60_000;

/** Requests to the REST root of the account; every failure is an EsignError whose cause has the details. */
export function createDocusignClient(tools: Tools): DocusignClient {
  return {
    async read(path, schema, { query, retryMode = 'interactive' } = {}) {
      const call = { method: 'GET', accept: 'application/json', repetition: 'read' } as const;
      const answer = await succeed(tools, { ...call, path, query, retryMode, timeoutMs: TIMEOUT_MS });
      return shaped(answer, schema);
    },
    async readPdf(path, { query, retryMode = 'interactive' } = {}) {
      const call = { method: 'GET', accept: 'application/pdf', repetition: 'read' } as const;
      const { bytes } = await succeed(tools, {
        ...call,
        path,
        query,
        retryMode,
        timeoutMs: SLOW_TIMEOUT_MS,
      });
      if (!bytes.subarray(0, 1024).includes('%PDF-'))
        throw esignError('unavailable', new UnreadableAnswer('a PDF'));
      return bytes;
    },
    async send({ method, path, body, repetition, beforeRequest }, schema) {
      const answer = await succeed(tools, {
        method,
        path,
        accept: 'application/json',
        body: JSON.stringify(body),
        repetition,
        retryMode: 'interactive',
        timeoutMs: repetition === 'once' ? SLOW_TIMEOUT_MS : TIMEOUT_MS,
        beforeRequest,
      });
      return shaped(answer, schema);
    },
  };
}

/** Replaces a token that DocuSign no longer accepts, once; a rejected token changed nothing, whatever the call was. */
async function succeed(tools: Tools, call: Call): Promise<HttpResponse> {
  const access = await tools.access.get();
  const first = await attempt(tools, call, access);
  const answer = first.status === 401 ? await attempt(tools, call, await tools.access.renew(access)) : first;
  if (answer.status < 300) return answer;
  const error = toDocusignError(answer);
  const { code, statusCode, message } = error;
  tools.log.warn({ provider: 'docusign', code, statusCode, reason: message }, 'DocuSign rejected a request');
  throw esignError(kindOf(error), error);
}

async function attempt(
  { http, settings, clock }: Tools,
  { method, path, accept, query, body, repetition, retryMode, timeoutMs, beforeRequest }: Call,
  { restUrl, token }: Access,
): Promise<HttpResponse> {
  await beforeRequest?.();
  const url = new URL(`${restUrl}/v2.1/accounts/${encodeURIComponent(settings.accountId)}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const headers = {
    authorization: `Bearer ${token}`,
    accept,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const call = { method, url, headers, timeoutMs, ...(body === undefined ? {} : { body }) };
    return await http.send(
      call,
      retryPolicy(repetition, retryMode, () => clock.now()),
    );
  } catch (error) {
    throw error instanceof ConnectionError ? esignError('unavailable', error) : error;
  }
}

function shaped<Schema extends z.ZodType>({ bytes }: HttpResponse, schema: Schema): z.output<Schema> {
  const answer = schema.safeParse(jsonOf(bytes));
  if (answer.success) return answer.data;
  throw esignError('unavailable', new UnreadableAnswer('what was requested', { cause: answer.error }));
}
