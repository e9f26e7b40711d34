import { createServer } from 'node:net';
import { DEFAULT_PORT } from '@countersign/contract';
import { codeOf } from './error-code.ts';
import { fault } from './errors.ts';

/**
 * Refuses a port that somebody else listens on, before anything is touched.
 * @throws fault `LAUNCH_PORT_TAKEN`
 */
export async function demandPort(host: string, port: number): Promise<void> {
  const code = await tryListen(host, port);
  if (code === null) return;
  throw fault('LAUNCH_PORT_TAKEN', {
    message: `${reasonOf(code, host, port)} Choose another: npm start -- --port ${await freeNear(host, port)} (or set PORT).`,
    details: { host, port },
  });
}

function reasonOf(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program.`;
    case 'EACCES':
      return `This user may not listen on port ${port}.`;
    default:
      return `Nothing can listen on ${host}, port ${port} (${code}).`;
  }
}

async function freeNear(host: string, port: number): Promise<number> {
  const first = port < 1024 ? DEFAULT_PORT : port + 1;
  for (let other = first; other < Math.min(first + 50, 65_536); other++) {
    if ((await tryListen(host, other)) === null) return other;
  }
  return port < 32_768 ? port + 10_000 : port - 10_000;
}

/** Null where it worked, else the system's code. */
function tryListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? 'unknown'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
