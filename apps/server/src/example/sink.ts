import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Running } from './intel.ts';

/** A mail as the sink took it. */
export interface Taken {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** Bytes one mail may have. */
const MAX_BYTES = 50 * 1024 * 1024;

/**
 * The example's mail sink: takes every mail over SMTP, delivers none, and hands it to `keep`. Answers
 * only once it is kept. Listens on the loopback address only.
 */
export async function startSink(
  keep: (mail: Taken) => Promise<void>,
  port: number,
): Promise<Running> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        keep({ from, to, raw: Buffer.concat(chunks) }).then(() => done(), done);
      });
    },
  });
  server.on('error', () => {
    // A client that hangs up in the middle is its own trouble; the sink goes on.
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
