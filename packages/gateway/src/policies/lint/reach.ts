import { EFFECTS } from '@countersign/contract';
import type { ReadPolicy } from '../read.ts';
import type { Found } from './finding.ts';
import type { Row, Table } from './table.ts';
import { tooFewApprovers } from './too-few-approvers.ts';

/** What the policies as a whole let happen, or keep from happening, that nobody can have meant. */
export function reach(policies: readonly ReadPolicy[], table: Table): readonly Found[] {
  return [
    ...agentControl(policies, table),
    ...nobodyAnswers(table),
    ...tooFewApprovers(policies, table),
    ...lockedOut(table),
    ...nothingRuns(table),
  ];
}

function agentControl(policies: readonly ReadPolicy[], { agents }: Table): readonly Found[] {
  const open = agents.flat().filter(({ rank }) => rank > 0);
  const control = open
    .filter(({ asked }) => asked.act !== 'generate' && asked.sinks.includes('ctl'))
    .flatMap(({ permits }) => permits);
  const rights = policies.flatMap(({ json, asks }, at) => {
    const speaksOfRights = /"Value":"auth"/.test(JSON.stringify(json.conditions));
    const lets = open.some(
      ({ asked, permits }) => permits.includes(at) && asked.sinks.includes('auth'),
    );
    return json.effect === 'permit' && !asks && speaksOfRights && lets ? [at] : [];
  });
  return [
    ...[...new Set(control)].map((at) => ({
      ...{ rule: 'agent-control' as const, at },
      says: 'It permits agents what changes the platform itself: policies, grants, agents, budgets.',
      remedy:
        'Forbid it for every agent: forbid (principal is AgentVersion, action, resource) when { context.sinks.contains("ctl") };',
    })),
    ...rights.map((at) => ({
      ...{ rule: 'agent-control' as const, at },
      says: 'It permits agents to decide about rights ("auth") without asking.',
      remedy: 'Give it @ask("always"), or take "auth" out of what it permits.',
    })),
  ];
}

function nobodyAnswers({ persons, agents }: Table): readonly Found[] {
  const rows = persons.flat(2);
  const may = (row: Row, act: string, tool: string) =>
    row.rank > 0 && row.asked.act === act && row.asked.tool === tool;
  const tools = [...new Set(rows.map(({ asked }) => asked.tool))];
  const stuck = EFFECTS.filter((effect) =>
    tools.some((tool) => {
      const happens =
        rows.some((row) => may(row, effect, tool)) &&
        agents.flat().some((row) => may(row, effect, tool));
      const answered = rows.some((row) => may(row, 'answer', tool) && row.asked.effect === effect);
      return happens && !answered;
    }),
  );
  if (stuck.length === 0) return [];
  return [
    {
      ...{ rule: 'nobody-answers', at: null },
      says: `Nobody may answer questions about calls that ${stuck.join(', ')}, so held calls wait until they run out of time.`,
      remedy: 'Permit Action::"answer" to a role, for example principal in Role::"responder".',
    },
  ];
}

function lockedOut({ persons }: Table): readonly Found[] {
  const models = persons
    .flat(2)
    .filter(({ asked }) => asked.role === 'owner' && !asked.isNamed && asked.act === 'generate');
  if (models.some(({ rank }) => rank > 0)) return [];
  return [
    {
      ...{ rule: 'owner-locked-out', at: null },
      says: 'An owner may not have a model asked, so no run that acts for an owner gets anywhere.',
      remedy: 'Permit Action::"generate" to principal in Role::"owner", or to a role below.',
    },
  ];
}

function nothingRuns({ agents }: Table): readonly Found[] {
  const models = agents.flat().filter(({ asked }) => asked.act === 'generate');
  if (models.some(({ rank }) => rank > 0)) return [];
  return [
    {
      ...{ rule: 'nothing-runs', at: null },
      says: 'No agent may ask a model, so every run fails at its first step.',
      remedy: 'Permit it: permit (principal is AgentVersion, action in Action::"act", resource);',
    },
  ];
}
