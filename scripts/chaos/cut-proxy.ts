import { connect, createServer, type Server, type Socket } from 'node:net';

/** State of the network between portal and database: intact, rejecting connections, or silently dropping all data. */
type State = 'intact' | 'cut' | 'silent';

/** A proxy between the portal and its database that can interrupt the connection. */
export class CutProxy {
  readonly #target: () => number | null;
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #state: State = 'intact';

  constructor(target: () => number | null) {
    this.#target = target;
    this.#server = createServer((inside) => this.#join(inside));
  }

  start(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  #join(inside: Socket): void {
    const port = this.#target();
    inside.on('error', () => {});
    if (this.#state === 'cut' || port === null) {
      inside.destroy();
      return;
    }
    const outside = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [inside, outside];
    this.#pairs.add(pair);
    for (const [one, other] of [pair, [outside, inside] as const]) {
      one.setNoDelay(true);
      one.on('data', (bytes) => other.write(bytes));
      one.on('error', () => {});
      one.on('close', () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
      if (this.#state === 'silent') one.pause();
    }
  }

  /** Resets all connections and rejects new ones. */
  cut(): void {
    this.#state = 'cut';
    for (const [inside] of this.#pairs) inside.resetAndDestroy();
  }

  /** Stops passing data without closing connections. */
  silence(): void {
    this.#state = 'silent';
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** Restores the network: delayed data arrives, or with `isLost` existing connections are reset. */
  heal({ isLost = false } = {}): void {
    this.#state = 'intact';
    for (const pair of this.#pairs) {
      if (isLost) pair[0].resetAndDestroy();
      else for (const socket of pair) socket.resume();
    }
  }

  stop(): void {
    for (const [inside] of this.#pairs) inside.destroy();
    this.#server.close();
  }
}
