import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { type OfficialProvider, officialContract } from './official-contract.ts';

/**
 * What goes wrong with the next matching call. `before`: the provider never hears it. `after`: the effect stands, but the
 * caller does not learn of it. `silence` leaves the caller waiting, `cut` breaks the connection in the middle.
 */
export type Trouble =
  | { kind: 'silence' | 'cut'; when: 'before' | 'after' }
  | { kind: 'answer'; status: number; body: unknown; headers?: Record<string, string> };

export interface RecordedCall {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, unknown>;
  status: number | null;
}

interface PlannedFailure {
  method: string;
  path: RegExp;
  trouble: Trouble;
  times: number;
}

/** The HTTP side of a provider's fake: faults, a log of calls, and the official contract over all of it. */
export class ProviderServer {
  readonly app: Express = express();
  /** Every call, oldest first. */
  readonly calls: RecordedCall[] = [];
  /** Requests and answers that the official contract refuses; a test that ends with any has failed. */
  readonly violations: string[] = [];
  readonly isContractChecked: boolean;
  readonly #failures: PlannedFailure[] = [];
  readonly #silences = new EventEmitter<{ silence: [] }>();
  readonly #server: Server;

  /**
   * `before` are routes outside of the contract (OAuth, pages for people), `routes` those it covers, `errorBody` how the
   * provider words a refusal of its own.
   */
  constructor(parts: {
    provider: OfficialProvider;
    before: (app: Express) => void;
    routes: (app: Express) => void;
    errorBody: (status: number, message: string) => unknown;
  }) {
    const { app } = this;
    app.disable('x-powered-by');
    // Browsers ask for it by themselves.
    app.get('/favicon.ico', (_request, response) => void response.status(204).end());
    app.use(this.#listen);
    app.use(express.json({ limit: '40mb' }), express.urlencoded({ extended: false }));
    app.use(this.#noteBody, this.#fail);
    parts.before(app);
    const contract = officialContract(parts.provider);
    this.isContractChecked = contract !== null;
    if (contract) app.use(contract);
    parts.routes(app);
    app.use(this.#replyError(parts.errorBody));
    this.#server = createServer(app);
  }

  /** `http://127.0.0.1:port` */
  get url(): string {
    const address = this.#server.address() as AddressInfo | null;
    if (!address) throw new Error('the fake is not started');
    return `http://127.0.0.1:${address.port}`;
  }

  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Lets the next `times` matching calls go wrong. */
  trouble(method: string, path: RegExp, trouble: Trouble, times = 1): void {
    this.#failures.push({ method, path, trouble, times });
  }

  /** Faults that no call has met yet: a test that ends with any has not tested what it says. */
  get pendingFailures(): number {
    return this.#failures.filter(({ times }) => times > 0).length;
  }

  /** A fetch whose caller gives up, as after his time-out, at the moment when the fake keeps silent. */
  readonly impatientFetch: typeof fetch = async (input, init) => {
    const impatience = new AbortController();
    const abort = () => impatience.abort(new DOMException('silence', 'TimeoutError'));
    const signal = AbortSignal.any([impatience.signal, ...(init?.signal ? [init.signal] : [])]);
    this.#silences.once('silence', abort);
    try {
      return await fetch(input, { ...init, signal });
    } finally {
      this.#silences.off('silence', abort);
    }
  };

  forget(): void {
    this.calls.length = 0;
    this.#failures.length = 0;
  }

  /** Calls of this method and path. */
  callsTo(method: string, path: RegExp): RecordedCall[] {
    return this.calls.filter((call) => call.method === method && path.test(call.path));
  }

  #listen: RequestHandler = (request, response, next) => {
    const { method, path, headers } = request;
    const call: RecordedCall = {
      method,
      path,
      query: { ...request.query },
      body: undefined,
      headers,
      status: null,
    };
    this.calls.push(call);
    response.locals.call = call;
    response.on('finish', () => {
      call.status = response.statusCode;
    });
    next();
  };

  #noteBody: RequestHandler = (request, response, next) => {
    response.locals.call.body = request.body;
    next();
  };

  #fail: RequestHandler = (request, response, next) => {
    const failure = this.#failures.find(
      (each) => each.times > 0 && each.method === request.method && each.path.test(request.path),
    );
    if (!failure) return next();
    failure.times -= 1;
    const { trouble } = failure;
    if (trouble.kind === 'answer') {
      response
        .status(trouble.status)
        .set(trouble.headers ?? {})
        .json(trouble.body);
      return;
    }
    if (trouble.when === 'before') {
      if (trouble.kind === 'cut') request.socket.destroy();
      else this.#silences.emit('silence');
      return;
    }
    response.end = ((chunk?: unknown) => {
      if (trouble.kind === 'cut') {
        const bytes = Buffer.from(String(chunk ?? ''));
        response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
      } else this.#silences.emit('silence');
      return response;
    }) as typeof response.end;
    next();
  };

  #replyError(errorBody: (status: number, message: string) => unknown): ErrorRequestHandler {
    return (error, request, response, _next) => {
      const status = typeof error?.status === 'number' ? error.status : 500;
      const details = error?.errors ? JSON.stringify(error.errors) : String(error?.stack ?? error);
      const what = status === 500 ? 'answer' : 'request';
      this.violations.push(`${what} ${request.method} ${request.path}: ${details}`);
      response.status(status).json(errorBody(status, `contract: ${details}`));
    };
  }
}
