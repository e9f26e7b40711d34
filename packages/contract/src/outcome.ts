import type { JsonObject } from './json.ts';
import type { Labelled, LeafLabels, ResultLabels } from './labelled.ts';

/** What became of a granted call. A failure is a normal day's work and goes to whoever asked, never to the run's grave. */
export type Outcome =
  | { readonly kind: 'done'; readonly result: Labelled; readonly usage: Usage }
  /** It did not happen, or the other side said no. `message` may quote the other side: it has the result's label. */
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: Labelled;
      readonly usage: Usage;
      /** Milliseconds the other side asked to wait before another try; absent where it did not say. */
      readonly retryAfterMs?: number;
    }
  /** It was sent and the answer was lost. Never repeated by itself. */
  | { readonly kind: 'unknown'; readonly why: string; readonly usage: Usage }
  | { readonly kind: 'cancelled'; readonly usage: Usage };

/** What a call used up. Tokens are counted by the provider; money is in micro-units of the workspace's currency. */
export interface Usage {
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly moneyMicros?: number;
  readonly bytesOut?: number;
  readonly bytesIn?: number;
  readonly wallMs?: number;
}

/**
 * Who chose what a call asked for: `clean` where no stranger could have had a hand in it, `vouched` where something
 * trusted vouches for all of its arguments that decide, `model` otherwise.
 */
export type Choice = 'clean' | 'vouched' | 'model';

/** What lets later values refer to a result (rules E2 and E3): who chose it, and how its parts are labelled by themselves. */
export interface ResultBasis {
  readonly choice: Choice;
  readonly labels: ResultLabels;
}

/** What a performer gives back; the gateway labels it. */
export type Performed =
  | {
      readonly kind: 'done';
      readonly result: JsonObject;
      readonly usage: Usage;
      readonly sources?: readonly string[];
      /**
       * Labels that stored parts of the result (rows, comments, files) were written with. They stand in
       * place of the descriptor's for these parts, joined with the label of the call that chose them.
       */
      readonly stored?: LeafLabels;
    }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly usage: Usage;
      /** Milliseconds the other side asked to wait before another try; absent where it did not say. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'unknown'; readonly why: string; readonly usage: Usage }
  | { readonly kind: 'cancelled'; readonly usage: Usage };
