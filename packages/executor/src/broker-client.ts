import type {
  Broker,
  CheckpointSigner,
  JsonObject,
  SealedSecret,
  SecretState,
} from '@countersign/contract';
import { BrokerChannel } from './broker/channel.ts';
import { openResponse } from './broker/response.ts';
import { refusalOrResult } from './broker/smtp-result.ts';
import { packFrame } from './egress/wire/frame.ts';
import { ROUTES } from './egress/wire/names.ts';

/** Where the broker listens, and the token made for this run of the system. */
export interface BrokerAddress {
  readonly socket: string;
  readonly token: string;
}

/** The broker as the server uses it: the contract's two ports over its Unix socket. */
export interface BrokerClient {
  readonly broker: Broker;
  readonly signer: CheckpointSigner;
  /** Resolves where the broker answers. Throws fault `BROKER_UNREACHABLE` where it does not. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects to the broker; nothing is dialled before the first call.
 *
 * What the broker refuses or cannot do is thrown as its fault: `EGRESS_REFUSED`, `EGRESS_UNREACHABLE`, `EGRESS_LOST`;
 * with `BROKER_UNREACHABLE` nothing was sent, with `BROKER_LOST` nobody knows. An aborted call rejects with the
 * signal's reason, and the broker cuts the other side off.
 */
export function brokerClient(address: BrokerAddress): BrokerClient {
  const channel = new BrokerChannel(address);
  return {
    broker: {
      fetch: async ({ body, ...head }, signal) =>
        openResponse(
          await channel.send(ROUTES.egress, packFrame({ ...head }, body), signal),
          signal,
        ),
      smtp: async ({ raw, ...head }, signal) =>
        refusalOrResult(
          await channel.ask(ROUTES.smtp, packFrame({ ...head }, raw), signal),
          signal,
        ),
      // The broker answers with what this port says it does.
      seal: async (request) =>
        (await channel.ask(ROUTES.seal, jsonOf(request))) as unknown as SealedSecret,
      secretState: async (request) =>
        (await channel.ask(ROUTES.secretState, jsonOf(request))) as unknown as SecretState,
    },
    signer: {
      verifierKey: async (workspace) =>
        textAt(await channel.ask(ROUTES.verifierKey, jsonOf({ workspace })), 'key'),
      sign: async (workspace, head, proof) =>
        textAt(
          await channel.ask(ROUTES.sign, jsonOf({ workspace, head, proof: { ...proof } })),
          'note',
        ),
      lastSize: async (workspace) =>
        Number((await channel.ask(ROUTES.lastSize, jsonOf({ workspace })))['size']),
    },
    health: async () => {
      await channel.ask(ROUTES.health, null);
    },
    close: () => channel.close(),
  };
}

function jsonOf(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

function textAt(answer: JsonObject, name: string): string {
  return String(answer[name]);
}
