import { chmod, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { brokerFault } from '../errors.ts';

/**
 * Listens on a Unix socket that only its owner can use. A socket left by a dead broker is taken over.
 * @throws fault `BROKER_SOCKET_TAKEN` where a living one answers.
 */
export async function listenOn(server: Server, socket: string): Promise<void> {
  if (await answers(socket)) throw brokerFault('BROKER_SOCKET_TAKEN', { details: { socket } });
  await rm(socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.off('error', reject);
      resolve();
    });
  });
  await chmod(socket, 0o600);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
