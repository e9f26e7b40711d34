import { type ConnectionConfig, canonical, type SealedSecret } from '@countersign/contract';
import { type Destination, destinationOf } from '../connections/destination.ts';
import type { Unfit } from '../connections/http-place.ts';

/** The row a secret stands in. */
export interface SecretRow {
  readonly workspace: string;
  readonly name: string;
  readonly version: number;
}

/** What a secret is entered for, or why it can be entered for nothing. */
export function boundTo(
  connection: string,
  config: ConnectionConfig,
):
  | { readonly kind: 'bound'; readonly bound: SealedSecret['bound']; readonly to: Destination }
  | Unfit {
  const to = destinationOf(config);
  if (to.kind === 'refused') return to;
  // A destination is JSON by its type, which lacks nothing but an index signature.
  const destination = to as unknown as SealedSecret['bound']['destination'];
  return { kind: 'bound', bound: { connection, destination }, to };
}

/**
 * What an envelope authenticates of a secret: its row, and what it was entered for. One text for each, since it is
 * canonical JSON; its mark keeps it apart from every other thing that is sealed with the same key.
 */
export function aboutSecret(row: SecretRow, bound: SealedSecret['bound']): string {
  const { workspace, name, version } = row;
  return canonical({ mark: 'countersign-secret-2', workspace, name, version, bound });
}
