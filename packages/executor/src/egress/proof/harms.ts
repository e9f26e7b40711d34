import { addressKind } from '../dial/address.ts';
import type { EgressOutcome } from '../outcome.ts';
import type { Seen } from './fixture-servers.ts';
import { ATTACK, CANARY_BODY, CANARY_CREDENTIAL, MAX_BODY, type Play } from './play.ts';

/** All that was witnessed of one exchange. */
export interface Witnessed {
  readonly play: Play;
  readonly outcome: EgressOutcome | { readonly kind: 'hangs' };
  /** What of the answer reached the caller. */
  readonly text: string;
  /** The host the caller may use. */
  readonly home: string;
  readonly dials: readonly { readonly address: string; readonly port: number }[];
  readonly seen: readonly Seen[];
}

/** The first request and three redirects. */
const MAX_REQUESTS = 4;

/** What must never happen in an exchange, and did in this one. */
export function harmsOf({ play, outcome, text, home, dials, seen }: Witnessed): readonly string[] {
  const harms = [
    ...dials.flatMap(({ address, port }) => [
      ...(addressKind(address) === 'public' ? [] : [`dialled ${address}`]),
      ...(port === 80 || port === 443 ? [] : [`dialled port ${port}`]),
    ]),
    ...seen.flatMap((request) => harmsOfRequest(request, home)),
    ...(seen.length > MAX_REQUESTS ? [`made ${seen.length} requests`] : []),
    ...(text.length > MAX_BODY ? [`let ${text.length} bytes through`] : []),
    ...(text.includes(CANARY_CREDENTIAL) ? ['gave the credential away'] : []),
    ...(outcome.kind === 'hangs' ? ['never ended'] : []),
  ];
  if (outcome.kind !== 'response') return harms;
  return [
    ...harms,
    ...(outcome.status === 101 ? ['changed the protocol'] : []),
    ...(play.certificate === 'other' ? ["took another host's certificate"] : []),
  ];
}

function harmsOfRequest(request: Seen, home: string): readonly string[] {
  const text = JSON.stringify(request);
  const atHome = hostIn(request.headers.host) === home;
  return [
    ...(text.includes(ATTACK) ? ['sent a header that the caller chose'] : []),
    ...(!atHome && text.includes(CANARY_CREDENTIAL) ? ['sent the credential elsewhere'] : []),
    ...(!atHome && text.includes(CANARY_BODY) ? ['sent the body elsewhere'] : []),
    ...(request.headers['x-injected'] === undefined ? [] : ['sent an injected header']),
    ...(request.headers.cookie === undefined ? [] : ['sent a cookie']),
    ...(request.target.startsWith('/') ? [] : ['sent an absolute request target']),
  ];
}

function hostIn(header: string | undefined): string | null {
  const url = `http://${header}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}
