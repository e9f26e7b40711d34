import { delimiter } from 'node:path';
import { must } from '@countersign/contract';
import { codeOf } from './launch/error-code.ts';
import { EXIT_CODES } from './launch/exit-codes.ts';
import { tellLauncher } from './launch/messages.ts';
import { type ServeOptions, serve } from './serve.ts';

// The server's process: reads its environment, serves, and drains when it is asked to end.

const served = await serve(readEnvironment(process.env)).catch((error: unknown) => {
  if (codeOf(error) !== 'EADDRINUSE') throw error;
  process.stderr.write(`${String(error)}\n`);
  process.exit(EXIT_CODES.LAUNCH_PORT_TAKEN);
});

let closing = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (closing) return;
    closing = true;
    served.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The drain failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

tellLauncher({ kind: 'ready', setupUrl: served.setupUrl });

/** The variables that the launcher gives; see launch/environment.ts. */
function readEnvironment(env: NodeJS.ProcessEnv): ServeOptions {
  const given = (name: string) => must(env[name], `${name} is given by the launcher`);
  return {
    host: given('HOST'),
    port: Number(given('PORT')),
    publicUrl: given('COUNTERSIGN_URL'),
    data: given('COUNTERSIGN_DATA'),
    fileRoots: (env['COUNTERSIGN_FILES_ROOTS'] ?? '')
      .split(delimiter)
      .filter((root) => root !== ''),
    database: {
      url: given('COUNTERSIGN_DATABASE_URL'),
      password: given('COUNTERSIGN_DATABASE_PASSWORD'),
      signInPassword: given('COUNTERSIGN_SIGN_IN_PASSWORD'),
    },
    broker: {
      socket: given('COUNTERSIGN_BROKER_SOCKET'),
      token: given('COUNTERSIGN_BROKER_TOKEN'),
    },
    sessionKey: given('COUNTERSIGN_SESSION_KEY'),
    studioFiles: given('COUNTERSIGN_STUDIO'),
    example: env['COUNTERSIGN_EXAMPLE'] || null,
    capacity: Number(given('COUNTERSIGN_CAPACITY')),
    version: env['COUNTERSIGN_VERSION'] ?? 'unknown',
    atPoint: () => undefined,
  };
}
