import {
  type Connection,
  type ConnectionConfig,
  must,
  type NewSecret,
  type SecretInfo,
  type SecretView,
  secretOf,
} from '@countersign/contract';
import { type Caller, scopesOf } from './caller.ts';
import type { Doors } from './doors.ts';
import { httpFault } from './errors.ts';

/** What of the doors secrets go through. */
type SecretDoors = Pick<Doors, 'config' | 'secrets'>;

/**
 * What is to be stored of a connection's secret, for the connection as it is to become: the value that was entered,
 * sealed, or nothing where the one that is stored still fits.
 *
 * @throws faults `HTTP_INVALID`, `HTTP_SCOPE_MISSING`, `HTTP_SECRET_AGAIN` where the connection is to lead elsewhere
 * and no value came with it, and the broker's own.
 */
export async function secretFor(
  doors: SecretDoors,
  connection: Connection,
  entered: { readonly value: string | undefined; readonly by: Caller },
): Promise<NewSecret | undefined> {
  const { workspace, id, config } = connection;
  if (secretOf(config) === null) {
    if (entered.value === undefined) return undefined;
    throw misfit(
      'secret',
      'The connection signs in with no secret: leave the value out, or name a secret in its configuration.',
    );
  }
  await assertItsOwn(doors, connection);
  const state = await doors.secrets.secretState({ workspace, connection: { id, config } });
  if (state.kind === 'unfit')
    throw misfit(
      `config.${state.field}`,
      'The connection leads nowhere that a secret could be sent to; change this field.',
    );
  if (entered.value !== undefined)
    return sealed(doors, connection, { ...entered, value: entered.value });
  if (state.kind === 'elsewhere')
    throw httpFault('HTTP_SECRET_AGAIN', {
      message: `The secret of this connection was entered for ${state.enteredFor}. To lead elsewhere it needs the secret again: save both together, over the API as \`secret\` beside \`config\`.`,
      details: { field: `config.${state.field}` },
    });
  return undefined;
}

/**
 * Another value for the secret that a connection names, sealed for where the connection leads.
 *
 * @throws faults `HTTP_INVALID`, and the broker's own.
 */
export async function nextSecret(
  doors: SecretDoors,
  about: { readonly workspace: string; readonly name: string; readonly connection: string },
  entered: { readonly value: string; readonly by: Caller },
): Promise<NewSecret> {
  const { workspace, name } = about;
  const connection = await doors.config.connection(workspace, about.connection);
  if (connection === null || secretOf(connection.config) !== name)
    throw misfit(
      'connection',
      'There is no such connection, or it names another secret: a secret is entered for the connection that uses it.',
    );
  return must(await secretFor(doors, connection, entered), 'a value that was entered is sealed');
}

/** Secrets with the connection that names each, and whether it can use it. A broker that is away hides no list. */
export function secretViews(
  doors: SecretDoors,
  secrets: readonly SecretInfo[],
  connections: readonly Connection[],
): Promise<readonly SecretView[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const connection = connections.find(({ config }) => secretOf(config) === secret.name);
      if (connection === undefined)
        return { ...secret, connection: null, state: null, enteredFor: null };
      const { workspace, id, config } = connection;
      const state = await doors.secrets
        .secretState({ workspace, connection: { id, config } })
        .catch(() => null);
      const enteredFor = state?.kind === 'elsewhere' ? state.enteredFor : null;
      return { ...secret, connection: id, state: state?.kind ?? null, enteredFor };
    }),
  );
}

async function sealed(
  { config, secrets }: SecretDoors,
  connection: Connection,
  { value, by }: { readonly value: string; readonly by: Caller },
): Promise<NewSecret> {
  if (!scopesOf(by).includes('secrets:write'))
    throw httpFault('HTTP_SCOPE_MISSING', { details: { scope: 'secrets:write' } });
  const { workspace, id } = connection;
  const name = must(secretOf(connection.config), 'asked above');
  const known = (await config.secrets(workspace)).find((one) => one.name === name);
  const version = 1 + (known?.version ?? 0);
  const place = { id, config: connection.config };
  return {
    name,
    version,
    sealed: await secrets.seal({ workspace, connection: place, version, value }),
  };
}

/** A secret is for one connection: entered for a second one under the same name, it would be lost to the first. */
async function assertItsOwn({ config }: SecretDoors, connection: Connection): Promise<void> {
  const name = secretOf(connection.config);
  const all = await config.connections(connection.workspace);
  const other = all.find((one) => one.id !== connection.id && secretOf(one.config) === name);
  if (other === undefined) return;
  throw misfit(
    `config.${secretField(connection.config)}`,
    `The secret \`${name}\` is the one of the connection \`${other.id}\`; name another, and enter its value with the connection.`,
  );
}

function secretField(config: ConnectionConfig): string {
  return config.kind === 'http' ? 'auth.secret' : 'secret';
}

function misfit(field: string, message: string) {
  return httpFault('HTTP_INVALID', { message, details: { field } });
}
