import type { Request, RequestHandler } from 'express';

/** An error response of DocuSign, with its own code and message. */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: string;
  constructor(errorCode: string, message: string, status = 400) {
    super(message);
    this.name = 'ApiError';
    this.errorCode = errorCode;
    this.status = status;
  }
}

export function badParameter(detail: string): ApiError {
  return new ApiError(
    'INVALID_REQUEST_PARAMETER',
    `The request contained at least one invalid parameter. ${detail}`,
  );
}

export function badBody(detail: string): ApiError {
  return new ApiError(
    'INVALID_REQUEST_BODY',
    `The request body is missing or improperly formatted. ${detail}`.trim(),
  );
}

export type Reply = { status?: number; json: object } | { pdf: Uint8Array; name: string };

/** An Express handler that sends the reply of `handle`, and an `ApiError` in DocuSign's format. */
export function answer(handle: (request: Request) => Reply | Promise<Reply>): RequestHandler {
  return async (request, response) => {
    let reply: Reply;
    try {
      reply = await handle(request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.status(error.status).json({ errorCode: error.errorCode, message: error.message });
      return;
    }
    if ('json' in reply) {
      response.status(reply.status ?? 200).json(reply.json);
      return;
    }
    response
      .status(200)
      .set('Content-Disposition', `file; filename="${encodeURIComponent(reply.name)}"`)
      .type('application/pdf')
      .send(Buffer.from(reply.pdf));
  };
}

/** One query parameter; rejected if it occurs more than once. */
export function query(request: Request, name: string): string | undefined {
  const value = request.query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw badParameter(`Query parameter '${name}' occurs more than once.`);
}

export function pathPart(request: Request, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}

/** A comma-separated query parameter with values from a fixed list, case-insensitive. */
export function choices(request: Request, name: string, allowed: readonly string[]): Set<string> {
  const values = list(query(request, name));
  const unknown = values.find((each) => !allowed.includes(each.toLowerCase()));
  if (unknown !== undefined) throw badParameter(`Query parameter '${name}' has the value '${unknown}'.`);
  return new Set(values.map((each) => each.toLowerCase()));
}

export function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

export function dateQuery(request: Request, name: string): number | undefined {
  const text = query(request, name);
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw badParameter(`Query parameter '${name}' must be set to a valid DateTime.`);
  return at;
}

export interface Paged<T> {
  items: T[];
  /** The paging properties of every list: numbers are strings, URLs are relative. */
  paging: Record<string, string>;
}

/** One page of a list, by `start_position` and `count`. */
export function page<T>(request: Request, all: T[], most: number): Paged<T> {
  const start = integer(request, 'start_position', 0);
  const count = Math.min(integer(request, 'count', 100), most);
  const items = all.slice(start, start + count);
  const paging: Record<string, string> = {
    resultSetSize: String(items.length),
    startPosition: String(start),
    endPosition: String(Math.max(0, start + items.length - 1)),
    totalSetSize: String(all.length),
  };
  if (start + items.length < all.length) {
    const next = new URLSearchParams(request.url.split('?')[1] ?? '');
    next.set('start_position', String(start + items.length));
    paging.nextUri = `${request.path.replace(/^.*\/accounts\/[^/]+/, '')}?${next}`;
  }
  return { items, paging };
}

function integer(request: Request, name: string, defaultValue: number): number {
  const text = query(request, name);
  if (text === undefined) return defaultValue;
  if (!/^\d+$/.test(text)) throw badParameter(`Query parameter '${name}' must be an integer.`);
  return Number(text);
}
