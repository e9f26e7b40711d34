import type { ModelDelta, ModelReply, ModelRequest } from '@countersign/contract';
import type { ConfigOf } from '../connection.ts';
import type { FailureCode } from '../failures.ts';

/** What a model is asked, and for whom. */
export interface Question {
  readonly request: ModelRequest;
  readonly config: ConfigOf<'model'>;
  readonly workspace: string;
  readonly run: string;
  readonly call: string;
  /** Milliseconds the whole reply may take. */
  readonly timeoutMs: number;
}

/** What came of asking. A failure's detail may quote the provider. */
export type Said =
  | { readonly kind: 'said'; readonly reply: ModelReply; readonly bytesOut: number }
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      readonly detail: string;
      readonly retryAfterMs: number | null;
    };

/** A kind of model. Rejects with the signal's reason when it is stopped. */
export type Speaker = (
  question: Question,
  signal: AbortSignal,
  onDelta: (delta: ModelDelta) => void,
) => Promise<Said>;
