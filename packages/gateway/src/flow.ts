import {
  type Call,
  type Effect,
  isTainted,
  join,
  type Label,
  type Leaf,
  type LeafReason,
  labelAt,
  type Missing,
  mayRead,
  type Readers,
  type Sink,
} from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import { type CallLeaf, callLeaves } from './call-leaves.ts';
import { contentLinks } from './content-links.ts';
import { type Destination, destinationsOf, NOWHERE_NAMED } from './destinations.ts';
import {
  type Endorser,
  type EndorsingSituation,
  endorserOf,
  isMessage,
  type Vouching,
} from './endorse.ts';

/** What the flow of labels says of a call: what is missing, and the rule for each leaf. */
export type Flow =
  | { readonly kind: 'hostile' }
  | {
      readonly kind: 'judged';
      readonly missing: readonly Missing[];
      readonly leaves: readonly LeafReason[];
    };

/** Links of one text that are named one by one; with more of them the whole text is in doubt. */
const MAX_LINKS = 20;

/** A leaf with all that its judgement needs. */
interface Judged extends CallLeaf {
  readonly sink: Sink;
  readonly label: Label;
  /** Whether anyone outside could have chosen the value. */
  readonly tainted: boolean;
  /** Found whether or not the value needs it: who may read a value must not hang on who wrote it. */
  readonly vouching: Vouching | null;
  /** The destinations that may not read what the leaf tells them. */
  readonly barred: number;
}

/** What all leaves of a call share. */
interface Setting {
  readonly call: Call;
  readonly effect: Effect;
  /** Whether the context or any of the values is tainted. */
  readonly tainted: boolean;
  readonly destinations: readonly Destination[];
  readonly endorser: Endorser;
}

/**
 * Step 4: whether each value may do what it decides (integrity), and whether what leaves may be read where it
 * goes (confidentiality). Both are needed: integrity alone lets a passport number be mailed to the right person.
 */
export function flow(
  call: Call,
  action: RegisteredAction,
  effect: Effect,
  situation: EndorsingSituation,
): Flow {
  const endorser = endorserOf(call, action, effect, situation);
  const sorted = callLeaves(call.args).map((leaf) => ({ ...leaf, sink: action.sinkOf(leaf) }));
  const destinations = destinationsOf(
    sorted.filter(({ sink }) => sink === 'dest'),
    effect,
    situation.connection,
    situation.ownAddresses,
  );
  const setting: Setting = { call, effect, tainted: isTaintedCall(call), destinations, endorser };
  const judged = sorted.map((leaf): Judged => {
    const label = labelAt({ label: call.context, leaves: call.leaves }, leaf.pointer);
    const vouching = endorser.endorse(leaf, leaf.sink);
    const tainted = isTainted(label.integrity);
    const barred = countBarred(leaf, label, vouching, setting);
    return { ...leaf, label, tainted, vouching, barred };
  });
  // Known hostile text may be carried along to be shown or stored; it may decide nothing.
  if (judged.some(({ sink, label }) => label.integrity === 'hostile' && sink !== 'content'))
    return { kind: 'hostile' };
  const missing = [
    ...judged.flatMap((leaf) => missingFor(leaf, setting)),
    ...missingForWhole(judged, setting),
  ];
  return { kind: 'judged', missing, leaves: judged.map((leaf) => reasonFor(leaf, setting)) };
}

function missingFor(leaf: Judged, setting: Setting): readonly Missing[] {
  return [
    ...(isUnendorsed(leaf, setting) ? [missing(leaf, 'unendorsed')] : []),
    ...unendorsedLinks(leaf, setting),
    ...(isIrreversible(leaf, setting) ? [missing(leaf, 'irreversible')] : []),
    ...(isUnreadable(leaf, setting) ? [missing(leaf, 'readers')] : []),
  ];
}

/** A person who vouches for a place, an object or a number knows what it tells; that question need not be put twice. */
function isUnreadable(leaf: Judged, setting: Setting): boolean {
  if (isUnendorsed(leaf, setting) && !isMessage(leaf.sink)) return false;
  return leaf.barred > 0;
}

/** Integrity: a tainted value that decides something, and that nobody vouches for. */
function isUnendorsed(leaf: Judged, setting: Setting): boolean {
  if (leaf.sink === 'content' && saysNothing(leaf)) return false;
  return leaf.tainted && leaf.vouching === null && needsVouching(leaf.sink, setting);
}

/** Which classes decide something, by effect. What only looks decides where it looks, and nothing else. */
function needsVouching(sink: Sink, { effect, destinations }: Setting): boolean {
  switch (sink) {
    case 'auth':
    case 'dest':
    case 'ctl':
      return true;
    case 'sel':
    case 'val':
    case 'code':
    case 'query':
      return effect !== 'read';
    case 'content':
      // Words a model wrote after reading strangers, on their way to somebody else than the person.
      return effect !== 'read' && destinations.some(isOutsider);
  }
}

