import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when somebody takes connections on a socket; ends without when the signal is aborted. */
export async function socketAnswers(path: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await reaches(path)) return;
    await sleep(15);
  }
}

function reaches(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
