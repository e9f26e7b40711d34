import type { JsonObject } from './json.ts';
import type { Labelled } from './labelled.ts';

/** What became of a granted call. A failure is a normal day's work and goes to whoever asked, never to the run's grave. */
export type Outcome =
  | { readonly kind: 'done'; readonly result: Labelled; readonly usage: Usage }
  /** It did not happen, or the other side said no. `message` may quote the other side: it has the result's label. */
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: Labelled;
      readonly usage: Usage;
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
    }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly usage: Usage;
    }
  | { readonly kind: 'unknown'; readonly why: string; readonly usage: Usage }
  | { readonly kind: 'cancelled'; readonly usage: Usage };
