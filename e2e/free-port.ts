import { createServer } from 'node:net';

/** Below the range that systems assign to outgoing connections, so the port stays free until the server listens. */
const LOWEST = 20_000;
const COUNT = 10_000;

/** An unused port of this machine. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
