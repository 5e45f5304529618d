declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }
  interface Options {
    url: string;
    connections: number;
    duration?: number;
    /** Ends after this many responses instead. */
    amount?: number;
    timeout?: number;
    headers?: Record<string, string>;
    requests: Request[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    duration: number;
  }
  function autocannon(options: Options, done: (error: Error | null, result: Result) => void): EventEmitter;
  export = autocannon;
}
