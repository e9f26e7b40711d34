import type { Granted, ModelDelta, Performed } from '@countersign/contract';

/** What a performer is given besides the call. */
export interface PerformContext {
  /** Aborts when the run is cancelled or the action's time is up. A performer stops within half a second. */
  readonly signal: AbortSignal;
  /**
   * Says that the effect is about to leave: from here on a lost answer is *unknown*, not failed. Throws
   * where the call was stopped before, so it is the last moment at which a cancel prevents the effect.
   */
  sending(): void;
  /** Text of a model as it is written. */
  onDelta(delta: ModelDelta): void;
}

/**
 * Performs granted calls of one action. Arguments have passed the descriptor's schema, but they are
 * still a hijacked model's words. What the world does is a value; a throw is for what nobody foresaw.
 */
export type Performer = (granted: Granted, context: PerformContext) => Promise<Performed>;

/** Performers by action id. */
export type Performers = ReadonlyMap<string, Performer>;
