import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { type OfficialProvider, officialContract } from './official-contract.ts';

/**
 * The failure of the next matching call. `before`: the provider never receives it. `after`: it takes effect, but the
 * caller gets no response. `silence` leaves the caller waiting; `cut` drops the connection midway.
 */
export type InjectedFailure =
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
  failure: InjectedFailure;
  times: number;
}

/** The HTTP server of a fake provider: injected failures, a log of calls, and validation against the official contract. */
export class ProviderServer {
  readonly app: Express = express();
  /** Every call, oldest first. */
  readonly calls: RecordedCall[] = [];
  /** Requests and responses that violate the official contract; tests assert that there are none. */
  readonly violations: string[] = [];
  readonly isContractChecked: boolean;
  readonly #failures: PlannedFailure[] = [];
  readonly #silences = new EventEmitter<{ silence: [] }>();
  readonly #server: Server;

  /**
   * `before`: routes outside the contract (OAuth, HTML pages). `routes`: routes that the contract covers. `errorBody`:
   * the provider's format for its own errors.
   */
  constructor(parts: {
    provider: OfficialProvider;
    before: (app: Express) => void;
    routes: (app: Express) => void;
    errorBody: (status: number, message: string) => unknown;
  }) {
    const { app } = this;
    app.disable('x-powered-by');
    // Browsers request it automatically.
    app.get('/favicon.ico', (_request, response) => void response.status(204).end());
    app.use(this.#listen);
    app.use(express.json({ limit: '40mb' }), express.urlencoded({ extended: false }));
    app.use(this.#captureBody, this.#fail);
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

  /** Makes the next `times` matching calls fail. */
  failNext(method: string, path: RegExp, failure: InjectedFailure, times = 1): void {
    this.#failures.push({ method, path, failure, times });
  }

  /** Failures that no call has triggered yet; any left at the end means that a test did not test what it claims. */
  get pendingFailures(): number {
    return this.#failures.filter(({ times }) => times > 0).length;
  }

  /** A fetch that times out as soon as the fake does not respond, without waiting for the real timeout. */
  readonly fetchWithTimeout: typeof fetch = async (input, init) => {
    const timeout = new AbortController();
    const abort = () => timeout.abort(new DOMException('silence', 'TimeoutError'));
    const signal = AbortSignal.any([timeout.signal, ...(init?.signal ? [init.signal] : [])]);
    this.#silences.once('silence', abort);
    try {
      return await fetch(input, { ...init, signal });
    } finally {
      this.#silences.off('silence', abort);
    }
  };

  clear(): void {
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

  #captureBody: RequestHandler = (request, response, next) => {
    response.locals.call.body = request.body;
    next();
  };

  #fail: RequestHandler = (request, response, next) => {
    const planned = this.#failures.find(
      (each) => each.times > 0 && each.method === request.method && each.path.test(request.path),
    );
    if (!planned) return next();
    planned.times -= 1;
    const { failure } = planned;
    if (failure.kind === 'answer') {
      response
        .status(failure.status)
        .set(failure.headers ?? {})
        .json(failure.body);
      return;
    }
    if (failure.when === 'before') {
      if (failure.kind === 'cut') request.socket.destroy();
      else this.#silences.emit('silence');
      return;
    }
    response.end = ((chunk?: unknown) => {
      if (failure.kind === 'cut') {
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
