import { egressClient } from '../http/client.ts';
import { ManualClock } from './manual-clock.ts';
import { PUBLIC_ADDRESS } from './play.ts';

/** What came of one URL: whether anything was dialled, and how that differs from the one parse, if it does. */
export interface ParserFinding {
  readonly dialled: boolean;
  readonly mismatch: string | null;
}

/** Feeds URLs to the real client, over a network where every name is public and nobody answers. */
export interface ParserRange {
  check(url: string): Promise<ParserFinding>;
}

/** Opens the range; it opens no connection. One URL at a time. */
export function openParserRange(): ParserRange {
  let did: string[] = [];
  const client = egressClient({
    clock: new ManualClock(),
    resolver: {
      resolve: async (host) => {
        did.push(`looked up ${host}`);
        return [PUBLIC_ADDRESS];
      },
    },
    dialer: {
      dial: ({ address, port }) => {
        did.push(`dialled ${address} ${port}`);
        return Promise.reject(new Error('nobody is there'));
      },
    },
  });
  const signal = new AbortController().signal;
  return {
    async check(url) {
      did = [];
      const call = { method: 'GET', url, headers: {}, body: null, binding: null, credential: null };
      await client.fetch({ ...call, maxResponseBytes: 1, timeoutMs: 1000 }, signal);
      if (did.length === 0) return { dialled: false, mismatch: null };
      const [is, wanted] = [did.join(', '), wantedOf(new URL(url)).join(', ')];
      return { dialled: true, mismatch: is === wanted ? null : `${is}; wanted ${wanted}` };
    },
  };
}

/** What a client must do that parses once, as WHATWG says. */
function wantedOf({ protocol, hostname, port }: URL): readonly string[] {
  const number = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (/^[\d.]+$/.test(hostname)) return [`dialled ${hostname} ${number}`];
  if (hostname.startsWith('[')) return [`dialled ${hostname.slice(1, -1)} ${number}`];
  // A root dot names the same host.
  return [`looked up ${hostname.replace(/\.$/, '')}`, `dialled ${PUBLIC_ADDRESS} ${number}`];
}
