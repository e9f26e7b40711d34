import { createServer, type Socket } from 'node:net';

/** A server that speaks just enough of Postgres's protocol (version 3) to say that it is another version. */
export async function fakeServer(answer: Readonly<Record<string, string>>): Promise<{
  readonly url: string;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let started = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (!started) {
        started = true;
        // Authentication is done; ready for a query.
        socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
      } else if (bytes[0] === 'Q'.charCodeAt(0)) {
        socket.write(Buffer.concat([...row(answer), message('Z', Buffer.from('I'))]));
      } else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Description, data and end of a result of one row of texts. */
function row(values: Readonly<Record<string, string>>): readonly Buffer[] {
  const names = Object.keys(values);
  const fields = names.map((name) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  );
  const cells = names.map((name) => {
    const bytes = Buffer.from(values[name] ?? '');
    return Buffer.concat([int32(bytes.length), bytes]);
  });
  return [
    message('T', int16(names.length), ...fields),
    message('D', int16(names.length), ...cells),
    message('C', text('SELECT 1')),
  ];
}

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([...parts]);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
