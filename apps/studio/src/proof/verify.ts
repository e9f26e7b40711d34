import { isJsonObject, type RunProof } from '@countersign/contract';
import { verifyProof } from '@countersign/record/verify';

export { verifyProof };

/**
 * A copy of a proof in which one word of what a call meant was changed, as somebody with hold of the database would:
 * to show what that looks like.
 */
export function spoilt(proof: RunProof): RunProof {
  const at = proof.entries.findIndex(
    ({ leaf, payload }) => leaf.kind === 'call.intent' && isJsonObject(payload),
  );
  return {
    ...proof,
    entries: proof.entries.map((entry, place) =>
      place === Math.max(0, at) && isJsonObject(entry.payload)
        ? { ...entry, payload: { ...entry.payload, effect: 'read', edited: 'afterwards' } }
        : entry,
    ),
  };
}
