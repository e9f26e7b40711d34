import { connect, createServer, type Socket } from 'node:net';

/** Stands between the record and the database, and can lose an answer as a network does. */
export interface LosingProxy {
  /** Connection string through the proxy. */
  readonly url: string;
  /** Cuts the connection that next sends this text, once the server has answered, without passing the answer on. */
  loseNextAnswerTo(text: string): void;
  /** Answers that were lost. */
  readonly lost: number;
  close(): Promise<void>;
}

/** A proxy on a free port of the loopback address. */
export async function losingProxy(databaseUrl: string): Promise<LosingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let wanted: string | null = null;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let losing = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (wanted !== null && bytes.includes(wanted)) {
        losing = true;
        wanted = null;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!losing) {
        client.write(bytes);
        return;
      }
      lost += 1;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = typeof address === 'object' && address !== null ? String(address.port) : '';
  return {
    url: url.href,
    get lost() {
      return lost;
    },
    loseNextAnswerTo: (text) => {
      wanted = text;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
