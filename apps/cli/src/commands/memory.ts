import type { MemoryItem, RollbackPlan } from '@countersign/contract';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine, printable } from '../printable.ts';
import { saysYes } from '../says-yes.ts';
import { span, type Terminal, terminalOf } from '../terminal.ts';

/** Most memories of one list. */
const LISTED = 200;

/** Lists what agents remember. */
export function memoryList(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'list',
    description: 'List what agents remember for you.',
    args: {
      ...COMMON,
      waiting: { type: 'boolean', description: 'Only what waits for review.' },
      agent: { type: 'string', description: 'Only of this agent.' },
      search: { type: 'string', description: 'Only what has one of these words.' },
      all: { type: 'boolean', description: 'Also what is read no more.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const { items } = await client.memories.list({
        limit: LISTED,
        ...(args.waiting ? { status: 'waiting' } : {}),
        ...(args.agent === undefined ? {} : { agent: args.agent }),
        ...(args.search === undefined ? {} : { query: args.search }),
      });
      const shown = items.filter((one) => args.all || isRead(one));
      if (args.json) {
        powers.out(`${JSON.stringify(shown, null, 2)}\n`);
        return EXIT.ok;
      }
      const terminal = terminalOf(powers);
      if (shown.length === 0) terminal.line('Nothing is remembered.');
      showMemories(terminal, shown, powers.now());
      return EXIT.ok;
    },
  });
}

/** Shows one whole, with where it came from. */
export function memoryShow(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'show',
    description: 'Show a memory whole, with its label and where it came from.',
    args: {
      ...COMMON,
      memory: { type: 'positional', required: true, description: 'Id of the memory.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const item = await client.memories.get(args.memory);
      if (args.json) powers.out(`${JSON.stringify(item, null, 2)}\n`);
      else showWhole(terminalOf(powers), item, powers.now());
      return EXIT.ok;
    },
  });
}

/** Deletes one. */
export function memoryForget(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'forget',
    description: 'Delete a memory; the studio can restore it for ten minutes.',
    args: {
      ...COMMON,
      memory: { type: 'positional', required: true, description: 'Id of the memory.' },
      erase: { type: 'boolean', description: 'At once, so that nothing can restore it.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const { id } = await client.memories.remove(args.memory, { erase: args.erase === true });
      powers.out(args.json ? `${JSON.stringify({ forgotten: id })}\n` : 'It is forgotten.\n');
      return EXIT.ok;
    },
  });
}

/** Shows what has a source and all that was derived from it, and takes it away. */
export function memoryRollback(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'rollback',
    description: 'Take away what came from a run, call, memory or record, and all derived from it.',
    args: {
      ...COMMON,
      source: {
        type: 'positional',
        required: true,
        description: 'Id of a run, a call, a memory, or a record such as a message.',
      },
      yes: { type: 'boolean', alias: 'y', description: 'Do not ask.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const plan = await client.memories.rollbackPlan(args.source);
      const terminal = terminalOf(powers);
      if (!args.json) showPlan(terminal, plan, powers.now());
      const ids = plan.items.map(({ id }) => id);
      const words = `Take ${ids.length === 1 ? 'this memory' : `these ${ids.length} memories`} away?`;
      if (ids.length > 0 && !args.yes && !(await saysYes(powers, words, 'add --yes'))) {
        powers.err('Nothing was changed.\n');
        return EXIT.ok;
      }
      const done = ids.length === 0 ? null : await client.memories.rollBack(args.source, ids);
      if (args.json) {
        const untold = plan.untold.map(({ id }) => id);
        const rollback = done?.rollback ?? null;
        powers.out(`${JSON.stringify({ rollback, memories: ids, untold }, null, 2)}\n`);
      } else if (done !== null) {
        terminal.line(`Done as ${done.rollback}; the studio can take it back for thirty days.`);
      }
      return EXIT.ok;
    },
  });
}

function showPlan(terminal: Terminal, { items, untold }: RollbackPlan, now: number): void {
  if (items.length === 0) terminal.line('No memory came from there.');
  showMemories(terminal, items, now);
  if (untold.length === 0) return;
  terminal.line(
    terminal.warn('These have more sources than are kept, so nobody can tell. They stay:'),
  );
  showMemories(terminal, untold, now);
}

function showMemories(terminal: Terminal, items: readonly MemoryItem[], now: number): void {
  terminal.table(
    items.map((one) => [
      one.id,
      one.agent,
      one.status,
      one.label.integrity,
      one.expiresAt > now ? `${span(one.expiresAt - now)} left` : 'expired',
      // Quoted, and with every unseen character escaped: it may be anybody's words.
      one.text === null ? '(erased)' : JSON.stringify(oneLine(one.text, 60)),
    ]),
    (cell, column) => (column === 5 ? terminal.bold(cell) : terminal.dim(cell)),
  );
}

function showWhole(terminal: Terminal, item: MemoryItem, now: number): void {
  const { provenance, readers, integrity } = item.label;
  const sources =
    provenance.kind === 'many'
      ? [`more than ${provenance.atLeast}`]
      : provenance.sources.map(printable);
  terminal.line(item.text === null ? '(erased)' : printable(JSON.stringify(item.text)));
  terminal.table(
    [
      ['status', item.status],
      ['for', `${item.person} by ${item.agent}`],
      ['written by', item.call ?? item.reviewedBy ?? ''],
      ['integrity', integrity],
      ['readers', printable(readers === 'public' ? 'everybody' : readers.join(', '))],
      ['sources', sources.join(', ')],
      ['expires', item.expiresAt > now ? `in ${span(item.expiresAt - now)}` : 'expired'],
      ...(item.supersedes === null ? [] : [['replaces', item.supersedes]]),
      ...(item.reviewedBy === null ? [] : [['vouched for by', item.reviewedBy]]),
    ],
    (cell, column) => (column === 0 ? terminal.dim(cell) : cell),
  );
}

function isRead({ status }: MemoryItem): boolean {
  return status === 'active' || status === 'waiting';
}
