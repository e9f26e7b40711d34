import { catalog } from '@countersign/catalog';
import { type Call, label, type PinnedTool } from '@countersign/contract';
import { DEFAULT_POLICIES, decide, policiesOf, registerActions } from '@countersign/gateway';
import type { Bench } from './bench.ts';
import { referringDecisions } from './referring.ts';
import { quantile, short } from './stats.ts';

const COUNT = 5_000;

/** How long the gateway thinks: a mail to thirty people, in a context with 64 sources, not asked before. */
export const decisions: Bench = {
  name: 'decisions',
  about: 'gateway decisions in process, warm',
  async run() {
    const actions = registerActions([...catalog().values()].map((entry) => entry.descriptor));
    const send = actions.get('mail.send');
    if (!send) throw new Error('the catalogue holds mail.send');
    const tools: PinnedTool[] = [
      {
        action: 'mail.send',
        pin: send.pin,
        connection: 'con_1',
        description: '',
        input: send.input,
      },
    ];
    const policies = policiesOf(DEFAULT_POLICIES);
    const sources = Array.from(
      { length: 64 },
      (_, index) => `run_1.${index}#/messages/${index}/body`,
    );
    const material = [
      {
        text: `Write to ${Array.from({ length: 30 }, (_, index) => `person${index}@corp.example`).join(', ')} about the offsite on May 26th.`,
        label: label('principal'),
      },
    ];
    const callOf = (index: number): Call => ({
      id: `run_1.${index}`,
      actor: {
        workspace: 'ws_1',
        person: 'usr_1',
        roles: ['owner'],
        agent: 'agt_1',
        agentVersion: 1,
        run: 'run_1',
      },
      action: 'mail.send',
      pin: send.pin,
      connection: 'con_1',
      args: {
        to: Array.from({ length: 30 }, (_, at) => `person${at}@corp.example`),
        subject: `Offsite ${index}`,
        text: `See you there. ${'x'.repeat(500)} ${index}`,
      },
      context: label('untrusted', ['user:usr_1'], sources),
      leaves: {},
    });
    const situation = {
      now: 1_700_000_000_000,
      actions,
      tools,
      policies,
      material,
      endorsements: [],
      standing: [],
      approval: null,
      ownAddresses: ['me@corp.example'],
      callsSoFar: 0,
      grant: { actions: ['mail.send'], connections: ['con_1'], expiresAt: 1e15, ancestors: [] },
      connection: { id: 'con_1', kind: 'smtp' as const, base: null, cleared: true },
    };
    for (let index = 0; index < 500; index++) decide(callOf(index), situation);
    const samples: number[] = [];
    const began = performance.now();
    for (let index = 0; index < COUNT; index++) {
      const call = callOf(index);
      const from = performance.now();
      decide(call, situation);
      samples.push(performance.now() - from);
    }
    const perSecond = COUNT / ((performance.now() - began) / 1000);
    const p99 = quantile(samples, 0.99);
    return [
      {
        name: 'decision p99',
        ours: `${short(p99)} ms (p50 ${short(quantile(samples, 0.5))} ms, ${short(perSecond)}/s)`,
        against: 'a budget of 1 ms',
        ratio: short(p99 / 1),
        target: 'p99 < 1 ms',
        met: p99 < 1,
      },
      ...referringDecisions(actions, policies),
    ];
  },
};
