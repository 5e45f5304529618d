import { connect, createServer, type Server, type Socket } from 'node:net';

/** How the network between portal and database is: whole, refusing, or swallowing everything without a word. */
type State = 'whole' | 'cut' | 'silent';

/** The wire between the portal and its database, which can be cut. */
export class CutProxy {
  readonly #target: () => number | null;
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #state: State = 'whole';

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

  /** Connections break, and no new one comes about. */
  cut(): void {
    this.#state = 'cut';
    for (const [inside] of this.#pairs) inside.resetAndDestroy();
  }

  /** Nothing passes any more, and nobody is told. */
  silence(): void {
    this.#state = 'silent';
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** What was held back arrives; with `isLost` the connections of before break instead. */
  heal({ isLost = false } = {}): void {
    this.#state = 'whole';
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
