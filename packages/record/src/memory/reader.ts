import type { RecordReader } from '@countersign/contract';
import { entryOf, questionOf, summaryOf } from '../rows.ts';
import type { MemoryQuestion, MemoryRun, MemoryWorkspace } from './state.ts';

/** Reads of a workspace in memory. */
export function memoryReader(workspaceOf: (workspace: string) => MemoryWorkspace): RecordReader {
  const summary = (workspace: string, run: MemoryRun) => {
    const questions = [...workspaceOf(workspace).questions.values()];
    const open = questions.filter(({ run: of, status }) => of === run.id && status === 'open');
    return summaryOf(workspace, { ...run, open_questions: open.length });
  };
  return {
    run: async (workspace, id) => {
      const run = workspaceOf(workspace).runs.get(id);
      return run ? summary(workspace, run) : null;
    },

    runs: async (workspace, { status, agent, conversation, person, parent, before, limit }) => {
      const { runs } = workspaceOf(workspace);
      const from = before === undefined ? undefined : runs.get(before);
      if (before !== undefined && from === undefined) return { items: [], next: null };
      const found = [...runs.values()]
        .filter((run) => status === undefined || run.status === status)
        .filter((run) => agent === undefined || run.agent === agent)
        .filter((run) => conversation === undefined || run.conversation === conversation)
        .filter((run) => person === undefined || run.person === person)
        .filter((run) => parent === undefined || run.parent === parent)
        .sort((a, b) => newestFirst([a.started_at, a.id], [b.started_at, b.id]))
        .filter(
          (run) => !from || newestFirst([from.started_at, from.id], [run.started_at, run.id]) < 0,
        );
      const items = found.slice(0, limit).map((run) => summary(workspace, run));
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    entries: async (workspace, run, after, limit) =>
      workspaceOf(workspace)
        .entries.filter((row) => row.run === run && row.index > after)
        .slice(0, limit)
        .map(entryOf),

    log: async (workspace, from, limit) =>
      workspaceOf(workspace)
        .entries.slice(Math.max(from, 0), Math.max(from, 0) + limit)
        .map(entryOf),

    questions: async (workspace, { status, run, requestedBy, order, after, limit }) => {
      const { questions } = workspaceOf(workspace);
      const from = after === undefined ? undefined : questions.get(after);
      if (after !== undefined && from === undefined) return [];
      const wanted: readonly string[] | undefined = typeof status === 'string' ? [status] : status;
      const inOrder = (a: MemoryQuestion, b: MemoryQuestion) =>
        newestFirst([a.asked_at, a.id], [b.asked_at, b.id]) * (order === 'oldest' ? -1 : 1);
      return [...questions.values()]
        .filter((question) => wanted === undefined || wanted.includes(question.status))
        .filter((question) => run === undefined || question.run === run)
        .filter((question) => requestedBy === undefined || question.requested_by === requestedBy)
        .filter((question) => from === undefined || inOrder(from, question) < 0)
        .sort(inOrder)
        .slice(0, limit)
        .map((question) => questionOf(workspace, question));
    },

    question: async (workspace, id) => {
      const question = workspaceOf(workspace).questions.get(id);
      return question ? questionOf(workspace, question) : null;
    },

    account: async (workspace, id) => workspaceOf(workspace).accounts.get(id) ?? null,
  };
}

/** Ids by code units, as the database compares them by bytes. */
function newestFirst(a: readonly [number, string], b: readonly [number, string]): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  return a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : 0;
}
