import type { Endpoint, ReplyOf } from '@ledgerline/contract/endpoint';
import { ERRORS, type ErrorBody, type ErrorCode } from '@ledgerline/contract/errors';
import { vi } from 'vitest';

export interface Received {
  /** The method and path that the contract declares: `GET /clients/:id`. */
  route: string;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Answer = (received: Received) => Response | Promise<Response>;

/** A fake server: responses typed by the contract, and a log of requests. */
export class FakeServer {
  readonly received: Received[] = [];
  readonly #answers = new Map<string, { endpoint: Endpoint; answer: Answer }>();

  /** Sets the response of an endpoint until changed. */
  reply<E extends Endpoint>(endpoint: E, reply: ReplyOf<E> | ((received: Received) => ReplyOf<E>)): this {
    return this.respond(endpoint, (received) =>
      Response.json(isFunction(reply) ? reply(received) : reply, { status: endpoint.status }),
    );
  }

  /** Answers an endpoint with an error of the contract. */
  replyError(endpoint: Endpoint, code: ErrorCode, message: string, details?: ErrorBody['details']): this {
    const body: ErrorBody = { success: false, message, code, ...(details ? { details } : {}) };
    return this.respond(endpoint, () => Response.json(body, { status: ERRORS[code].status }));
  }

  respond(endpoint: Endpoint, answer: Answer): this {
    this.#answers.set(routeOf(endpoint), { endpoint, answer });
    return this;
  }

  /** The requests to an endpoint so far. */
  calls(endpoint: Endpoint): Received[] {
    return this.received.filter(({ route }) => route === routeOf(endpoint));
  }

  /** Replaces `fetch` until the test ends. */
  start(): this {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => this.#handle(input, init));
    return this;
  }

  async #handle(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request ? input : new Request(new URL(input, location.href), init);
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api/, '');
    const match = this.#find(request.method, path);
    if (!match) throw new Error(`no fake response for ${request.method} ${path}`);
    const text = await request.clone().text();
    const received: Received = {
      route: routeOf(match.endpoint),
      method: request.method,
      path,
      query: url.searchParams,
      headers: request.headers,
      body: bodyOf(text, request.headers.get('content-type')),
    };
    this.received.push(received);
    return match.answer(received);
  }

  #find(method: string, path: string) {
    const fits = [...this.#answers.values()].filter(
      ({ endpoint }) => endpoint.method === method && patternOf(endpoint.path).test(path),
    );
    // Literal segments win over ids (decisions A8).
    return fits.sort((a, b) => a.endpoint.path.split(':').length - b.endpoint.path.split(':').length)[0];
  }
}

const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Files are sent as multipart, which is not parsed here. */
function bodyOf(text: string, type: string | null): unknown {
  if (text === '') return undefined;
  return type?.includes('json') ? JSON.parse(text) : text;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

function isFunction<T>(value: T | ((received: Received) => T)): value is (received: Received) => T {
  return typeof value === 'function';
}
