import type { Said } from '@countersign/server/testing';
import type { AboutLost } from './order.ts';

/** One kind of run: what the model says, what the person typed, and what they say of a lost answer. */
export interface Scenario {
  readonly name: string;
  /** The action whose effect is looked at. */
  readonly action: 'test.read' | 'test.keyed' | 'test.send';
  readonly repeat: 'safe' | 'keyed' | 'once';
  readonly approval: boolean;
  readonly message: string;
  readonly script: readonly Said[];
  /** What it says in the run that it delegates to; empty where it delegates nothing. */
  readonly below: readonly Said[];
  readonly aboutLost: AboutLost;
  /** Whether only those points are tried at which an answer can be lost: the rest is another scenario's. */
  readonly lostOnly: boolean;
}

const read: Said = { calls: [{ tool: 'test_read', args: {} }] };
const to = (tool: string): Said => ({
  calls: [{ tool, args: { to: 'bob@example.com', text: 'hi' } }],
});
const end: Said = { text: 'done' };
/** The person names the recipient, so nothing need be asked. */
const asked = 'Send it to bob@example.com';
/** Nobody names a recipient, and the agent reads what strangers wrote: it is held. */
const unasked = 'Please go on';

const plain = { approval: false, aboutLost: 'truth', lostOnly: false, below: [] } as const;
const delegated: Said = {
  calls: [{ tool: 'agent_delegate', args: { task: 'Send it.', tools: ['test_keyed'] } }],
};

/** The kinds of action, each with and without an approval where it can be held. */
export const SCENARIOS: readonly Scenario[] = [
  {
    ...plain,
    name: 'safe',
    action: 'test.read',
    repeat: 'safe',
    message: unasked,
    script: [read, end],
  },
  {
    ...plain,
    name: 'keyed',
    action: 'test.keyed',
    repeat: 'keyed',
    message: asked,
    script: [to('test_keyed'), end],
  },
  {
    ...plain,
    name: 'once',
    action: 'test.send',
    repeat: 'once',
    message: asked,
    script: [to('test_send'), end],
  },
  {
    ...plain,
    name: 'keyed, approved',
    action: 'test.keyed',
    repeat: 'keyed',
    approval: true,
    message: unasked,
    script: [read, to('test_keyed'), end],
  },
  {
    ...plain,
    name: 'once, approved',
    action: 'test.send',
    repeat: 'once',
    approval: true,
    message: unasked,
    script: [read, to('test_send'), end],
  },
  {
    ...plain,
    name: 'once, “it happened”',
    action: 'test.send',
    repeat: 'once',
    message: asked,
    script: [to('test_send'), end],
    aboutLost: 'happened',
    lostOnly: true,
  },
  {
    ...plain,
    name: 'once, approved, “do it again”',
    action: 'test.send',
    repeat: 'once',
    approval: true,
    message: unasked,
    script: [read, to('test_send'), end],
    aboutLost: 'repeat',
    lostOnly: true,
  },
  {
    ...plain,
    name: 'delegated',
    action: 'test.keyed',
    repeat: 'keyed',
    message: asked,
    script: [delegated, end],
    below: [to('test_keyed'), end],
  },
];
