import { describe, expect, it } from 'vitest';
import { NOW } from '../gallery/fixtures/people.ts';
import { proofOf, VERIFIER_KEY } from '../gallery/fixtures/proof.ts';
import { triageEnded } from '../gallery/fixtures/triage.ts';
import { checked } from './checks.ts';
import { spoilt, verifyProof } from './verify.ts';

const failing = (report: ReturnType<typeof verifyProof>) =>
  checked(report).flatMap(({ title, findings }) => (findings.length > 0 ? [title] : []));

describe('the proof of a run, in the browser', () => {
  it('holds for what was recorded', async () => {
    const proof = await proofOf('run_x', triageEnded('run_x', null, NOW).entries);
    const report = verifyProof(proof, VERIFIER_KEY);
    expect(failing(report)).toEqual([]);
    expect(report).toMatchObject({ keyTrusted: true, entries: proof.entries.length });
  });

  it('fails for a copy in which one word was changed, and says which check', async () => {
    const proof = await proofOf('run_x', triageEnded('run_x', null, NOW).entries);
    expect(failing(verifyProof(spoilt(proof), VERIFIER_KEY))).toEqual([
      'The entries are as they were written',
    ]);
  });
});
