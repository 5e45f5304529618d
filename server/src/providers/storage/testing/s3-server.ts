import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

/** Responds to a request instead of S3; `pass` lets S3 respond. */
type InjectedFailure = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** A real S3-compatible server on this machine, with a bucket and injected failures. */
export class S3Server {
  readonly bucket = 'ledgerline-test';
  /** `PUT /bucket/key` of every request, including repeats. */
  readonly requests: string[] = [];
  readonly #failures: InjectedFailure[] = [];
  readonly #options: { acceptsListings: boolean };
  #folder = '';
  #server: Server | undefined;

  /** s3rver calculates the signature of a listing over another path than requested: listings skip that check. */
  constructor(options = { acceptsListings: false }) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-s3-'));
    const allowMismatchedSignatures = this.#options.acceptsListings;
    const options = { directory: this.#folder, silent: true, vhostBuckets: false, allowMismatchedSignatures };
    const s3 = new S3rver({ ...options, configureBuckets: [{ name: this.bucket }] });
    await s3.configureBuckets();
    const answer = s3.callback();
    this.#server = createServer((request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      const failure = this.#failures.shift();
      const pass = () => answer(request, response);
      failure ? failure(request, response, pass) : pass();
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
  }

  /** Closes the server, so that connections are refused from then on. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async stop(): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get url(): string {
    const address = this.#server?.address();
    if (!address || typeof address === 'string') throw new Error('the S3 server is not started');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The settings with which Ledgerline uses this server. */
  environment(): Record<string, string> {
    return {
      STORAGE_PROVIDER: 's3',
      S3_BUCKET: this.bucket,
      S3_ENDPOINT: this.url,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: 'ledgerline/',
    };
  }

  /** The next requests, in order, get these responses instead of S3's. */
  failNext(...failures: InjectedFailure[]): void {
    this.#failures.push(...failures);
  }
}

/** S3's own error response. */
export const errorResponse =
  (status: number, code: string): InjectedFailure =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Please wait</Message></Error>`);
  };

/** Accepts the request and never responds. */
export const silence: InjectedFailure = (request) => request.resume();

/** The request takes effect, and the response is lost. */
export const cutAfter: InjectedFailure = (request, response, pass) => {
  response.write = () => true;
  response.end = () => {
    request.socket.destroy();
    return response;
  };
  pass();
};

/** Half of the response, then silence. */
export const stallMidway: InjectedFailure = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-length': 1000 });
  response.write('half');
};

/** Half of the response, then a broken connection. */
export const cutMidway: InjectedFailure = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-length': 1000 });
  response.write('half', () => request.socket.destroy());
};
