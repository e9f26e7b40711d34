import { join } from 'node:path';
import { z } from 'zod';
import { brokerFault } from './errors.ts';

const schema = z.object({
  COUNTERSIGN_DATA: z.string().min(1).default('./data'),
  COUNTERSIGN_BROKER_DATA: z.string().min(1).optional(),
  COUNTERSIGN_BROKER_SOCKET: z.string().min(1).optional(),
  COUNTERSIGN_BROKER_TOKEN: z.string().min(20),
  COUNTERSIGN_DATABASE_URL: z.string().min(1),
  COUNTERSIGN_DATABASE_PASSWORD: z.string().min(1),
  COUNTERSIGN_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** The settings of the broker's process. */
export interface BrokerEnvironment {
  readonly folder: string;
  readonly socket: string;
  readonly token: string;
  readonly database: { readonly url: string; readonly password: string };
  readonly logLevel: z.infer<typeof schema>['COUNTERSIGN_LOG_LEVEL'];
}

/** Reads the environment. Throws fault `BROKER_SETTING` that names the variables and none of their values. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): BrokerEnvironment {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].sort();
    throw brokerFault('BROKER_SETTING', {
      message: `Not set, or not usable: ${names.join(', ')}.`,
      details: { names },
    });
  }
  const given = parsed.data;
  return {
    folder: given.COUNTERSIGN_BROKER_DATA ?? join(given.COUNTERSIGN_DATA, 'broker'),
    socket: given.COUNTERSIGN_BROKER_SOCKET ?? join(given.COUNTERSIGN_DATA, 'broker.sock'),
    token: given.COUNTERSIGN_BROKER_TOKEN,
    database: {
      url: given.COUNTERSIGN_DATABASE_URL,
      password: given.COUNTERSIGN_DATABASE_PASSWORD,
    },
    logLevel: given.COUNTERSIGN_LOG_LEVEL,
  };
}
