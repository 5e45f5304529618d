import net from 'node:net';

/** A TCP relay in front of a database: while it is frozen, connections stay open and nothing passes either way. */
export async function openFrozenWire(url: string) {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  let isFrozen = false;
  const track = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      track(from);
      from.on('data', (bytes) => void (isFrozen || to.write(bytes)));
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port');
  const through = new URL(url);
  through.port = String(address.port);
  return {
    url: through.href,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
