import type { Call, Effect, Sink } from '@countersign/contract';
import { isTainted } from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import type { CallLeaf } from './call-leaves.ts';
import { fitOf, type IntentFit, vouchedByIntent } from './intent-fit.ts';
import { type Prepared, trustedTexts } from './normal-forms/prepared.ts';
import { referenceReaders } from './reference.ts';
import type { Situation } from './situation.ts';

/** What endorsing by records and by the intent contract looks at. */
export type RecordSituation = Pick<
  Situation,
  'actions' | 'material' | 'earlier' | 'intent' | 'now'
>;

/** Endorsement by what the run's earlier calls gave (rule E3) and by its intent contract (rule E2). */
export interface RecordEndorser {
  /** How the call stands to the contract. */
  readonly fit: IntentFit;
  /** Whoever vouches for a leaf; null where neither does. */
  endorse(
    leaf: CallLeaf,
    sink: Sink,
  ): { readonly by: 'contract' | 'reference'; readonly readers: Readers } | null;
}

type Readers = ReturnType<typeof referenceReaders>;

/** What cannot be undone is not vouched for by a record, whoever named it. */
export function recordEndorserOf(
  call: Call,
  action: RegisteredAction,
  effect: Effect,
  { actions, material, earlier = [], intent = null, now }: RecordSituation,
): RecordEndorser {
  const { connection } = call;
  const texts: readonly Prepared[] = trustedTexts(material);
  const trustedSources = new Set(
    [...material.map(({ label }) => label), ...(intent === null ? [] : [intent.context])]
      .filter(({ integrity }) => !isTainted(integrity))
      .flatMap(({ provenance }) => (provenance.kind === 'sources' ? provenance.sources : [])),
  );
  const situation = { actions, earlier, connection, intent, texts, now, trustedSources };
  const fit = fitOf(call, action, situation);
  return {
    fit,
    endorse(leaf, sink) {
      if (effect === 'destroy') return null;
      const agreed = vouchedByIntent(leaf, sink, fit, call, action, situation);
      if (agreed !== null) return { by: 'contract', readers: agreed.readers };
      const readers = referenceReaders(leaf, sink, action, situation);
      return readers === null ? null : { by: 'reference', readers };
    },
  };
}
