import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Deadline } from '../deadline.ts';
import { ignore } from '../ignore.ts';
import type { SmtpCall, SmtpOutcome, SmtpServer } from './call.ts';

/** An open connection and what is to be said on it. */
export interface Submission {
  readonly socket: Socket;
  readonly server: SmtpServer;
  readonly call: SmtpCall;
  readonly ca: readonly string[] | undefined;
}

/**
 * Speaks SMTP over an open connection. Until the final dot of the message may have left, every failure means that
 * the message was not taken; from then on a missing answer means that nobody knows.
 */
export async function submit(submission: Submission, deadline: Deadline): Promise<SmtpOutcome> {
  const { socket, server, call, ca } = submission;
  const connection = new SMTPConnection({
    connection: socket,
    // An implicit TLS connection is one already.
    secure: server.tls === 'implicit',
    secured: server.tls === 'implicit',
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'none',
    // What it greets with: the machine's own name is nobody's business.
    name: server.from.split('@').at(-1) ?? 'localhost',
    host: server.host,
    port: server.port,
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca: [...ca] }),
    },
    // One deadline watches over the whole.
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
    logger: false,
  });
  const message = new Handover(call.raw);
  try {
    const failed = new Promise<never>((_resolve, reject) => connection.once('error', reject));
    const spoken = converse(connection, server, call, message);
    return await deadline.wait(Promise.race([spoken, failed]));
  } catch (error) {
    return afterFailure(error, message.handedOver, deadline);
  } finally {
    connection.on('error', ignore);
    connection.close();
    socket.destroy();
  }
}

/** The longest a Node timer can wait: about 24 days. */
const NEVER_MS = 0x7fffffff;

async function converse(
  connection: SMTPConnection,
  server: SmtpServer,
  call: SmtpCall,
  message: Handover,
): Promise<SmtpOutcome> {
  await called((done) => connection.connect(done));
  const { login } = server;
  if (login !== null) {
    await called((done) =>
      connection.login({ user: login.user, pass: login.password }, (error) => done(error)),
    );
  }
  // nodemailer writes down in the envelope it was given which recipients were refused.
  const envelope: SMTPConnection.Envelope & { rejectedErrors?: readonly Error[] } = {
    from: call.envelope.from,
    to: [...call.envelope.to],
    size: call.raw.length,
    use8BitMime: true,
  };
  message.before = () => {
    const [refusal] = envelope.rejectedErrors ?? [];
    if (refusal !== undefined) throw refusal;
  };
  const response = await new Promise<string>((resolve, reject) => {
    message.once('error', reject);
    connection.send(envelope, message, (error, info) => {
      if (error) reject(error);
      else resolve(info?.response ?? '');
    });
  });
  connection.quit();
  return { kind: 'accepted', response };
}

/** The message as a stream that knows whether its end, and so the final dot, may have left. */
class Handover extends Readable {
  handedOver = false;
  /** Throws where the message must not be sent after all, once the server has judged the envelope. */
  before: () => void = ignore;
  #raw: Uint8Array;
  #at = 0;

  constructor(raw: Uint8Array) {
    super();
    this.#raw = raw;
  }

  override _read(): void {
    if (this.#at === 0) {
      try {
        this.before();
      } catch (refusal) {
        // Only `before` throws, and it throws errors.
        this.destroy(refusal as Error);
        return;
      }
    }
    const chunk = this.#raw.subarray(this.#at, this.#at + CHUNK);
    this.#at += chunk.length;
    this.push(chunk);
    if (this.#at < this.#raw.length) return;
    this.handedOver = true;
    this.push(null);
  }
}

const CHUNK = 64 * 1024;

function afterFailure(error: unknown, handedOver: boolean, deadline: Deadline): SmtpOutcome {
  const response = responseOf(error);
  // Whatever was on its way: a server that says no has taken nothing (RFC 5321 section 4.2.1).
  if (response !== null) return { kind: 'rejected', response };
  if (handedOver) return { kind: 'lost', reason: 'The message was sent and no answer came.' };
  if (deadline.stopped === 'cancelled') return { kind: 'cancelled', sent: false };
  return {
    kind: 'unreachable',
    reason: `The message could not be handed over (${codeOf(error)}).`,
  };
}

/** The server's refusal, where it gave one. */
function responseOf(error: unknown): string | null {
  const response = error instanceof Error && 'response' in error ? error.response : null;
  return typeof response === 'string' && /^[45]\d\d/.test(response) ? response : null;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown reason';
}

function called(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}
