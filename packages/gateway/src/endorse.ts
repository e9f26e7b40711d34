import {
  type Call,
  canonical,
  type Effect,
  type EndorsedBy,
  type Json,
  type Pointer,
  type Readers,
  type Sink,
} from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import type { CallLeaf } from './call-leaves.ts';
import { isOwnAddress, isWithinBase } from './destinations.ts';
import { type RecordSituation, recordEndorserOf } from './endorse-records.ts';
import { isExtracted } from './extracted.ts';
import type { IntentFit } from './intent-fit.ts';
import { type Prepared, trustedTexts } from './normal-forms/prepared.ts';
import { isQuotedLink, type LinkSituation } from './quoted-link.ts';
import { openKeysOn } from './schema-places.ts';
import type { Situation } from './situation.ts';
import { standingFor } from './standing.ts';
import { trustedMatch } from './trusted-match.ts';

/** Who vouches for a value, and who may read it because of that. */
export interface Vouching {
  readonly by: Exclude<EndorsedBy, 'clean-context' | 'not-a-decision'>;
  /** Null where vouching for the value says nothing about who may read it. */
  readonly readers: Readers | null;
  /** For `standing`: the permission's id. */
  readonly permission?: string;
}

/** Finds out who vouches for the values of one call. */
export interface Endorser {
  /** How the call stands to the run's intent contract. */
  readonly fit: IntentFit;
  /** Whoever vouches for a leaf that was written in a tainted context; null where nobody does. */
  endorse(leaf: CallLeaf, sink: Sink): Vouching | null;
  /** Whether anybody vouches for a link that stands in a leaf's text: it is where somebody may be led. */
  endorsesLink(leaf: CallLeaf, link: string): boolean;
}

/** What endorsing looks at. */
export type EndorsingSituation = Pick<
  Situation,
  'material' | 'endorsements' | 'standing' | 'connection' | 'ownAddresses' | 'now' | 'extracting'
> &
  RecordSituation &
  LinkSituation;

/** Endorsement for one call: rules E1 to E5, what the operator has settled, and for a link rule D1. */
export function endorserOf(
  call: Call,
  action: RegisteredAction,
  effect: Effect,
  situation: EndorsingSituation,
): Endorser {
  const texts = trustedTexts(situation.material);
  const base = situation.connection?.base ?? null;
  const records = recordEndorserOf(call, action, effect, situation);
  return {
    fit: records.fit,
    endorse(leaf, sink) {
      // Rights are never settled by a default.
      if (sink !== 'auth' && action.settled.get(leaf.pointer)?.has(canonical(leaf.value)))
        return { by: 'configured', readers: 'public' };
      const matched = match(leaf, sink, texts, call, action, situation.now);
      if (isVouchedFor(call, leaf.pattern, leaf.value, situation))
        // Whoever says "this text" has not said "to anybody"; a place, object or number is its own message.
        return { by: 'person', readers: isMessage(sink) ? matched : 'public' };
      const permission = standingFor(leaf, sink, call, effect, situation);
      // It says of readers what a person's word says; where the message says as much, it is not drawn on.
      if (permission !== null && matched !== 'public' && !(matched !== null && isMessage(sink)))
        return { by: 'standing', readers: isMessage(sink) ? null : 'public', permission };
      if (matched !== null) return { by: 'trusted-match', readers: matched };
      const recorded = records.endorse(leaf, sink);
      if (recorded !== null) return recorded;
      if (situation.extracting !== false && isExtracted(leaf, sink, call, effect))
        return { by: 'extraction', readers: null };
      // The host is the operator's; the path and query are still the caller's, and are checked as what leaves.
      if (sink === 'dest' && effect === 'read' && isWithinBase(leaf.value, base))
        return { by: 'configured', readers: null };
      return isQuotedLink(leaf, sink, call, action, effect, situation)
        ? { by: 'quoted-link', readers: null }
        : null;
    },
    endorsesLink(leaf, link) {
      const { ownAddresses, now } = situation;
      const claim = { sink: 'dest', pointer: leaf.pointer, value: link, now } as const;
      return (
        isVouchedFor(call, leaf.pattern, link, situation) ||
        isOwnAddress(link, ownAddresses) ||
        trustedMatch(claim, texts) !== null
      );
    },
  };
}

/** Classes whose values are themselves what is told. */
export function isMessage(sink: Sink): boolean {
  return sink === 'content' || sink === 'query' || sink === 'code';
}

/** Rule E1, for the leaf and for the keys on the way to it that the caller chose. */
function match(
  leaf: CallLeaf,
  sink: Sink,
  texts: readonly Prepared[],
  call: Call,
  action: RegisteredAction,
  now: number,
): Readers | null {
  const as = matchedAs(sink);
  if (as === null) return null;
  const keys = action.hasMaps ? openKeysOn(action.input, call.args, leaf.pointer) : [];
  // A key that the schema leaves open must be named itself, and names nothing.
  const pointer = keys.length === 0 ? leaf.pointer : '';
  const areKeysNamed = keys.every(
    (value) => trustedMatch({ sink: 'sel', pointer, value, now }, texts) !== null,
  );
  return areKeysNamed ? trustedMatch({ sink: as, pointer, value: leaf.value, now }, texts) : null;
}

/** How a class is looked for in trusted texts; null where a match is not enough. */
function matchedAs(sink: Sink): 'dest' | 'sel' | 'val' | 'content' | null {
  switch (sink) {
    case 'dest':
    case 'sel':
    case 'val':
    case 'content':
      return sink;
    case 'query':
      return 'sel';
    // What is interpreted or gives rights is never a matter of a match.
    case 'code':
    case 'auth':
    case 'ctl':
      return null;
  }
}

/** Rule E5: same action, same argument, same connection, same value to the byte. */
function isVouchedFor(
  call: Call,
  pattern: Pointer,
  value: Json,
  { endorsements }: EndorsingSituation,
): boolean {
  return endorsements.some(
    (one) =>
      one.action === call.action &&
      one.connection === call.connection &&
      one.pointer === pattern &&
      canonical(one.value) === canonical(value),
  );
}
