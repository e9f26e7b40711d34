import type { RunSummary } from '@countersign/contract';
import type { WorkspaceClient } from '@countersign/sdk';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine, printable } from '../printable.ts';
import { span, type Terminal, terminalOf } from '../terminal.ts';

/** Lists runs, or shows one. */
export function runs(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'runs',
    description: 'List runs, newest first, or show one.',
    args: {
      ...COMMON,
      run: { type: 'positional', required: false, description: 'Id of one run.' },
      status: {
        type: 'enum',
        options: ['runnable', 'running', 'parked', 'ended'],
        description: 'Only those in this state.',
      },
      limit: { type: 'string', description: 'At most so many; 20 by default.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const terminal = terminalOf(powers);
      if (args.run !== undefined) {
        const run = await client.runs.get(args.run);
        if (args.json) powers.out(`${JSON.stringify(run, null, 2)}\n`);
        else {
          showRun(terminal, run, powers.now());
          await showTree(terminal, client, run, '  ');
        }
        return EXIT.ok;
      }
      const page = await client.runs.list({
        limit: Number(args.limit ?? 20),
        ...(args.status === undefined ? {} : { status: args.status }),
      });
      if (args.json) powers.out(`${JSON.stringify(page, null, 2)}\n`);
      else listRuns(terminal, page.items, powers.now());
      return EXIT.ok;
    },
  });
}

function listRuns(terminal: Terminal, items: readonly RunSummary[], now: number): void {
  if (items.length === 0) terminal.line('No runs.');
  terminal.table(
    items.map((run) => [
      run.id,
      stateOf(run),
      span(now - run.startedAt),
      oneLine(run.agentName, 24),
      `${run.parent ? '└ ' : ''}${oneLine(run.title, 60)}`,
    ]),
    (cell, column) => {
      if (column === 1) return paintState(terminal, cell);
      return column === 0 || column === 2 ? terminal.dim(cell) : cell;
    },
  );
}

/** What a run delegated, and what that delegated: each below its own, further in. */
async function showTree(
  terminal: Terminal,
  client: Pick<WorkspaceClient, 'runs'>,
  { id }: RunSummary,
  indent: string,
): Promise<void> {
  for (const child of await client.runs.children(id)) {
    const [state, agent] = [paintState(terminal, stateOf(child)), oneLine(child.agentName, 24)];
    const words = `${agent}  ${oneLine(child.title, 60)}`;
    terminal.line(`${indent}${terminal.dim(`└ ${child.id}`)}  ${state}  ${words}`);
    await showTree(terminal, client, child, `${indent}  `);
  }
}

function showRun(terminal: Terminal, run: RunSummary, now: number): void {
  terminal.line(`${terminal.bold(oneLine(run.title))}  ${terminal.dim(run.id)}`);
  terminal.line(`${paintState(terminal, stateOf(run))}, started ${span(now - run.startedAt)} ago`);
  terminal.line(`agent ${oneLine(run.agentName)} v${run.agentVersion}, for ${run.person}`);
  if (run.parent) terminal.line(terminal.dim(`delegated by ${run.parent.run}`));
  if (run.openQuestions > 0)
    terminal.line(terminal.warn('It waits for an answer: countersign inbox'));
  if (run.result?.kind === 'answered') terminal.line(`\n${printable(run.result.text)}`);
  else if (run.result !== null) terminal.line(terminal.bad(oneLine(run.result.reason, 300)));
}

/** A run's state in one word: how it ended, or what it does. */
function stateOf(run: Pick<RunSummary, 'status' | 'result' | 'openQuestions'>): string {
  if (run.result !== null) return run.result.kind;
  return run.status === 'parked' && run.openQuestions > 0 ? 'asking' : run.status;
}

function paintState(terminal: Terminal, state: string): string {
  switch (state.trim()) {
    case 'answered':
      return terminal.good(state);
    case 'failed':
    case 'cancelled':
      return terminal.bad(state);
    case 'asking':
      return terminal.warn(state);
    default:
      return state;
  }
}
