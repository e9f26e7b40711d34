import { delimiter } from 'node:path';
import type { Credentials } from './credentials.ts';
import type { DataFolder } from './data-folder.ts';
import type { LaunchOptions } from './options.ts';

/** All that the launcher knows when it starts the programs. */
export interface Surroundings {
  readonly options: LaunchOptions;
  readonly folder: DataFolder;
  readonly credentials: Credentials;
  /** Address of the database without user and password. */
  readonly databaseUrl: string;
  readonly brokerSocket: string;
  /** Made anew at every start of the launcher. */
  readonly brokerToken: string;
  readonly sessionKey: string;
  readonly studioFiles: string;
  /** Folder of the example that the first owner finds in the workspace. */
  readonly exampleFiles: string;
  /** Of this build. */
  readonly version: string;
  /** The operator's own environment. */
  readonly outer: Readonly<Record<string, string | undefined>>;
}

/** What of the operator's environment concerns every program. The rest, such as provider keys, reaches none. */
const PASSED = [
  ...['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot', 'NODE_EXTRA_CA_CERTS'],
  'COUNTERSIGN_LOG_LEVEL',
];

/** The environment of the server: the passwords of its two roles, the broker's token, and no key that opens anything. */
export function serverEnvironment(around: Surroundings): Record<string, string> {
  const { options } = around;
  return {
    ...shared(around),
    COUNTERSIGN_DATABASE_PASSWORD: around.credentials.countersign_app,
    COUNTERSIGN_SIGN_IN_PASSWORD: around.credentials.countersign_auth,
    COUNTERSIGN_SESSION_KEY: around.sessionKey,
    COUNTERSIGN_STUDIO: around.studioFiles,
    COUNTERSIGN_URL: publicUrl(options),
    COUNTERSIGN_FILES_ROOTS: options.fileRoots.join(delimiter),
    COUNTERSIGN_CAPACITY: String(options.capacity),
    HOST: options.host,
    PORT: String(options.port),
    COUNTERSIGN_EXAMPLE: around.exampleFiles,
    COUNTERSIGN_VERSION: around.version,
  };
}

/** The environment of the broker: the password of the one role that reads sealed secrets. */
export function brokerEnvironment(around: Surroundings): Record<string, string> {
  return {
    ...shared(around),
    COUNTERSIGN_DATABASE_PASSWORD: around.credentials.countersign_broker,
    COUNTERSIGN_BROKER_DATA: around.folder.broker,
  };
}

/** What people open in a browser. */
export function publicUrl({ publicUrl: named, host, port }: LaunchOptions): string {
  if (named !== null) return named.replace(/\/$/, '');
  const wild = host === '0.0.0.0' || host === '::';
  const name = wild ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function shared(around: Surroundings): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = around.outer[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    NODE_ENV: 'production',
    COUNTERSIGN_DATA: around.folder.root,
    COUNTERSIGN_DATABASE_URL: around.databaseUrl,
    COUNTERSIGN_BROKER_SOCKET: around.brokerSocket,
    COUNTERSIGN_BROKER_TOKEN: around.brokerToken,
  };
}
