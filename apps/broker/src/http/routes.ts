import { type CheckpointSigner, Fault, must, secretOf } from '@countersign/contract';
import {
  type EgressClient,
  type EgressLimits,
  type EgressOutcome,
  type EgressPowers,
  ROUTES,
  refused,
  type SmtpOutcome,
  sendMail,
} from '@countersign/executor/egress';
import type { ConnectionBook, Opened } from '../connections/book.ts';
import { brokerFault } from '../errors.ts';
import { aboutSecret, boundTo } from '../secrets/bound.ts';
import { type Kek, seal } from '../secrets/envelope.ts';
import { egressAnswer } from './egress-answer.ts';
import { type Handler, jsonAnswer, openFrame } from './exchange.ts';
import {
  egressRequest,
  readJson,
  sealRequest,
  secretStateRequest,
  signRequest,
  smtpRequest,
  workspaceRequest,
} from './requests.ts';

/** What the routes work with. */
export interface RouteTools {
  readonly book: ConnectionBook;
  readonly client: EgressClient;
  readonly egress: EgressPowers;
  readonly limits: EgressLimits;
  readonly kek: Kek;
  readonly signer: CheckpointSigner;
  randomBytes(length: number): Uint8Array;
  /** Told of every exchange. Hosts and codes only: paths, queries, headers and bodies can hold anything. */
  note(what: string, about: Readonly<Record<string, string | number | null>>): void;
}

/** The broker's routes by path. */
export function routesOf(tools: RouteTools): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    [ROUTES.health, () => Promise.resolve(jsonAnswer({ status: 'ok' }))],
    [ROUTES.egress, async (body, signal) => egressAnswer(await egress(tools, body, signal))],
    [ROUTES.smtp, async (body, signal) => jsonAnswer({ ...(await smtp(tools, body, signal)) })],
    [ROUTES.seal, (body) => Promise.resolve(jsonAnswer(sealed(tools, body)))],
    [ROUTES.secretState, async (body) => jsonAnswer({ ...(await secretState(tools, body)) })],
    ...signerRoutes(tools.signer),
  ]);
}

async function egress(
  tools: RouteTools,
  frame: Buffer,
  signal: AbortSignal,
): Promise<EgressOutcome> {
  const { head, bytes } = openFrame(egressRequest, frame);
  const { workspace, connection, run, call, ...asked } = head;
  const opened = connection === null ? NO_CONNECTION : await open(tools, workspace, connection);
  const body = bytes.length === 0 ? null : bytes;
  const outcome: EgressOutcome =
    opened.kind === 'http'
      ? await tools.client.fetch({ ...asked, ...opened, body }, signal)
      : opened.kind === 'smtp'
        ? refused('CONNECTION_KIND')
        : opened;
  tools.note('egress', { ...aboutEgress(outcome), workspace, connection, run, call });
  return outcome;
}

const NO_CONNECTION = { kind: 'http', binding: null, credential: null } as const;

async function smtp(tools: RouteTools, frame: Buffer, signal: AbortSignal): Promise<SmtpOutcome> {
  const { head, bytes } = openFrame(smtpRequest, frame);
  const { workspace, connection, envelope, timeoutMs } = head;
  const opened = await open(tools, workspace, connection);
  const outcome = await handOver();
  tools.note('smtp', { outcome: outcome.kind, reason: reasonOf(outcome), workspace, connection });
  return outcome;

  async function handOver(): Promise<SmtpOutcome> {
    switch (opened.kind) {
      case 'smtp': {
        const mail = { envelope, raw: bytes, timeoutMs };
        return sendMail(opened.server, mail, tools.egress, signal, tools.limits);
      }
      case 'http':
        return refused('CONNECTION_KIND');
      case 'unreachable':
        return { kind: 'unreachable', reason: opened.message };
      case 'refused':
        return opened;
    }
  }
}

/** A connection as it can be used; while the database is down nothing can be reached, and nothing was sent. */
async function open(
  { book }: RouteTools,
  workspace: string,
  id: string,
): Promise<Opened | { readonly kind: 'unreachable'; readonly message: string }> {
  try {
    return await book.open(workspace, id);
  } catch (thrown) {
    if (!Fault.is(thrown) || thrown.code !== 'BROKER_DATABASE_DOWN') throw thrown;
    return { kind: 'unreachable', message: thrown.message };
  }
}

function secretState({ book }: RouteTools, body: Buffer) {
  const { workspace, connection } = readJson(secretStateRequest, body.toString('utf8'));
  return book.secretState(workspace, connection);
}

function sealed({ kek, randomBytes }: RouteTools, body: Buffer) {
  const { workspace, connection, version, value } = readJson(sealRequest, body.toString('utf8'));
  const { id, config } = connection;
  const place = boundTo(id, config);
  if (place.kind === 'refused') {
    const { message, field } = place;
    throw brokerFault('BROKER_CONNECTION_UNFIT', { message, details: { field } });
  }
  const name = must(secretOf(config), 'what has a destination names a secret');
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length < MIN_SECRET_BYTES) throw brokerFault('BROKER_SECRET_TOO_SHORT');
  const { bound } = place;
  const envelope = seal(kek, aboutSecret({ workspace, name, version }, bound), bytes, randomBytes);
  bytes.fill(0);
  body.fill(0);
  return { ...envelope, bound };
}

const MIN_SECRET_BYTES = 4;

function signerRoutes(signer: CheckpointSigner): readonly (readonly [string, Handler])[] {
  const read = <T>(schema: Parameters<typeof readJson<T>>[0], body: Buffer) =>
    readJson(schema, body.toString('utf8'));
  return [
    [
      ROUTES.sign,
      async (body) => {
        const { workspace, head, proof } = read(signRequest, body);
        return jsonAnswer({ note: await signer.sign(workspace, head, proof) });
      },
    ],
    [
      ROUTES.verifierKey,
      async (body) =>
        jsonAnswer({ key: await signer.verifierKey(read(workspaceRequest, body).workspace) }),
    ],
    [
      ROUTES.lastSize,
      async (body) =>
        jsonAnswer({ size: await signer.lastSize(read(workspaceRequest, body).workspace) }),
    ],
  ];
}

function aboutEgress(outcome: EgressOutcome) {
  const status = outcome.kind === 'response' ? outcome.status : null;
  const host = outcome.kind === 'response' ? new URL(outcome.url).host : null;
  return { outcome: outcome.kind, reason: reasonOf(outcome), status, host };
}

function reasonOf(outcome: EgressOutcome | SmtpOutcome): string | null {
  return outcome.kind === 'refused' ? outcome.reason : null;
}
