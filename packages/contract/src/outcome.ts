import type { JsonObject } from './json.ts';
import type { Labelled, LeafLabels } from './labelled.ts';

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
