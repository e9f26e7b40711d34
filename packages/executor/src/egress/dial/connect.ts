import { isIP, type Socket } from 'node:net';
import type { Deadline } from '../deadline.ts';
import type { EgressLimits } from '../limits.ts';
import { type Refused, refused } from '../outcome.ts';
import type { EgressPowers } from '../ports.ts';
import { addressKind, sameAddress } from './address.ts';
import { dialFirst } from './dial-first.ts';
import { isPublicName } from './host-name.ts';
import { secure } from './secure.ts';

/** Where to connect, and whether a private address is an operator's wish. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** Speak TLS from the first byte, and check the certificate against `host`. */
  readonly tls: boolean;
  readonly allowPrivate: boolean;
}

/** An open connection to an address that was checked, or why there is none. Nothing has been sent. */
export type Connected =
  | { readonly kind: 'connected'; readonly socket: Socket; readonly address: string }
  | Refused
  | { readonly kind: 'unreachable'; readonly message: string };

/**
 * Resolves once, checks every address, dials exactly those, and looks at where the connection ended.
 * A name is never resolved twice, so it cannot change between the check and the dial (DNS rebinding).
 * Rejects with `Stopped` where the deadline ends it.
 */
export async function connect(
  endpoint: Endpoint,
  powers: EgressPowers,
  limits: Pick<EgressLimits, 'connectMs' | 'headStartMs'>,
  deadline: Deadline,
): Promise<Connected> {
  const work = openChecked(endpoint, powers, limits, deadline.signal);
  // A connection that opens in the moment the wait for it ends has no owner any more.
  void work.then((late) => {
    if (deadline.signal.aborted && late.kind === 'connected') late.socket.destroy();
  });
  return deadline.within(work, limits.connectMs, 'timeout');
}

async function openChecked(
  endpoint: Endpoint,
  powers: EgressPowers,
  limits: Pick<EgressLimits, 'headStartMs'>,
  signal: AbortSignal,
): Promise<Connected> {
  const checked = await checkedAddresses(endpoint, powers);
  if (checked.kind !== 'addresses') return checked;
  try {
    const { socket, remoteAddress, address } = await dialFirst(
      { addresses: checked.addresses, port: endpoint.port },
      powers,
      limits.headStartMs,
      signal,
    );
    if (!sameAddress(remoteAddress, address) || !mayDial(remoteAddress, endpoint.allowPrivate)) {
      socket.destroy();
      return refused('ADDRESS_CHANGED');
    }
    const ready = endpoint.tls
      ? await secure(socket, endpoint.host, powers.ca, signal)
      : socket.setNoDelay(true);
    return { kind: 'connected', socket: ready, address };
  } catch (error) {
    return { kind: 'unreachable', message: `No connection could be made (${codeOf(error)}).` };
  }
}

/** All addresses of the host, where every one of them may be dialled. */
async function checkedAddresses(
  { host, allowPrivate }: Endpoint,
  { resolver }: EgressPowers,
): Promise<
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | Exclude<Connected, { kind: 'connected' }>
> {
  const literal = isIP(host) !== 0;
  if (!literal && !allowPrivate && !isPublicName(host)) return refused('HOST_NAME');
  const addresses = literal ? [host] : await resolver.resolve(host).catch(() => []);
  if (addresses.length === 0) {
    return { kind: 'unreachable', message: 'The host name has no address.' };
  }
  // One bad address spoils all: a name that answers with both kinds is how a check is raced.
  return addresses.every((address) => mayDial(address, allowPrivate))
    ? { kind: 'addresses', addresses: [...new Set(addresses)].slice(0, MAX_ADDRESSES) }
    : refused('ADDRESS');
}

const MAX_ADDRESSES = 8;

function mayDial(address: string, allowPrivate: boolean): boolean {
  const kind = addressKind(address);
  return kind === 'public' || (kind === 'private' && allowPrivate);
}

/** The system's or TLS's own code; messages could quote what the other side chose. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown reason';
}
