import type { ActionDescriptor } from './action.ts';
import type { Call } from './call.ts';
import type { Sha256 } from './digest.ts';

/**
 * Leave to perform one call once. Opaque: only the gateway makes one, and only its registry can tell a
 * real one, so a look-alike object performs nothing.
 */
export interface Grant {
  readonly kind: 'grant';
  readonly call: Sha256;
}

/** What a redeemed grant stands for. */
export interface Granted {
  readonly call: Call;
  readonly callHash: Sha256;
  readonly descriptor: ActionDescriptor;
  /**
   * The call leads to the address that was decided on, and no further: who is there may not send it on. Absent where a
   * performer may follow.
   */
  readonly isDirect?: true;
}

/** Redeems a grant. The second time, after its expiry, or for a foreign object it gives the reason why not. */
export type Redeem = (
  grant: Grant,
) =>
  | { readonly kind: 'redeemed'; readonly granted: Granted }
  | { readonly kind: 'void'; readonly reason: string };
