import type { Entry, Granted } from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import { memoryRecord } from '@countersign/record';
import { afterEach, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { type Said, testWorld, type World } from '../powers/testing/index.ts';

const FIRST = 'https://first.example/';
const LINKS = Array.from({ length: 12 }, (_, at) => `https://two.example/${at}`);
const FOLLOWING = `${DEFAULT_POLICIES}
@id("follow-links")
@links("two.example")
permit (principal is AgentVersion, action == Action::"read", resource == Tool::"test.fetch");
`;

let open: World[] = [];
afterEach(async () => {
  await Promise.all(open.map((world) => world.stop()));
  open = [];
});

const fetching = (...urls: readonly string[]): Said => ({
  calls: urls.map((url) => ({ tool: 'test_fetch', args: { url } })),
});

/** What came of a run: the looks that were made, its ledger, and how many questions it asked. */
async function play(policy: string, ...script: readonly Said[]) {
  const made: Granted[] = [];
  const world = await testWorld({
    ...{ record: memoryRecord(systemPowers()), policy, onHold: 'go-on' },
    script: [...script, { text: 'done' }],
    act: async (granted) => {
      made.push(granted);
      const result = { text: made.length === 1 ? LINKS.join(' ') : 'a page' };
      return { kind: 'done', result, usage: {}, sources: [granted.call.id] };
    },
  });
  open.push(world);
  const run = await world.start('Look at what there is, please.');
  await Promise.race([world.until(run, 'ended'), world.until(run, 'parked')]);
  expect(world.problems).toEqual([]);
  const asked = (await world.questions('open')).length;
  return { made, asked, beacons: (await world.entries(run)).filter(isBeacon).length };
}

function isBeacon({ leaf }: Entry): boolean {
  return leaf.kind === 'call.intent' && leaf.ref['beacon'] === true;
}

test('a link of a page that the agent looked at first is followed where a policy says so: no further, and on record', async () => {
  const { made, asked, beacons } = await play(
    FOLLOWING,
    fetching(FIRST),
    fetching(`${LINKS[3]}`, `${LINKS[4]}`),
  );
  expect(made.map(({ call, isDirect }) => [call.args['url'], isDirect])).toEqual([
    [FIRST, undefined],
    [LINKS[3], true],
    [LINKS[4], true],
  ]);
  expect({ asked, beacons }).toEqual({ asked: 0, beacons: 2 });
});

test('without such a policy a person is asked', async () => {
  const { made, asked } = await play(DEFAULT_POLICIES, fetching(FIRST), fetching(`${LINKS[3]}`));
  expect(made).toHaveLength(1);
  expect(asked).toBe(1);
});

test('what is wished for in one turn counts as much as what is wished for one by one', async () => {
  const { made, asked, beacons } = await play(FOLLOWING, fetching(FIRST), fetching(...LINKS));
  expect(made).toHaveLength(8);
  expect({ asked, beacons }).toEqual({ asked: 5, beacons: 7 });
});

test('once something private was read, a person is asked', async () => {
  const reading: Said = { calls: [{ tool: 'test_read', args: {} }] };
  const { made, asked } = await play(FOLLOWING, fetching(FIRST), reading, fetching(`${LINKS[3]}`));
  expect(made).toHaveLength(2);
  expect(asked).toBe(1);
});
