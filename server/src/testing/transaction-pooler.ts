import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';

/** A PostgreSQL session that clients share, from one transaction to the next. */
interface Session {
  socket: net.Socket;
  onMessage: (message: Buffer) => void;
}

const SSL_REQUEST = 80_877_103;
/** Signed in, and ready for a query outside of a transaction. */
const WELCOME = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
]);

/** Calls back with each complete message: a letter, its length, its content. */
function eachMessage(handle: (message: Buffer, letter: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      handle(message, String.fromCharCode(message[0] ?? 0));
    }
  };
}

/** The library signs in; from then on we use its socket. */
async function openSession(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { stream: socket } = (client as unknown as { connection: { stream: net.Socket } }).connection;
  socket.removeAllListeners('data');
  const session: Session = { socket, onMessage: () => {} };
  socket.on(
    'data',
    eachMessage((message) => session.onMessage(message)),
  );
  return session;
}

/**
 * A minimal real pooler in transaction mode: a client has a session from its first message until the end of its transaction. `last` reuses
 * the session that was released last, `first` rotates, as poolers do.
 */
export async function openTransactionPooler(url: string, order: 'last' | 'first') {
  const idle = await Promise.all([1, 2, 3].map(() => openSession(url)));
  const all = [...idle];
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    client.once('data', (greeting) => {
      if (Buffer.from(greeting).readInt32BE(4) === SSL_REQUEST) throw new Error('no TLS in this test');
      client.write(WELCOME);
      serveClient(client, idle, order);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  return {
    url: address.href,
    async close() {
      for (const client of clients) client.destroy();
      for (const { socket } of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serveClient(client: net.Socket, idle: Session[], order: 'last' | 'first'): void {
  let session: Session | undefined;
  let unanswered = 0;
  const onMessage = (message: Buffer) => {
    client.write(message);
    if (message[0] !== 0x5a) return;
    unanswered -= 1;
    if (message[5] !== 0x49 || unanswered > 0 || !session) return;
    idle.push(session);
    session = undefined;
  };
  client.on(
    'data',
    eachMessage((message, letter) => {
      if (letter === 'X') return void client.end();
      session ??= order === 'last' ? idle.pop() : idle.shift();
      if (!session) return void client.destroy();
      session.onMessage = onMessage;
      if (letter === 'Q' || letter === 'S') unanswered += 1;
      session.socket.write(message);
    }),
  );
}