function isOutsider({ kind, cleared }: Destination): boolean {
  return kind !== 'own' && !cleared;
}

/** Links within what is sent lead its reader somewhere: each is a destination of its own. */
function unendorsedLinks(leaf: Judged, setting: Setting): readonly Missing[] {
  const { effect, destinations, endorser } = setting;
  const isSent = effect !== 'read' && destinations.length > 0;
  if (leaf.sink !== 'content' || typeof leaf.value !== 'string') return [];
  if (!leaf.tainted || leaf.vouching !== null || !isSent) return [];
  const open: string[] = [];
  for (const link of contentLinks(leaf.value)) {
    if (endorser.endorseLink(leaf, link)) continue;
    open.push(link);
    if (open.length > MAX_LINKS)
      return isUnendorsed(leaf, setting) ? [] : [missing(leaf, 'unendorsed')];
  }
  return open.map((link) => ({ ...missing(leaf, 'unendorsed'), value: link, sink: 'dest' }));
}

/**
 * What cannot be undone, in a context that strangers wrote to, needs a person's word for this very action: that
 * the principal's message names an object does not say that it should be destroyed.
 */
function isIrreversible(leaf: Judged, setting: Setting): boolean {
  if (!isDestructive(setting) || leaf.sink === 'content' || isUnendorsed(leaf, setting))
    return false;
  return leaf.vouching?.by !== 'person' && leaf.vouching?.by !== 'configured';
}

function isDestructive({ effect, tainted }: Setting): boolean {
  return effect === 'destroy' && tainted;
}

/** A destruction of which no argument says what is destroyed has to be asked about as a whole. */
function missingForWhole(leaves: readonly Judged[], setting: Setting): readonly Missing[] {
  const { call, tainted, destinations } = setting;
  const whole = { pointer: '', value: null, sink: null, origin: originOf(call.context) } as const;
  const decided = leaves.some(
    ({ sink, vouching }) => sink !== 'content' && vouching?.by !== 'configured',
  );
  const isBlind = isDestructive(setting) && !decided;
  const isAimless = tainted && destinations.includes(NOWHERE_NAMED);
  return [
    ...(isBlind ? [{ ...whole, because: 'irreversible' as const }] : []),
    ...(isAimless ? [{ ...whole, because: 'unendorsed' as const }] : []),
  ];
}

/** Confidentiality: how many of the destinations may not read what a leaf tells them. */
function countBarred(
  leaf: CallLeaf & { readonly sink: Sink },
  label: Label,
  vouching: Vouching | null,
  { call, destinations }: Setting,
): number {
  if (saysNothing(leaf)) return 0;
  // What the context holds can be told by any value, so its readers count for each.
  const own = label === call.context ? label : join(label, call.context);
  const readers = vouching?.readers ?? own.readers;
  return destinations.filter((one) => !mayReach(readers, one, call.actor.person)).length;
}

function mayReach(readers: Readers, destination: Destination, person: string): boolean {
  if (destination.cleared) return true;
  if (destination.kind === 'own' && mayRead(readers, `user:${person}`)) return true;
  return mayRead(readers, destination.id);
}

function missing(leaf: Judged, because: Missing['because']): Missing {
  return {
    pointer: leaf.pointer,
    value: leaf.value,
    sink: leaf.sink,
    because,
    origin: originOf(leaf.label),
  };
}

function originOf({ provenance }: Label): readonly string[] {
  return provenance.kind === 'sources' ? provenance.sources : [];
}

function reasonFor(leaf: Judged, setting: Setting): LeafReason {
  const { pointer, sink, label, barred } = leaf;
  const said = !leaf.tainted
    ? (['clean-context', 'No stranger could have written it.'] as const)
    : leaf.vouching !== null
      ? ([leaf.vouching.by, VOUCHED[leaf.vouching.by]] as const)
      : needsVouching(sink, setting)
        ? ([null, 'A stranger could have written it, and nothing trusted vouches for it.'] as const)
        : ([
            'not-a-decision',
            'A stranger could have written it, but it decides nothing here.',
          ] as const);
  const also =
    barred === 0 ? '' : ` ${barred} of its destinations may not read what the agent has read.`;
  return { pointer, sink, integrity: label.integrity, endorsedBy: said[0], detail: said[1] + also };
}

const VOUCHED: Readonly<Record<Vouching['by'], string>> = {
  'trusted-match': 'It stands in the principal’s own words or in ours (rule E1).',
  person: 'A person vouched for this value (rule E5).',
  configured: 'The operator’s configuration settles it.',
};

/** An empty text or container, or null: there is nothing in it to read. */
function saysNothing({ value }: Leaf): boolean {
  return value === null || value === '' || typeof value === 'object';
}

/** Whether a stranger could have had a hand in any part of a call. */
export function isTaintedCall(call: Pick<Call, 'context' | 'leaves'>): boolean {
  return [call.context, ...Object.values(call.leaves)].some(({ integrity }) =>
    isTainted(integrity),
  );
}
