import { PROPOSAL_MS } from '@countersign/contract';
import { expect, test } from 'vitest';
import { realPowers } from '../conformance/test-database.ts';
import { memoryRecord } from '../memory/store.ts';
import { createMemoryConfigStore } from './memory.ts';

test('a proposal that nobody answered for a week is expired, and nobody can accept it', async () => {
  let now = 1_000;
  const powers = { ...realPowers, now: () => now, defaultPolicy: '' };
  const config = createMemoryConfigStore(memoryRecord(powers), powers);
  const made = await config.proposePolicy('ws_a', { cedar: '// x' }, 0, 'usr_ada');
  if (made.kind !== 'proposed') throw new Error('it is on the version in force');
  const { id } = made.proposal;
  now += PROPOSAL_MS - 1;
  expect(await config.policyProposal('ws_a', id)).toMatchObject({ state: 'open' });
  now += 1;
  expect(await config.policyProposal('ws_a', id)).toMatchObject({ state: 'expired' });
  expect(await config.closeProposal('ws_a', id, 'accepted', 'usr_bob')).toMatchObject({
    kind: 'closed',
    proposal: { state: 'expired' },
  });
  expect((await config.policy('ws_a')).number).toBe(0);
});
