import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { ignore } from '../ignore.ts';

/**
 * TLS over an open connection: the name goes into the handshake (SNI), and the certificate must be for that
 * name and by a trusted authority, whatever the environment says. Rejects, and closes, where it is not.
 */
export function secure(
  socket: Socket,
  host: string,
  ca: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = connect({
      socket,
      host,
      // An address is checked against the certificate, but never sent as a name (RFC 6066 section 3).
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca: [...ca] }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
    const fail = (error: Error) => {
      signal.removeEventListener('abort', onAbort);
      tls.destroy();
      reject(error);
    };
    const onAbort = () => fail(new Error('The TLS handshake was stopped.'));
    const onClose = () => fail(new Error('The connection was closed in the TLS handshake.'));
    signal.addEventListener('abort', onAbort, { once: true });
    tls.once('error', fail);
    tls.once('close', onClose);
    tls.once('secureConnect', () => {
      signal.removeEventListener('abort', onAbort);
      tls.off('error', fail);
      tls.off('close', onClose);
      // Who uses the connection hears of its end.
      tls.on('error', ignore);
      tls.setNoDelay(true);
      resolve(tls);
    });
    if (signal.aborted) onAbort();
  });
}
