import { canonical, type Json, type RunProof } from '@countersign/contract';
import { verifyProof } from '@countersign/record/verify';
import type { Tally } from '../tally.ts';
import { byteCases, fieldCases, type ProofCase, reordered } from './proof-cases.ts';

/** Changes a run's proof in every byte or every field: none may verify that says something else. */
export function tryProof(group: string, proof: RunProof, tally: Tally, bytes: boolean): void {
  // A proof is JSON by its type.
  const value = proof as unknown as Json;
  const key = proof.verifierKey;
  tally.count(group, 'a proof that nobody touched', wrongOf(proof, key, true));
  tally.count(
    group,
    'members in another order',
    wrongOf(reordered(value) as unknown as RunProof, key, true),
  );
  const same = canonical(value);
  for (const one of bytes ? byteCases(JSON.stringify(proof)) : fieldCases(value)) {
    const other = parsed(one);
    // What is no JSON any more cannot be taken for a proof.
    if (other === undefined) tally.count(group, one.name, null);
    else if (canonical(other) !== same)
      tally.count(group, one.name, wrongOf(other as unknown as RunProof, key, false));
  }
}

function wrongOf(proof: RunProof, key: string, genuine: boolean): string | null {
  try {
    const { findings } = verifyProof(proof, key);
    if (genuine) return findings[0]?.says ?? null;
    return findings.length > 0 ? null : 'it was believed';
  } catch (thrown) {
    return `the check broke off: ${String(thrown)}`;
  }
}

function parsed({ text }: ProofCase): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
