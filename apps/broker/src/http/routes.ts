import type { CheckpointSigner } from '@countersign/contract';
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
import type { ConnectionBook } from '../connections/book.ts';
import { brokerFault } from '../errors.ts';
import { type Kek, seal } from '../secrets/envelope.ts';
import { egressAnswer } from './egress-answer.ts';
import { type Handler, jsonAnswer, openFrame } from './exchange.ts';
import {
  egressRequest,
  readJson,
  sealRequest,
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
  const opened =
    connection === null
      ? { kind: 'http' as const, binding: null, credential: null }
      : await tools.book.open(workspace, connection);
  const outcome =
    opened.kind === 'http'
      ? await tools.client.fetch(
          {
            ...asked,
            body: bytes.length === 0 ? null : bytes,
            binding: opened.binding,
            credential: opened.credential,
          },
          signal,
        )
      : opened.kind === 'refused'
        ? opened
        : refused('CONNECTION_KIND');
  tools.note('egress', { ...aboutEgress(outcome), workspace, connection, run, call });
  return outcome;
}

async function smtp(tools: RouteTools, frame: Buffer, signal: AbortSignal): Promise<SmtpOutcome> {
  const { head, bytes } = openFrame(smtpRequest, frame);
  const { workspace, connection, envelope, timeoutMs } = head;
  const opened = await tools.book.open(workspace, connection);
  const outcome =
    opened.kind === 'smtp'
      ? await sendMail(
          opened.server,
          { envelope, raw: bytes, timeoutMs },
          tools.egress,
          signal,
          tools.limits,
        )
      : opened.kind === 'refused'
        ? opened
        : refused('CONNECTION_KIND');
  tools.note('smtp', { outcome: outcome.kind, reason: reasonOf(outcome), workspace, connection });
  return outcome;
}

function sealed({ kek, randomBytes }: RouteTools, body: Buffer) {
  const { value, ...row } = readJson(sealRequest, body.toString('utf8'));
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length < MIN_SECRET_BYTES) throw brokerFault('BROKER_SECRET_TOO_SHORT');
  const envelope = seal(kek, row, bytes, randomBytes);
  bytes.fill(0);
  body.fill(0);
  return { ...envelope };
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
