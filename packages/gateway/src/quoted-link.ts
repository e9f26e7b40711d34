import {
  type Call,
  canonical,
  type Effect,
  type Explanation,
  effectOf,
  isTainted,
  type Json,
  labelAbove,
  leavesOf,
  ownLabelAt,
  type Readers,
  type Sink,
} from '@countersign/contract';
import type { Actions, RegisteredAction } from './actions.ts';
import { type CallLeaf, callLeaves, saysNothing } from './call-leaves.ts';
import type { EarlierResult } from './earlier-result.ts';
import { heldAt } from './held-leaf.ts';
import { linksIn } from './normal-forms/link.ts';
import { isPlain } from './normal-forms/plain.ts';
import { readUrl, type WebAddress } from './normal-forms/url.ts';
import { coversHost, type HostPattern } from './policies/host-pattern.ts';
import { isListed } from './schema-places.ts';

/**
 * Calls of a tool in one run among which quoted links may be looked at. All of them count, asked about or not, so that
 * what a run tells by which link it follows has an end: so many times the logarithm of the links it was shown.
 */
export const LINKS_PER_RUN = 8;

/** Whether a decision lets a call look at an address because it was quoted: its host learns that somebody looked. */
export function isBeacon({ leaves }: Pick<Explanation, 'leaves'>): boolean {
  return leaves.some(({ endorsedBy }) => endorsedBy === 'quoted-link');
}

/** What a quoted link is judged by. */
export interface LinkSituation {
  readonly actions: Actions;
  readonly earlier?: readonly EarlierResult[];
  /** Calls of this action that the run has wished for before. */
  readonly callsSoFar: number;
  /** Hosts that policies let be looked at; left out, none. */
  readonly links?: readonly HostPattern[];
}

/**
 * Rule D1 for links: a look at an address that a stranger wrote, where the look can tell the stranger nothing private.
 *
 * Why it is sound against an attacker who says whatever the model says and wrote the page: (1) the operator's policies
 * allow it for the host; (2) the call is a bare look, without a connection, so without a credential, and whatever stands
 * in it beside the address is one of a list in the schema; (3) nothing that is not public has entered the context, nor
 * stands in any argument, so neither the address nor its being chosen can tell what somebody may not read; (4) the
 * address stands whole in the text of exactly one earlier result, to the byte as it goes on the wire, and that result is
 * of a look that was asked for before strangers were read, so the address was not put together in this run, nor sent
 * somewhere to be read back; (5) what was stored with a label of its own could be a model's words, and is no source.
 * The host learns that somebody looked, and which of the links it was: the call is counted as a beacon.
 */
export function isQuotedLink(
  leaf: CallLeaf,
  sink: Sink,
  call: Call,
  action: RegisteredAction,
  effect: Effect,
  { actions, earlier = [], callsSoFar, links = [] }: LinkSituation,
): boolean {
  if (sink !== 'dest' || links.length === 0 || callsSoFar >= LINKS_PER_RUN) return false;
  const address = addressIn(leaf.value);
  if (address === null || !coversHost(links, nameOf(address))) return false;
  if (!isBareLook(leaf, call, action, effect) || !isAllPublic(call)) return false;
  const sources = earlier.flatMap((one) => quotesIn(one, address, actions));
  const [only] = sources;
  return only !== undefined && sources.length === 1 && only.counts;
}

/** An absolute address that hides nothing. */
function addressIn(value: Json): WebAddress | null {
  if (typeof value !== 'string' || !isPlain(value)) return null;
  const address = readUrl(value);
  return address?.scheme ? address : null;
}

function nameOf({ host }: WebAddress): string {
  return host.replace(/:\d+$/, '');
}

/** A look that carries nothing but the address: no credential, no held value, and no word of the caller's own. */
function isBareLook(
  link: CallLeaf,
  call: Call,
  { descriptor, input, settled }: RegisteredAction,
  effect: Effect,
): boolean {
  if (effect !== 'read' || call.connection !== null || descriptor.connection !== null) return false;
  if (heldAt(call, link.pointer) !== undefined) return false;
  return callLeaves(call.args).every(
    (leaf) =>
      leaf.pointer === link.pointer ||
      saysNothing(leaf) ||
      settled.get(leaf.pointer)?.has(canonical(leaf.value)) === true ||
      isListed(input, leaf.pointer, leaf.value),
  );
}

function isAllPublic({ context, leaves }: Call): boolean {
  return [context, ...Object.values(leaves)].every(({ readers }) => isPublic(readers));
}

function isPublic(readers: Readers): boolean {
  return readers === 'public';
}

/** The result, once, where an address stands in it; `counts` where a link may be followed from one of those places. */
function quotesIn(
  earlier: EarlierResult,
  address: WebAddress,
  actions: Actions,
): readonly { readonly counts: boolean }[] {
  const places = linksOf(earlier.value).filter(({ link }) => isSame(address, link));
  if (places.length === 0) return [];
  const { labels, choice, args } = earlier;
  const source = actions.get(earlier.action)?.descriptor;
  const isLook = source !== undefined && effectOf(source, args) === 'read';
  const counts = places.every(({ pointer }) => {
    const { integrity, readers } = ownLabelAt(labels, pointer);
    const isStored = labelAbove(labels.stored, pointer) !== undefined;
    return isTainted(integrity) && integrity !== 'hostile' && isPublic(readers) && !isStored;
  });
  return [{ counts: counts && isLook && choice === 'clean' }];
}

/** An address that is written without a scheme is looked at by https, so that nobody chooses between two. */
function isSame(wanted: WebAddress, quoted: WebAddress): boolean {
  const { scheme, host, rest } = wanted;
  return scheme === (quoted.scheme ?? 'https:') && host === quoted.host && rest === quoted.rest;
}

interface QuotedLink {
  readonly pointer: string;
  readonly link: WebAddress;
}

/** Results come with every later call of a run; each is read once, and what was read goes with its value. */
const read = new WeakMap<object, readonly QuotedLink[]>();

/** The whole addresses in a result's texts; what was held back or taken apart is none. */
function linksOf(result: Json): readonly QuotedLink[] {
  if (typeof result !== 'object' || result === null) return addressesOf(result);
  const known = read.get(result);
  if (known !== undefined) return known;
  const links = addressesOf(result);
  read.set(result, links);
  return links;
}

function addressesOf(result: Json): readonly QuotedLink[] {
  return leavesOf(result).flatMap(({ pointer, value }) =>
    typeof value !== 'string'
      ? []
      : linksIn(value)
          .filter(({ kind, isWhole }) => kind === 'url' && isWhole)
          .flatMap(({ text }) => {
            const link = readUrl(text);
            return link === null ? [] : [{ pointer, link }];
          }),
  );
}
